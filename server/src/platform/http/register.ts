// Registers a contract route with Fastify: session, ability, and validation of input and output.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { can } from '@ringside/core/access/ability.ts';
import { rulesThatDecided } from '@ringside/core/access/acl.ts';
import { maskingOf } from '@ringside/core/access/masks.ts';
import { isForPeople } from '@ringside/core/access/for-people.ts';
import { outlivesKeys } from '@ringside/core/access/key-lineage.ts';
import { isBeforeRequiredAction } from '@ringside/core/access/required-action.ts';
import type { ErrorCode } from '@ringside/core/contract/errors.ts';
import { periodFaults } from '@ringside/core/contract/period.ts';
import type {
  Access,
  BodyOf,
  FileAnswer,
  ParamsOf,
  QueryOf,
  ResponseOf,
  Route,
} from '@ringside/core/contract/route.ts';
import { errorMap, fieldErrors, preferredLanguage } from '@ringside/core/contract/wording.ts';
import type { Idempotency } from '../db/idempotency.ts';
import type { SessionStore } from '../sessions/store.ts';
import { answerOnce, idempotencyKey } from './answer-once.ts';
import type { Caller, Origin } from '../caller/caller.ts';
import type { Drain } from './drain.ts';
import { Refusal } from '../caller/refusal.ts';
import type { Gate } from './gate.ts';
import { effectiveCaller, withheldIn } from '../sessions/effective-caller.ts';
import { refuseWithheld, withheldFrom } from './withhold.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyInstance {
    sessions: SessionStore;
    gate: Gate;
    drain: Drain;
    /** `null`: idempotency keys are ignored. */
    idempotency: Idempotency | null;
    /** The registered routes of the contract, for OpenAPI and the generic tests. */
    contract: Route[];
    /** Notified of imported files. `null`: no notification. */
    fileNews: FileNews | null;
    /** Functions of the nouns, by name. */
    nouns: Map<string, Noun>;
  }
}

interface Noun {
  /** Restores a deleted row and sends the same notifications as for a new row. */
  restored(caller: Caller, deletedId: string, id: string): Promise<void>;
}

/** `what`: the name of the file or noun. */
export interface FileNews {
  /** Resolves when the notification is stored. Never rejects. */
  imported(caller: Caller, what: string, rows: number, refused: number): Promise<void>;
}

type CallerOf<A extends Access> = A extends 'public' ? null : Caller;

interface Call<R extends Route> {
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  readonly caller: CallerOf<R['access']>;
  readonly origin: Origin;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Adds a header to the answer. */
  setHeader(name: string, value: string): void;
}

type Handler<R extends Route> = (call: Call<R>) => Promise<ResponseOf<R>>;

export const languageOf = (request: FastifyRequest) =>
  preferredLanguage(request.headers['accept-language']) ?? request.caller?.language ?? 'en';

const originOf = (request: FastifyRequest): Origin => ({
  ip: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
  language: languageOf(request),
});

/** Returns the token of `Authorization: Bearer`, or `null`. */
export const bearerToken = (header: string | undefined): string | null =>
  /^Bearer +([^\s]+)$/i.exec(header ?? '')?.[1] ?? null;

/** Throws `too-many` above the caller's rate limit. Sets headers with the remaining calls. */
const limitCalls = (gate: Gate, request: FastifyRequest, reply: FastifyReply): void => {
  const { caller } = request;
  const limit = caller?.apiKey?.rateLimitPerMinute ?? gate.perMinute;
  const verdict = gate.take(caller === null ? `address ${request.ip}` : caller.sessionId, limit);
  if (verdict === null) return;
  reply.header('ratelimit-limit', String(limit));
  reply.header('ratelimit-remaining', String(verdict.remaining));
  reply.header('ratelimit-reset', String(verdict.resetSeconds));
  if (verdict.allowed) return;
  if (caller !== null) gate.limited(caller);
  throw new Refusal('too-many', { retryAfterSeconds: verdict.retryAfterSeconds });
};

const DETAILS: Readonly<Record<string, string>> = {
  'not-for-api-keys': 'API keys cannot do this. Sign in as a user.',
  'not-for-accounts-of-keys': 'An API key created this account. Ask an administrator to release it from the key.',
  'not-in-anothers-name': 'This is the account of the user whom you act as. Only that user can change it.',
};

/** Error codes of reasons that have their own code. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  'not-for-api-keys': 'not-by-key',
  'not-for-accounts-of-keys': 'not-by-key',
  'customer-suspended': 'customer-suspended',
  'second-factor-required': 'second-factor-required',
  'password-required': 'password-change-required',
};

/** Returns why the caller may not make this call, or `null`. */
const refusalOf = (route: Route, caller: Caller): string | null => {
  if (caller.apiKey && isForPeople(route)) return 'not-for-api-keys';
  if (caller.viaKeyId !== undefined && outlivesKeys(route)) return 'not-for-accounts-of-keys';
  if (caller.actedBy && isForPeople(route) && route.method !== 'GET' && route.path !== '/logout') {
    return 'not-in-anothers-name';
  }
  if (caller.requiredAction) return isBeforeRequiredAction(route) ? null : `${caller.requiredAction}-required`;
  const refused = caller.suspended ? 'customer-suspended' : 'no-ability';
  if (typeof route.access === 'string') {
    // Callers keep access to their own account, but creating an API key is not read-only.
    return caller.suspended && route.tag === 'apikey' && route.method !== 'GET' ? refused : null;
  }
  return can(caller.abilities, route.access[0], route.access[1]) ? null : refused;
};

