import type { ErrorCode } from '@ringside/core/contract/errors.ts';

/** The contract's error codes. Spelt out, because the contract's own list would bring its schema library into the first load. */
export const ERROR_CODES = [
  'unauthenticated',
  'wrong-credentials',
  'one-time-code-required',
  'forbidden',
  'customer-suspended',
  'second-factor-required',
  'password-change-required',
  'address-refused',
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
  'not-ready',
  'internal',
] as const satisfies readonly ErrorCode[];
export type ErrorText = (typeof ERROR_CODES)[number];

// Fails to compile when the contract grows a code that is missing above.
const _complete: Exclude<ErrorCode, ErrorText> extends never ? true : never = true;
void _complete;
