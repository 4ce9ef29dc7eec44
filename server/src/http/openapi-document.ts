// The OpenAPI 3.1 document, made of the contract's route values.
import { z } from 'zod';
import { ERRORS, Problem } from '@ringside/core/contract/errors.ts';
import type { ErrorCode } from '@ringside/core/contract/errors.ts';
import type { Route } from '@ringside/core/contract/route.ts';
import { exampleOf } from './openapi-example.ts';
import type { Schema } from './openapi-schema.ts';

type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;

interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: Schema }>>;
  readonly content?: Content;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Content;
  };
  readonly responses: Readonly<Record<string, Response>>;
}

export interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string } & Readonly<Record<string, unknown>>;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, unknown>>;
}

type Parameter = NonNullable<Operation['parameters']>[number];

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest as Schema;
};

const parametersOf = (schema: z.ZodType | undefined, place: 'path' | 'query'): Parameter[] => {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, place === 'query' ? 'input' : 'output');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    // A query is text; coercion makes the input `unknown`, the output says what is meant.
    schema: Object.keys(property).length === 0 ? outputProperty(schema, name) : property,
  }));
};

const outputProperty = (schema: z.ZodType, name: string): Schema => schemaOf(schema, 'output').properties?.[name] ?? {};

/** Codes that follow from access and validation, and those that the route declares. */
const codesOf = (route: Route): ErrorCode[] => {
  const implied: ErrorCode[] = ['too-many'];
  if (route.access !== 'public') implied.push('unauthenticated');
  if (typeof route.access !== 'string')
    implied.push('forbidden', 'customer-suspended', 'second-factor-required', 'password-change-required');
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

/** Guarded against a change meanwhile: `If-Match` with the `ETag` of what was read. */
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

const jsonOf = (schema: Schema, sent: boolean): Content => ({
  'application/json': { schema, example: exampleOf(schema, sent) },
});

const bodyOf = (body: z.ZodType, type: Route['bodyType']): Content =>
  type === undefined
    ? jsonOf(schemaOf(body, 'input'), true)
    : { [type]: { schema: { type: 'string', format: 'binary' } } };

const errorResponses = (route: Route): Record<string, Response> => {
  const byStatus = Map.groupBy(codesOf(route), (code) => ERRORS[code].status);
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, codes]) => [
        String(status),
        {
          description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}`).join('; '),
          ...(status === ERRORS['too-many'].status ? { headers: WAIT } : {}),
          content: {
            'application/problem+json': {
              schema: { $ref: '#/components/schemas/Problem' },
              example: problemExample(codes[0] ?? 'internal'),
            },
          },
        },
      ]),
  );
};

const accessText = (route: Route): string => {
  if (route.access === 'public') return 'No session needed.';
  if (route.access === 'signed-in') return 'Any signed-in user.';
  return `Needs the ability \`${route.access[0]}\` on \`${route.access[1]}\`.`;
};

const operationId = (route: Route): string =>
  `${route.method.toLowerCase()}${route.path.replace(/[/:-]+([a-z])?/gi, (_, letter?: string) => letter?.toUpperCase() ?? '')}`;

const successOf = (route: Route): Response => {
  if (route.file !== undefined) {
    const schema: Schema = { type: 'string', format: 'binary' };
    const files = Object.fromEntries(route.file.map((type) => [type, { schema }]));
    if (route.response === undefined) return { description: 'The file', content: files };
    const json = jsonOf(schemaOf(route.response, 'output'), false);
    return { description: 'As JSON, or as a file', content: { ...json, ...files } };
  }
  if (route.response === undefined) return { description: 'Done' };
  return { description: 'Done', ...headersOf(route), content: jsonOf(schemaOf(route.response, 'output'), false) };
};

/** Only a call that somebody makes can be made again; a body that is read as it comes is not kept to compare. */
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

const operationOf = (route: Route): Operation => {
  const parameters = [
    ...parametersOf(route.params, 'path'),
    ...parametersOf(route.query, 'query'),
    ...(takesKey(route) ? [KEY_PARAMETER] : []),
    ...(isGuarded(route) ? [MATCH_PARAMETER] : []),
  ];
  const success = String(route.status ?? (route.response === undefined && route.file === undefined ? 204 : 200));
  return {
    operationId: operationId(route),
    summary: route.summary,
    description: accessText(route),
    tags: [route.tag],
    security: route.access === 'public' ? [] : [{ bearer: [] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: { required: true, content: bodyOf(route.body, route.bodyType) },
        }),
    responses: {
      [success]: successOf(route),
      ...errorResponses(route),
    },
  };
};

/** Deterministic: the same routes give the same text, in the order of their paths. */
export const openApiOf = (routes: readonly Route[], version: string): OpenApi => {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes.toSorted(
    (a, b) => a.path.localeCompare(b.path, 'en') || a.method.localeCompare(b.method, 'en'),
  )) {
    const path = route.path.replace(/:([A-Za-z]+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ringside',
      version,
      description:
        'The web console for hosted Asterisk phone systems and call centres. Times are ISO 8601 UTC, durations whole seconds.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { Problem: schemaOf(Problem, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'A session token of `POST /login`.' } },
    },
  };
};
