// Rates of a plan. A rate in effect is never changed: a new price is a new row, and the old row ends where it begins.
import { z } from 'zod';
import { DIRECTIONS, Money, TIMINGS } from './plan-terms.ts';
import { FieldError } from '../errors.ts';
import { Id, Instant, ListMeta, ListQuery } from '../resource.ts';
import { route } from '../route.ts';
import { pattern, rule, text } from '../text.ts';

const Block = z.number().int().min(1).max(3600);
const Seconds = z.number().int().min(0).max(3600);

const price = {
  destinationName: text(0, 100),
  /** Rates of a group share allowances and an invoice line. Example: `mobile`. */
  destinationGroup: text(0, 64),
  connectFee: Money,
  ratePerMinute: Money,
  initialSeconds: Block,
  incrementSeconds: Block,
  freeSeconds: Seconds,
  graceSeconds: Seconds,
  minCharge: Money.nullable(),
  maxCharge: Money.nullable(),
  /** Calls are blocked, whatever shorter prefixes allow. */
  blocked: z.boolean(),
};

export const Rate = z.object({
  id: Id,
  direction: z.enum(DIRECTIONS),
  prefix: z.string(),
  timing: z.enum(TIMINGS),
  ...price,
  effectiveFrom: Instant,
  effectiveUntil: Instant.nullable(),
  version: z.number().int(),
});
export type Rate = z.infer<typeof Rate>;

export const CreateRate = z.object({
  direction: z.enum(DIRECTIONS).default('outbound'),
  /** Digits of the international number without + or 00. */
  prefix: pattern('prefix', 24).min(1),
  timing: z.enum(TIMINGS).default('any'),
  destinationName: price.destinationName.default(''),
  destinationGroup: price.destinationGroup.default(''),
  connectFee: Money.default('0'),
  ratePerMinute: Money,
  initialSeconds: Block.default(60),
  incrementSeconds: Block.default(60),
  freeSeconds: Seconds.default(0),
  graceSeconds: Seconds.default(0),
  minCharge: price.minCharge.default(null),
  maxCharge: price.maxCharge.default(null),
  blocked: price.blocked.default(false),
  /** Absent: always for a prefix without a rate, now for one with a rate. */
  effectiveFrom: Instant.optional(),
  effectiveUntil: Instant.nullable().default(null),
});
export type CreateRate = z.infer<typeof CreateRate>;

const UpdateRate = z.object({ ...price, effectiveUntil: Instant.nullable() }).partial();
export type UpdateRate = z.infer<typeof UpdateRate>;

const PlanParams = z.object({ id: Id });
const RateParams = z.object({ id: Id, rateId: Id });
const RateFilter = z.object({
  direction: z.enum(DIRECTIONS).optional(),
  /** Only rates in force at this time. */
  at: Instant.optional(),
});

export const listRates = route({
  method: 'GET',
  path: '/plans/:id/rates',
  summary: 'List the rates of a plan. Digits in `q` search prefixes, letters search destinations',
  tag: 'plan',
  access: ['read', 'plan'],
  params: PlanParams,
  query: ListQuery.extend({
    ...RateFilter.shape,
    sort: z
      .enum(['prefix', '-prefix', 'destinationName', '-destinationName', 'ratePerMinute', '-ratePerMinute'])
      .default('prefix'),
  }),
  response: z.object({ data: z.array(Rate), meta: ListMeta }),
  errors: [],
});

export const createRate = route({
  method: 'POST',
  path: '/plans/:id/rates',
  summary: 'Add a rate',
  tag: 'plan',
  access: ['update', 'plan'],
  params: PlanParams,
  body: CreateRate,
  response: Rate,
  status: 201,
  errors: ['conflict'],
});

export const updateRate = route({
  method: 'PATCH',
  path: '/plans/:id/rates/:rateId',
  summary: 'Change a rate. A rate in force ends now and the changed rate follows it',
  tag: 'plan',
  access: ['update', 'plan'],
  params: RateParams,
  body: UpdateRate,
  response: Rate,
  errors: ['conflict'],
});

export const deleteRate = route({
  method: 'DELETE',
  path: '/plans/:id/rates/:rateId',
  summary: 'Delete a future rate, or end a rate that is in force',
  tag: 'plan',
  access: ['update', 'plan'],
  params: RateParams,
  status: 204,
  errors: ['conflict'],
});

/** Columns of the file, in export order. */
export const RATE_COLUMNS = [
  'prefix',
  'destinationName',
  'destinationGroup',
  'ratePerMinute',
  'connectFee',
  'initialSeconds',
  'incrementSeconds',
  'freeSeconds',
  'graceSeconds',
  'minCharge',
  'maxCharge',
  'timing',
  'blocked',
  'effectiveFrom',
  'effectiveUntil',
] as const;
export type RateColumn = (typeof RATE_COLUMNS)[number];

/** An example row of the template, in column order. */
export const RATE_EXAMPLE = [
  ...['4420', 'London', 'landline', '0.0125', '0', '60', '60', '0', '0', '', ''],
  ...['any', 'no', '2027-01-31', ''],
] as const;

/** A row of the file: valid values and required cells. */
export const RateRow = CreateRate.omit({ direction: true });

export const RateImport = z.object({
  state: z.enum(['none', 'receiving', 'reading', 'writing', 'done', 'refused', 'failed']),
  dryRun: z.boolean(),
  /** Rows read from the file and rows written. */
  rows: z.number().int(),
  written: z.number().int(),
  added: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  /** Number of invalid rows. `errors` has the first 1,000 faults. An import with a fault writes nothing. */
  wrongRows: z.number().int(),
  errors: z.array(FieldError.extend({ line: z.number().int(), value: z.string() })),
});
export type RateImport = z.infer<typeof RateImport>;

const isStream = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

export const importRates = route({
  method: 'POST',
  path: '/plans/:id/rates/import',
  summary: 'Import rates from CSV (`text/csv`, with a heading): all rows or none',
  tag: 'plan',
  access: ['update', 'plan'],
  params: PlanParams,
  query: z.object({
    direction: z.enum(DIRECTIONS).default('outbound'),
    /** `true`: validate only. */
    dryRun: z.enum(['true', 'false']).default('false'),
    /** For rows without an effective date. */
    effectiveFrom: Instant.optional(),
  }),
  body: z.custom<AsyncIterable<Uint8Array>>(isStream, { path: ['body'], ...rule('csv-body') }),
  bodyType: 'text/csv',
  response: RateImport,
  errors: ['conflict', 'too-large'],
});

export const getRateImport = route({
  method: 'GET',
  path: '/plans/:id/rates/import',
  summary: 'Get the progress or result of the last import into a plan',
  tag: 'plan',
  access: ['read', 'plan'],
  params: PlanParams,
  response: RateImport,
  errors: [],
});

export const exportRates = route({
  method: 'GET',
  path: '/plans/:id/rates/export',
  summary: 'Export the rates of a plan as CSV in the format of the import',
  tag: 'plan',
  access: ['export', 'plan'],
  params: PlanParams,
  query: z.object({ direction: z.enum(DIRECTIONS).default('outbound') }),
  file: ['text/csv'],
  errors: [],
});
