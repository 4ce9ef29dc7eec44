import { z } from 'zod';

/** Unwraps `optional`, `default` and `nullable`. */
const inner = (schema: z.core.$ZodType): z.core.$ZodType => {
  const def: { type: string; innerType?: z.core.$ZodType } = schema._zod.def;
  return def.innerType ? inner(def.innerType) : schema;
};

/** Returns the required fields: those that reject `undefined`. */
export const requiredFields = (schema: z.ZodObject): ReadonlySet<string> =>
  new Set(Object.entries(schema.shape).flatMap(([name, s]) => (z.safeParse(s, undefined).success ? [] : [name])));

/** Returns the fields that are numbers in the contract. */
export const numericFields = (schema: z.ZodObject): ReadonlySet<string> =>
  new Set(Object.entries(schema.shape).flatMap(([name, s]) => (isNumeric(inner(s)._zod.def) ? [name] : [])));

const isNumeric = ({ type, values }: { readonly type: string; readonly values?: readonly unknown[] }): boolean =>
  type === 'number' || (type === 'literal' && values !== undefined && values.every((v) => typeof v === 'number'));

/** Returns the text fields that accept only Latin letters, such as identifiers. They are left-to-right in every language. */
export const latinFields = (schema: z.ZodObject): ReadonlySet<string> =>
  new Set(
    Object.entries(schema.shape).flatMap(([name, s]) => {
      if (inner(s)._zod.def.type !== 'string') return [];
      const issues = z.safeParse(s, 'שלום').error?.issues ?? [];
      return issues.some((issue) => issue.code === 'invalid_format') ? [name] : [];
    }),
  );

/** Returns the contract's default values. */
export const defaultsOf = (schema: z.ZodObject): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schema.shape).flatMap(([name, s]) => {
      const tried = z.safeParse(s, undefined);
      return tried.success && tried.data !== undefined ? [[name, tried.data]] : [];
    }),
  );

/** Returns the values of an enumerated field; empty for other fields. */
export const optionsOf = (schema: z.ZodObject, field: string): readonly string[] => {
  const found: z.core.$ZodType | undefined = schema.shape[field];
  if (found === undefined) return [];
  const def: { type: string; entries?: Readonly<Record<string, string>> } = inner(found)._zod.def;
  return def.type === 'enum' ? Object.values(def.entries ?? {}) : [];
};

/** Returns whether a field is boolean. */
export const isSwitch = (schema: z.ZodObject, field: string): boolean => {
  const found: z.core.$ZodType | undefined = schema.shape[field];
  return found !== undefined && inner(found)._zod.def.type === 'boolean';
};

/** Returns the fields that accept null. */
export const nullableFields = (schema: z.ZodObject): ReadonlySet<string> =>
  new Set(Object.entries(schema.shape).flatMap(([name, s]) => (z.safeParse(s, null).success ? [name] : [])));
