// Builds the OpenAPI 3.1 document of the contract's routes. Schemas, error responses and parameters that routes share are defined once, in
// the components.
import { z } from 'zod';
import { isForPeople } from '@ringside/core/access/for-people.ts';
import { checksKeyLineage } from '@ringside/core/access/key-lineage.ts';
import { ERRORS, Problem } from '@ringside/core/contract/errors.ts';
import type { ErrorCode } from '@ringside/core/contract/errors.ts';
import type { Route } from '@ringside/core/contract/route.ts';
import { createSchemaNames, nameOfRef, pascal } from './openapi-components.ts';
import type { SchemaNames } from './openapi-components.ts';
import { exampleOf } from './openapi-example.ts';
import type { Content, OpenApi, Operation, Parameter, Reference, Response, Schema } from './openapi-schema.ts';

/** Names of operations and schemas for clients. See `contractNames`. */
export interface ContractNames {
  readonly operationId: (route: Route) => string;
  readonly schemas: readonly (readonly [string, z.ZodType])[];
}

/** Definitions that routes share, collected while the routes are described. */
interface Shared {
  readonly operationId: ContractNames['operationId'];
  readonly names: SchemaNames;
  readonly responses: Map<string, Response>;
}

/**
 * Removes the pattern that Zod adds to each UUID and time (200 characters, redundant with the format), and the default limits of integers.
 */
const dropRedundant = ({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
  if (jsonSchema.format === 'uuid' || jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
};

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: dropRedundant,
  });
  return rest as Schema;
};

const parametersOf = (schema: z.ZodType | undefined, place: 'path' | 'query'): Parameter[] => {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, place === 'query' ? 'input' : 'output');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    // Query values are text. Coercion makes the input type `unknown`, so the output type is used.
    schema: Object.keys(property).length === 0 ? outputProperty(schema, name) : property,
  }));
};

const outputProperty = (schema: z.ZodType, name: string): Schema => schemaOf(schema, 'output').properties?.[name] ?? {};

/** Returns the error codes that follow from access and validation, and those that the route declares. */
const codesOf = (route: Route): ErrorCode[] => {
  const implied: ErrorCode[] = ['too-many'];
  if (route.access !== 'public') implied.push('unauthenticated');
  if (typeof route.access !== 'string')
    implied.push('forbidden', 'customer-suspended', 'second-factor-required', 'password-change-required');
  if (isForPeople(route) || checksKeyLineage(route)) implied.push('not-by-key');
  if (route.params !== undefined) implied.push('not-found');
  if (route.body !== undefined) implied.push('bad-request', 'too-large');
  if (route.body !== undefined || route.query !== undefined) implied.push('invalid');
  if (takesKey(route)) implied.push('conflict', 'invalid');
  return [...new Set([...implied, ...route.errors])];
};

const WAIT = { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } } as const;

const problemExample = (code: ErrorCode): Problem => ({
  type: 'about:blank',
  ...{ title: ERRORS[code].title, status: ERRORS[code].status, detail: '', code },
  errors: code === 'invalid' ? [{ path: 'name', message: 'This field is required', code: 'required' }] : [],
});

/** Returns whether the route checks `If-Match` against the `ETag` of the row. */
const isGuarded = (route: Route): boolean => route.errors.includes('stale');

const MATCH_PARAMETER: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The `ETag` that was read: when somebody changed the row meanwhile the answer is 412, and nothing happens.',
  schema: { type: 'string' },
};

const headersOf = (route: Route): Pick<Response, 'headers'> => {
  const tag = { ETag: { description: 'The version, for `If-Match`', schema: { type: 'string' } } };
  const made = { Location: { description: 'Of the new row', schema: { type: 'string' } } };
  const isRow = route.params !== undefined && route.response !== undefined && isGuarded(route);
  if (route.status === 201 && route.params === undefined) return { headers: { ...tag, ...made } };
  return isRow ? { headers: tag } : {};
};

const jsonOf = (schema: Schema, sent: boolean, name: string, names: SchemaNames): Content => ({
  'application/json': { schema: names.refer(schema, name), example: exampleOf(schema, sent) },
});

const bodyOf = (route: Route, body: z.ZodType, { names, operationId }: Shared): Content =>
  route.bodyType === undefined
    ? jsonOf(schemaOf(body, 'input'), true, `${pascal(operationId(route))}Body`, names)
    : { [route.bodyType]: { schema: { type: 'string', format: 'binary' } } };

/** Returns a name such as `NotFound` or `ConflictOrPbxRefused`. */
const responseName = (codes: readonly ErrorCode[]): string => codes.map(pascal).join('Or');

