// Every API error, as data. `title` is English; the web app shows its own text by `code`.
import { z } from 'zod';

export const ERRORS = {
  unauthenticated: { status: 401, title: 'Sign in first' },
  'wrong-credentials': { status: 401, title: 'Wrong user name or password' },
  'one-time-code-required': { status: 401, title: 'A one-time code is required' },
  forbidden: { status: 403, title: 'Your role does not allow this' },
  'not-by-key': { status: 403, title: 'API keys, and accounts that they created, cannot do this' },
  'customer-suspended': { status: 403, title: 'The customer is suspended: read-only access' },
  'second-factor-required': { status: 403, title: 'Set up a second factor first' },
  'password-change-required': { status: 403, title: 'Change your password first' },
  'address-refused': { status: 403, title: 'Not allowed from your address' },
  'origin-refused': { status: 403, title: 'Live data is not available at this address' },
  'not-found': { status: 404, title: 'Not found' },
  conflict: { status: 409, title: 'Already exists or still in use' },
  stale: { status: 412, title: 'Someone else changed this in the meantime' },
  'bad-request': { status: 400, title: 'The request is malformed' },
  'too-large': { status: 413, title: 'The request is too large' },
  invalid: { status: 422, title: 'Check the highlighted fields' },
  'too-many': { status: 429, title: 'Too many requests' },
  'locked-out': { status: 429, title: 'Too many failed sign-ins' },
  'pbx-refused': { status: 409, title: 'The PBX rejected the command' },
  'pbx-not-connected': { status: 503, title: 'The PBX is not connected' },
  'database-unreachable': { status: 503, title: 'The database is not reachable' },
  'database-read-only': { status: 503, title: 'The disk is full: nothing can be saved' },
  'timed-out': { status: 503, title: 'The database took too long' },
  busy: { status: 503, title: 'The console is busy' },
  'shutting-down': { status: 503, title: 'The console is restarting' },
  'not-ready': { status: 503, title: 'Not ready yet' },
  'no-answer-in-time': { status: 504, title: 'The PBX did not answer in time' },
  internal: { status: 500, title: 'Unexpected error' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** `path`: dotted field path (`amiHost`, `members.0.penalty`). With `code` and `params` a client can word the error itself. */
export const FieldError = z.object({
  path: z.string(),
  message: z.string(),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type FieldError = z.infer<typeof FieldError>;

/** Problem details of RFC 9457. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.string(),
  errors: z.array(FieldError),
});
export type Problem = z.infer<typeof Problem>;
