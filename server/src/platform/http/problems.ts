// Sends every error as application/problem+json, without HTML pages, stack traces or SQL.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '@ringside/core/contract/errors.ts';
import { DatabaseUnavailable } from '../db/database-unavailable.ts';
import type { UnavailableReason } from '../db/database-unavailable.ts';
import { TooManyHashes } from '../sessions/password-hash.ts';
import { Refusal, problemOf } from '../caller/refusal.ts';
import { languageOf } from './register.ts';

/** PostgreSQL's foreign key violation: the row has dependents, or refers to a missing row. */
const FOREIGN_KEY = '23503';
const UNIQUE = '23505';
/** Serialization failure and deadlock. */
const RETRY = new Set(['40001', '40P01']);

const databaseRefusal = (error: Error & { code?: unknown }): Refusal | null => {
  if (error.code === UNIQUE || error.code === FOREIGN_KEY) return new Refusal('conflict');
  // SQLSTATE class 22: a value that the contract allows but the database cannot store (such as a NUL in a text). This is an error of the
  // request.
  if (typeof error.code === 'string' && /^22[0-9A-Z]{3}$/.test(error.code)) return new Refusal('invalid');
  if (typeof error.code === 'string' && RETRY.has(error.code)) {
    return new Refusal('conflict', { detail: 'Another request changed the same data at the same time. Try again.' });
  }
  return null;
};

/** Converts errors that Fastify raises before a handler runs. */
const requestRefusal = (
  error: Error & { readonly statusCode?: number | undefined; readonly code?: string },
): Refusal | null => {
  if (error.statusCode === 413) return new Refusal('too-large');
  if (error.statusCode === 429) return new Refusal('too-many');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    const isBody = error.code?.startsWith('FST_ERR_CTP') === true || error instanceof SyntaxError;
    return new Refusal('bad-request', { detail: isBody ? 'The body must be JSON (application/json)' : '' });
  }
  return null;
};

const UNAVAILABLE = {
  away: 'database-unreachable',
  'lock-lost': 'database-unreachable',
  busy: 'busy',
  'read-only': 'database-read-only',
  stopping: 'shutting-down',
  'timed-out': 'timed-out',
} as const satisfies Record<UnavailableReason, ErrorCode>;
const RETRY_AFTER_SECONDS = 5;

const unavailableRefusal = ({ reason, message }: DatabaseUnavailable): Refusal =>
  new Refusal(UNAVAILABLE[reason], { detail: message, retryAfterSeconds: RETRY_AFTER_SECONDS });

const refusalOf = (error: FastifyError | Error): Refusal | null => {
  if (error instanceof Refusal) return error;
  if (error instanceof DatabaseUnavailable) return unavailableRefusal(error);
  if (error instanceof TooManyHashes) return new Refusal('too-many', { retryAfterSeconds: 2 });
  return requestRefusal(error) ?? databaseRefusal(error);
};

export const sendProblem = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply => {
  const problem = problemOf(refusal, languageOf(request));
  if (refusal.retryAfterSeconds !== null) reply.header('retry-after', String(refusal.retryAfterSeconds));
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer');
  return reply.code(problem.status).type('application/problem+json').send(problem);
};

export const answerWithProblems = (app: FastifyInstance): void => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal === null) request.log.error({ err: error }, 'a request failed');
    if (refusal?.code === 'timed-out') request.log.warn({ route: request.routeOptions.url }, 'statement timed out');
    return sendProblem(request, reply, refusal ?? new Refusal('internal'));
  });
};
