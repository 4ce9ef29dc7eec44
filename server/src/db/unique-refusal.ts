// A broken uniqueness as a word on its field.
import { Refusal } from '../http/errors.ts';

/** `unique`: constraint of the database → field. Any other error comes back as it is. */
export const uniqueRefusal = (error: unknown, unique: Readonly<Record<string, string>>): unknown => {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const path = code === '23505' && typeof constraint === 'string' ? unique[constraint] : undefined;
  return path === undefined ? error : new Refusal('conflict', { errors: [{ path, code: 'taken' }] });
};
