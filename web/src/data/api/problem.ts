import type { FieldError } from '@ringside/core/contract/errors.ts';

/** A problem response of the server (RFC 9457). The page translates it by `code`; `detail` is the server's English text. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly FieldError[];
  /** Seconds from `Retry-After`, or null. */
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

/** The server is unreachable. This does not affect the session. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** Parses `Retry-After` into seconds. Accepts a number or an HTTP date, which is compared with `now` (epoch ms). */
export const retryAfterSeconds = (header: string | null, now: number): number | null => {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds));
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
};

/** Reads a failed response of any format: a reverse proxy may answer with an HTML page. */
export const problemOf = async (response: Response, now: number): Promise<ProblemError> => {
  const body: unknown = await response.json().catch(() => null);
  const p: Record<string, unknown> = typeof body === 'object' ? { ...body } : {};
  const text = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);
  return new ProblemError({
    status: response.status,
    code: text(p['code'], codeOfStatus(response.status)),
    title: text(p['title'], response.statusText || 'Error'),
    detail: text(p['detail'], ''),
    errors: Array.isArray(p['errors']) ? p['errors'] : [],
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
    // A reverse proxy answers with these codes while the console restarts.
    case 502:
    case 503:
      return 'not-ready';
    case 504:
      return 'no-answer-in-time';
    default:
      return 'internal';
  }
};
