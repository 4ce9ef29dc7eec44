// Runs a POST with an Idempotency-Key once. A retry after a lost connection gets the stored answer.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Idempotency, StoredAnswer } from '../db/idempotency.ts';
import type { Caller } from '../caller/caller.ts';
import { Refusal } from '../caller/refusal.ts';

const HEADER = 'Idempotency-Key';
/** Visible ASCII characters, such as a UUID. */
const KEY = /^[\x21-\x7e]{1,255}$/;
/** Headers that are stored with the answer. */
const KEPT_HEADERS = ['etag', 'location'];

const nameOf = ({ userId, sessionId, apiKey, actedBy }: Caller): string => {
  if (apiKey) return `key ${sessionId}`;
  return actedBy ? `user ${userId} by ${actedBy}` : `user ${userId}`;
};

/** Returns the idempotency key. `null`: no key, the call has no session, or its body is a stream. */
export const idempotencyKey = (request: FastifyRequest): string | null => {
  const key = request.headers['idempotency-key'];
  if (key === undefined || request.method !== 'POST' || request.caller === null) return null;
  const isStream = typeof request.body === 'object' && request.body !== null && Symbol.asyncIterator in request.body;
  if (isStream) return null;
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw new Refusal('invalid', { errors: [{ path: HEADER, code: 'bad-key' }] });
  }
  return key;
};

const keptHeaders = (reply: FastifyReply): Record<string, string> =>
  Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [])),
  );

interface Once {
  readonly idempotency: Idempotency;
  readonly key: string;
  readonly status: number;
  /** Runs the call. Resolves with `undefined` for an answer without a body. */
  run(): Promise<unknown>;
  /** Reads the created row again if the process ended before it answered. */
  again: ((resource: string, id: string) => Promise<unknown>) | null;
}

/**
 * Returns status, stored headers and body of the answer, as the contract declares them. Throws `conflict` while the first call
 * runs, or when it ran and its answer is lost. Throws `invalid` for a key of another call.
 */
export const answerOnce = async (request: FastifyRequest, reply: FastifyReply, once: Once): Promise<StoredAnswer> => {
  const { idempotency, key, status } = once;
  const asked = {
    caller: nameOf(request.caller as Caller),
    key,
    request: `${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`,
  };
  const claim = await idempotency.claim(asked);
  if (claim.kind === 'other-request') throw new Refusal('invalid', { errors: [{ path: HEADER, code: 'key-reused' }] });
  if (claim.kind === 'running') {
    throw new Refusal('conflict', {
      detail: 'The first request with this idempotency key is still running',
      retryAfterSeconds: 1,
    });
  }
  if (claim.kind === 'answered') {
    reply.header('idempotency-replayed', 'true');
    return claim.answer;
  }
  if (claim.kind === 'done') {
    if (once.again === null || claim.id === null) {
      throw new Refusal('conflict', {
        detail:
          'The request was already carried out, but its response was lost. Check the result before you repeat it.',
      });
    }
    reply.header('idempotency-replayed', 'true');
    const body = await once.again(claim.resource, claim.id);
    return { status, headers: keptHeaders(reply), body };
  }
  const { work } = claim;
  let answer: StoredAnswer;
  try {
    const body = await work.run(once.run);
    answer = { status, headers: keptHeaders(reply), ...(body === undefined ? {} : { body }) };
  } catch (error) {
    await work.failed();
    throw error;
  }
  await work.answered(answer);
  return answer;
};
