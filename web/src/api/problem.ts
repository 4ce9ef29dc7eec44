import type { FieldError } from '@ringside/core/contract/errors.ts';

/** The server answered with a problem (RFC 9457). The console words it by `code`; `detail` is the server's own English sentence. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly FieldError[];
  /** From `Retry-After`, or null. */
  readonly retryAfterSeconds: number | null;
  constructor(p: {
    status: number;
    code: string;
    title: string;
    detail: string;
    errors: readonly FieldError[];
    retryAfterSeconds: number | null;
  }) {
    super(p.title);
    this.status = p.status;
    this.code = p.code;
    this.detail = p.detail;
    this.errors = p.errors;
    this.retryAfterSeconds = p.retryAfterSeconds;
  }
}

/** The server could not be reached at all. It says nothing about the session. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** `Retry-After` in seconds: a number, or an HTTP date against `now` (epoch ms). */
export const retryAfterSeconds = (header: string | null, now: number): number | null => {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds));
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
};

/** Reads a failed response, whatever it holds: a proxy in front may answer with an HTML page. */
export const problemOf = async (response: Response, now: number): Promise<ProblemError> => {
  const body: unknown = await response.json().catch(() => null);
  const p = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const text = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);
  return new ProblemError({
    status: response.status,
    code: text(p['code'], codeOfStatus(response.status)),
    title: text(p['title'], response.statusText || 'Error'),
    detail: text(p['detail'], ''),
    errors: Array.isArray(p['errors']) ? (p['errors'] as FieldError[]) : [],
    retryAfterSeconds: retryAfterSeconds(response.headers.get('retry-after'), now),
  });
};

const codeOfStatus = (status: number): string => {
  switch (status) {
    case 401:
      return 'unauthenticated';
    case 403:
      return 'forbidden';
    case 404:
      return 'not-found';
    case 409:
      return 'conflict';
    case 412:
      return 'stale';
    case 413:
      return 'too-large';
    case 422:
      return 'invalid';
    case 429:
      return 'too-many';
    // What a proxy says while the console restarts behind it.
    case 502:
    case 503:
    case 504:
      return 'not-ready';
    default:
      return 'internal';
  }
};
