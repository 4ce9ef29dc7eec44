// Every error leaves as application/problem+json: never a page of HTML, a stack or SQL.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TooManyHashes } from '../sessions/password-hash.ts';
import { Refusal, problemOf } from './errors.ts';
import { languageOf } from './register.ts';

/** Postgres: the row is still pointed to, or points to nothing. */
const FOREIGN_KEY = '23503';
const UNIQUE = '23505';
/** Serialisation failure, deadlock. */
const RETRY = new Set(['40001', '40P01']);

const databaseRefusal = (error: Error & { code?: unknown }): Refusal | null => {
  if (error.code === UNIQUE || error.code === FOREIGN_KEY) return new Refusal('conflict');
  // A value that the contract let through and the database cannot hold (a NUL in a text): the caller's, not ours.
  if (typeof error.code === 'string' && /^22[0-9A-Z]{3}$/.test(error.code)) return new Refusal('invalid');
  if (typeof error.code === 'string' && RETRY.has(error.code)) {
    return new Refusal('conflict', { detail: 'Someone changed the same at the same time; try again' });
  }
  return null;
};

/** What Fastify itself refuses, before a handler runs. */
const requestRefusal = (error: FastifyError): Refusal | null => {
  if (error.statusCode === 413) return new Refusal('too-large');
  if (error.statusCode === 429) return new Refusal('too-many');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    const isBody = error.code?.startsWith('FST_ERR_CTP') === true || error instanceof SyntaxError;
    return new Refusal('bad-request', { detail: isBody ? 'The body must be JSON (application/json)' : '' });
  }
  return null;
};

const refusalOf = (error: FastifyError | Error): Refusal | null => {
  if (error instanceof Refusal) return error;
  if (error instanceof TooManyHashes) return new Refusal('too-many', { retryAfterSeconds: 2 });
  return requestRefusal(error as FastifyError) ?? databaseRefusal(error);
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
    return sendProblem(request, reply, refusal ?? new Refusal('internal'));
  });
};
