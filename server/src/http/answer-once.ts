// A POST with an Idempotency-Key is carried out once: whoever sends it again, because the line broke, gets the same answer.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Idempotency, StoredAnswer } from '../db/idempotency.ts';
import type { Caller } from './context.ts';
import { Refusal } from './errors.ts';

const HEADER = 'Idempotency-Key';
/** Visible ASCII, as UUIDs and the like are. */
const KEY = /^[\x21-\x7e]{1,255}$/;
/** Headers of an answer that belong to it, not to its delivery. */
const KEPT_HEADERS = ['etag', 'location'];

const nameOf = ({ userId, sessionId, apiKey, actedBy }: Caller): string => {
  if (apiKey) return `key ${sessionId}`;
  return actedBy ? `user ${userId} by ${actedBy}` : `user ${userId}`;
};

/** The key that the call shows; null: none, or the call is nobody's, or its body is read as it comes. */
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
  /** Carries the call out; `undefined`: an answer without a body. */
  run(): Promise<unknown>;
  /** Reads again what the call made, when the process ended before it could answer. */
  again: ((resource: string, id: string) => Promise<unknown>) | null;
}

/**
 * The answer to send: status, kept headers and body, already what the contract declares. Throws `conflict` while the first
 * call is under way, or when it was carried out and nobody knows its answer any more; `invalid` for a key of another call.
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
    throw new Refusal('conflict', { detail: 'The first call with this key is under way', retryAfterSeconds: 1 });
  }
  if (claim.kind === 'answered') {
    reply.header('idempotency-replayed', 'true');
    return claim.answer;
  }
  if (claim.kind === 'done') {
    if (once.again === null || claim.id === null) {
      throw new Refusal('conflict', {
        detail: 'Carried out already, but the answer was lost: look before repeating it',
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