const errorResponse = (codes: readonly ErrorCode[], problem: Schema): Response => ({
  description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}`).join('; '),
  ...(codes.includes('too-many') || codes.includes('locked-out') ? { headers: WAIT } : {}),
  content: { 'application/problem+json': { schema: problem, example: problemExample(codes[0] ?? 'internal') } },
});

const errorResponses = (route: Route, { names, responses }: Shared): Record<string, Reference> => {
  const byStatus = Map.groupBy(codesOf(route).toSorted(), (code) => ERRORS[code].status);
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, codes]) => {
        const name = responseName(codes);
        if (!responses.has(name))
          responses.set(name, errorResponse(codes, names.refer(schemaOf(Problem, 'output'), 'Problem')));
        return [String(status), { $ref: `#/components/responses/${name}` }];
      }),
  );
};

const keyText = (route: Route): string => {
  if (isForPeople(route)) return ' Not for API keys.';
  return checksKeyLineage(route)
    ? ' An API key, or an account that a key created, can change only what ends when the key is revoked.'
    : '';
};

const accessText = (route: Route): string => {
  if (route.access === 'public') return 'No session needed.';
  if (route.access === 'signed-in') return `Any signed-in user.${keyText(route)}`;
  return `Needs the ability \`${route.access[0]}\` on \`${route.access[1]}\`.${keyText(route)}`;
};

/** Returns `QueuePage` for a page of queues, `QueueList` for a complete list, and otherwise a name derived from the operation. */
const answerName = (answer: Schema, operation: string, names: SchemaNames): string => {
  const { data, meta } = answer.properties ?? {};
  const item = data?.items === undefined ? null : nameOfRef(names.refer(data.items, `${operation}Row`));
  if (item === null) return `${operation}Result`;
  return item + (meta === undefined ? 'List' : 'Page');
};

const successOf = (route: Route, { names, operationId }: Shared): Response => {
  const answer = route.response === undefined ? undefined : schemaOf(route.response, 'output');
  const json =
    answer === undefined
      ? undefined
      : jsonOf(answer, false, answerName(answer, pascal(operationId(route)), names), names);
  if (route.file !== undefined) {
    const schema: Schema = { type: 'string', format: 'binary' };
    const files = Object.fromEntries(route.file.map((type) => [type, { schema }]));
    return json === undefined
      ? { description: 'The file', content: files }
      : { description: 'As JSON, or as a file', content: { ...json, ...files } };
  }
  return json === undefined ? { description: 'Done' } : { description: 'Done', ...headersOf(route), content: json };
};

/**
 * Returns whether the route accepts an idempotency key. It needs a caller, and a body that is not a stream, because bodies are compared.
 */
const takesKey = (route: Route): boolean =>
  route.method === 'POST' &&
  route.access !== 'public' &&
  route.file === undefined &&
  !(route.body instanceof z.ZodCustom);

const KEY_PARAMETER: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Made by the client for one call. Sent again within 24 hours with the same body it gets the same answer (with `Idempotency-Replayed: true`) and nothing is done twice; another call with it is 422, and while the first is under way 409.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const operationOf = (route: Route, shared: Shared): Operation => {
  const parameters = [
    ...parametersOf(route.params, 'path'),
    ...parametersOf(route.query, 'query'),
    ...(takesKey(route) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(isGuarded(route) ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
  ];
  const success = String(route.status ?? (route.response === undefined && route.file === undefined ? 204 : 200));
  return {
    operationId: shared.operationId(route),
    summary: route.summary,
    description: accessText(route),
    tags: [route.tag],
    security: route.access === 'public' ? [] : [{ bearer: [] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: { required: true, content: bodyOf(route, route.body, shared) },
        }),
    responses: {
      [success]: successOf(route, shared),
      ...errorResponses(route, shared),
    },
  };
};

/** Builds the document. The same routes always produce the same text, in the order of their paths. */
export const openApiOf = (
  routes: readonly Route[],
  { operationId, schemas }: ContractNames,
  version: string,
): OpenApi => {
  const shared: Shared = {
    operationId,
    names: createSchemaNames(
      schemas.map(([name, schema]) => ({ name, input: schemaOf(schema, 'input'), output: schemaOf(schema, 'output') })),
    ),
    responses: new Map(),
  };
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes.toSorted(
    (a, b) => a.path.localeCompare(b.path, 'en') || a.method.localeCompare(b.method, 'en'),
  )) {
    const path = route.path.replace(/:([A-Za-z]+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, shared) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ringside',
      version,
      description:
        'The web console for hosted Asterisk phone systems and call centers. Times are ISO 8601 UTC, durations whole seconds.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: shared.names.components(),
      responses: Object.fromEntries([...shared.responses].toSorted(([a], [b]) => a.localeCompare(b, 'en'))),
      parameters: { IdempotencyKey: KEY_PARAMETER, IfMatch: MATCH_PARAMETER },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'A session token of `POST /login`.' } },
    },
  };
};
