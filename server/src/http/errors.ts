// A refusal is thrown by whoever finds the reason and becomes a problem (RFC 9457) at the edge.
import { ERRORS } from '@ringside/core/contract/errors.ts';
import type { ErrorCode, FieldError, Problem } from '@ringside/core/contract/errors.ts';
import type { Language } from '@ringside/core/contract/text.ts';
import { wordCode } from '@ringside/core/contract/wording.ts';

/** A field and what is wrong with it; worded in the caller's language at the edge. */
export interface Fault {
  readonly path: string;
  /** A code of `core/contract/wording.ts`: `taken`, `unknown`, `in-use` … */
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly errors: readonly (Fault | FieldError)[];
  readonly retryAfterSeconds: number | null;
  constructor(
    code: ErrorCode,
    more: {
      readonly detail?: string;
      readonly errors?: readonly (Fault | FieldError)[];
      readonly retryAfterSeconds?: number;
    } = {},
  ) {
    super(more.detail ?? ERRORS[code].title);
    this.code = code;
    this.detail = more.detail ?? '';
    this.errors = more.errors ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
  }
}

const fieldError = (fault: Fault | FieldError, language: Language): FieldError => ({
  path: fault.path,
  message: 'message' in fault ? fault.message : (wordCode(fault.code, language, fault.params) ?? fault.code),
  code: fault.code,
  ...(fault.params === undefined ? {} : { params: { ...fault.params } }),
});

export const problemOf = (refusal: Refusal, language: Language): Problem => {
  const { status, title } = ERRORS[refusal.code];
  return {
    type: 'about:blank',
    title,
    status,
    detail: refusal.detail,
    code: refusal.code,
    errors: refusal.errors.map((fault) => fieldError(fault, language)),
  };
};
