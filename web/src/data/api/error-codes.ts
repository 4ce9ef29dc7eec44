import type { ErrorCode } from '@ringside/core/contract/errors.ts';

/** The contract's error codes. Listed here because the contract's own list would load the schema library with the first page. */
export const ERROR_CODES = [
  'unauthenticated',
  'wrong-credentials',
  'one-time-code-required',
  'forbidden',
  'not-by-key',
  'customer-suspended',
  'second-factor-required',
  'password-change-required',
  'address-refused',
  'origin-refused',
  'not-found',
  'conflict',
  'stale',
  'bad-request',
  'too-large',
  'invalid',
  'too-many',
  'locked-out',
  'pbx-refused',
  'pbx-not-connected',
  'database-unreachable',
  'database-read-only',
  'timed-out',
  'busy',
  'shutting-down',
  'not-ready',
  'no-answer-in-time',
  'internal',
] as const satisfies readonly ErrorCode[];
export type ErrorText = (typeof ERROR_CODES)[number];

// Fails to compile when the contract has a code that is missing above.
const _complete: Exclude<ErrorCode, ErrorText> extends never ? true : never = true;
void _complete;
