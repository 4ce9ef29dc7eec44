// Converts a unique constraint violation into a `taken` error of its field.
import { errorCode } from '@ringside/core/base/error-code.ts';
import { Refusal } from '../../caller/refusal.ts';

/** `unique` maps each database constraint to its field. Other errors are returned unchanged. */
export const uniqueRefusal = (error: unknown, unique: Readonly<Record<string, string>>): unknown => {
  const { constraint }: { readonly constraint?: unknown } = error ?? {};
  const path = errorCode(error) === '23505' && typeof constraint === 'string' ? unique[constraint] : undefined;
  return path === undefined ? error : new Refusal('conflict', { errors: [{ path, code: 'taken' }] });
};
