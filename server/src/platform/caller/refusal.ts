// Defines the refusal that code throws to reject a request. The HTTP layer answers with a problem (RFC 9457).
import { ERRORS } from '@ringside/core/contract/errors.ts';
import type { ErrorCode, FieldError, Problem } from '@ringside/core/contract/errors.ts';
import { singularOf } from '@ringside/core/contract/nouns.ts';
import type { Language } from '@ringside/core/contract/text.ts';
import { wordCode } from '@ringside/core/contract/wording.ts';

/** An invalid field and its error. The HTTP layer translates the error into the caller's language. */
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

/** Translates the kind of the dependent rows that `in-use` names. */
const spoken = (params: Fault['params'], language: Language): Fault['params'] =>
  params?.['resource'] === undefined
    ? params
    : { ...params, resource: singularOf(String(params['resource']), language) };

/** A code without a translation gets a general message, so that people never see the code. */
export const faultText = (fault: Fault | FieldError, language: Language): string =>
  'message' in fault
    ? fault.message
    : (wordCode(fault.code, language, spoken(fault.params, language)) ?? wordCode('value', language) ?? fault.code);

const fieldError = (fault: Fault | FieldError, language: Language): FieldError => ({
  path: fault.path,
  message: faultText(fault, language),
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
