// Derives calls of a noun's standard routes from its declaration: its form, its schemas and its rows in the two customers.
// `contract-examples.ts` needs a line only if that is not sufficient.
import type { z } from 'zod';
import type { AnyNoun } from '@ringside/core/contract/noun.ts';
import { NOUNS } from '@ringside/core/contract/nouns.ts';
import { nobody, type Example } from './contract-example.ts';
import type { Side } from './side.ts';

type RowId = string | number;

/** Rows with their own property in `Side`. */
const NAMED: Readonly<Record<string, (side: Side) => RowId>> = {
  customer: (s) => s.customerId,
  callcenter: (s) => s.callcenterId,
  queue: (s) => s.queueId,
  endpoint: (s) => s.endpointId,
  subscriber: (s) => s.subscriberId,
  did: (s) => s.didId,
  ringgroup: (s) => s.ringGroupId,
  hours: (s) => s.hoursId,
  ivr: (s) => s.ivrId,
  prompt: (s) => s.promptId,
  trunk: (s) => s.trunkId,
  outboundroute: (s) => s.outboundRouteId,
  user: (s) => s.userIds['agent'] ?? '',
  role: (s) => s.roleId,
  acl: (s) => s.ruleId,
  apikey: (s) => s.apiKeyId,
  wallboard: (s) => s.wallboardId,
};
/** Nouns whose rows belong to the platform and are out of customers' reach. */
const OF_NOBODY = ['plan', 'permission'];

/** Nouns whose rows are created for both customers from the declaration. */
export const DERIVED = NOUNS.filter(({ name }) => NAMED[name] === undefined && !OF_NOBODY.includes(name));

/** Returns the ID of a side's row of the noun. */
export const rowIdOf = (name: string, side: Side): RowId => NAMED[name]?.(side) ?? side.rows[name] ?? nobody;

/** Candidate values, one of which fits each kind of field. `nth` makes them differ. */
const valuesFor = (nth: number): readonly unknown[] => [
  ...[`Other ${nth}`, `other${nth}`, `77${nth}`, `+44207946015${nth}`, `other${nth}@example.com`, `192.0.2.${nth}`],
  ...[nth, 10 + nth, true, [], { kind: 'hangup', id: null, number: '' }],
];

const optionsOf = (schema: z.core.$ZodType): readonly unknown[] =>
  'options' in schema && Array.isArray(schema.options) ? schema.options : [];

const valueFor = (path: string, schema: z.core.$ZodType, nth: number): unknown => {
  const values = [...optionsOf(schema), ...valuesFor(nth)];
  const fitting = values.find((value) => (schema as z.ZodType).safeParse(value).success);
  if (fitting === undefined) throw new Error(`No value for ${path}: add the noun to contract-examples.ts`);
  return fitting;
};

/** Returns the form's references to other rows, with the rows of the side. */
const pointersOf = (noun: AnyNoun, form: z.ZodObject, side: Side): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(noun.fields).flatMap(([field, use]) => {
      if (use?.kind !== 'ref' || !(field in form.shape)) return [];
      const to = NOUNS.find(({ path }) => path === `/${use.resource}`);
      const id = to === undefined ? nobody : rowIdOf(to.name, side);
      return id === nobody ? [] : [[field, use.many ? [id] : id] as const];
    }),
  );

/** Returns a body that creates a row: the fields without default, and references to other rows. */
export const bodyOf = (noun: AnyNoun, side: Side, nth: number): Record<string, unknown> => {
  const pointers = pointersOf(noun, noun.create, side);
  const needed = Object.entries(noun.create.shape).filter(
    ([field, schema]) => !(field in pointers) && !(schema as z.ZodType).safeParse(undefined).success,
  );
  const values = needed.map(([field, schema]) => [field, valueFor(`${noun.path}.${field}`, schema, nth)]);
  return { ...pointers, ...Object.fromEntries(values) };
};

const examplesOf = (noun: AnyNoun): Readonly<Record<string, Example>> => {
  const id = (side: Side): RowId => rowIdOf(noun.name, side);
  return {
    [`GET ${noun.path}`]: {},
    [`GET ${noun.path}/:id`]: { id },
    [`POST ${noun.path}`]: {
      body: (side) => bodyOf(noun, side, 2),
      pointers: (side) => pointersOf(noun, noun.create, side),
    },
    [`PATCH ${noun.path}/:id`]: {
      id,
      body: () => ({ [noun.titleField]: 'Taken over' }),
      pointers: (side) => pointersOf(noun, noun.update, side),
    },
    [`DELETE ${noun.path}/:id`]: { id },
  };
};

/** Examples by method and path. */
export const DERIVED_EXAMPLES: Readonly<Record<string, Example>> = Object.assign({}, ...NOUNS.map(examplesOf));