/** Counts the access rules that decided a call. */
const countRules = (app: FastifyInstance, { access }: Route, { ruled, ip }: Caller): void => {
  if (ruled === undefined || typeof access === 'string') return;
  const [action, resource] = access;
  const question = { ...ruled, action, resource, objectCustomerId: null, address: ip, at: Date.now() };
  for (const rule of rulesThatDecided(ruled.rules, question)) app.sessions.hits.count(rule.id);
};

const checkAccess = async (
  app: FastifyInstance,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const token = route.access === 'public' ? null : bearerToken(request.headers.authorization);
  request.caller = token === null ? null : await app.sessions.byToken(token, request.ip, request.headers['user-agent']);
  limitCalls(app.gate, request, reply);
  if (route.access === 'public') return;
  if (request.caller === null) throw new Refusal('unauthenticated');
  countRules(app, route, request.caller);
  const reason = refusalOf(route, request.caller);
  if (reason === null) {
    if (typeof route.access !== 'string') request.caller = effectiveCaller(request.caller, ...route.access);
    return;
  }
  const call = `${route.method} ${route.path}`;
  await app.gate.denied(request.caller, { resource: route.tag, call, reason });
  const detail = DETAILS[reason];
  throw new Refusal(CODES[reason] ?? 'forbidden', detail === undefined ? {} : { detail });
};

const parseWith = <T>(schema: z.ZodType<T> | undefined, value: unknown, request: FastifyRequest): T | undefined => {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(value ?? {}, { error: errorMap(languageOf(request)), reportInput: true });
  if (!parsed.success) throw new Refusal('invalid', { errors: fieldErrors(parsed.error) });
  const faults = periodFaults(schema, parsed.data);
  if (faults.length > 0) throw new Refusal('invalid', { errors: faults });
  return parsed.data;
};

/** Answers a malformed ID like an unknown row. */
const parseParams = (schema: z.ZodType | undefined, value: unknown): unknown => {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Refusal('not-found');
  return parsed.data;
};

/** Removes fields that the contract does not declare or that the caller may not see. */
const answer = (route: Route, value: unknown, caller: Caller | null): unknown => {
  if (route.response === undefined) return undefined;
  const parsed = route.response.safeParse(value);
  if (!parsed.success) {
    throw new Error(
      `${route.method} ${route.path} returned a response that violates its contract: ${parsed.error.message}`,
    );
  }
  return maskingOf(withheldIn(caller, route))(parsed.data);
};

const sendFile = (
  reply: FastifyReply,
  route: Route,
  { mediaType, fileName, status, content }: FileAnswer,
): FastifyReply =>
  reply
    .code(status ?? 200)
    .type(mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType)
    .header('content-disposition', `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"`)
    .send(Readable.from(reply.server.drain.within(route, content)));

const isFile = (value: unknown): value is FileAnswer =>
  typeof value === 'object' && value !== null && 'mediaType' in value && 'content' in value;

const statusOf = (route: Route): number => route.status ?? (route.response === undefined ? 204 : 200);

const send = (reply: FastifyReply, route: Route, value: unknown): FastifyReply => {
  if (route.file !== undefined && isFile(value)) {
    return sendFile(reply, route, withheldFrom(value, withheldIn(reply.request.caller, route)));
  }
  if (route.response === undefined) return reply.code(statusOf(route)).send();
  return reply.code(statusOf(route)).send(answer(route, value, reply.request.caller));
};

/** Reads the created row again by its ID. Throws the errors of `get`. */
type Again<R extends Route> = (call: Call<R>, resource: string, id: string) => Promise<ResponseOf<R>>;

/**
 * Registers a route below the prefix of the instance (`/api`). `again`: used when a crash lost the answer of a call with an idempotency
 * key.
 */
export const registerRoute = <const R extends Route>(
  app: FastifyInstance,
  route: R,
  handler: Handler<R>,
  again?: Again<R>,
): void => {
  app.contract.push(route);
  app.route({
    method: route.method,
    url: route.path,
    ...(route.maxBodyBytes === undefined ? {} : { bodyLimit: route.maxBodyBytes }),
    // Checks access before the body is read, so that refused calls cost little.
    onRequest: (request, reply) => app.drain.run(route, () => checkAccess(app, route, request, reply)),
    handler: async (request, reply) => {
      const call = {
        params: parseParams(route.params, request.params),
        query: parseWith(route.query, request.query, request),
        body: parseWith(route.body, request.body, request),
        caller: request.caller,
        origin: originOf(request),
        headers: request.headers,
        setHeader: (name: string, value: string) => void reply.header(name, value),
      } as Call<R>;
      refuseWithheld(withheldIn(request.caller, route), call);
      const handle = (): ReturnType<typeof handler> => app.drain.run(route, () => handler(call));
      const key = route.file === undefined ? idempotencyKey(request) : null;
      if (key === null || app.idempotency === null) return send(reply, route, await handle());
      const { status, headers, body } = await answerOnce(request, reply, {
        idempotency: app.idempotency,
        key,
        status: statusOf(route),
        run: async () => answer(route, await handle(), request.caller),
        again: again === undefined ? null : async (of, id) => answer(route, await again(call, of, id), request.caller),
      });
      return reply.code(status).headers(headers).send(body);
    },
  });
};
