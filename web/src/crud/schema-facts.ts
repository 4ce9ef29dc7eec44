import { z } from 'zod';

/** Unwraps `optional`, `default` and `nullable`. */
const inner = (schema: z.core.$ZodType): z.core.$ZodType => {
  const def = schema._zod.def as { type: string; innerType?: z.core.$ZodType };
  return def.innerType ? inner(def.innerType) : schema;
};

/** Fields that a record cannot be made without: those that refuse `undefined`. */
export const requiredFields = (schema: z.ZodObject): ReadonlySet<string> =>
  new Set(Object.entries(schema.shape).flatMap(([name, s]) => (z.safeParse(s, undefined).success ? [] : [name])));

/** Fields that are numbers on the wire. */
export const numericFields = (schema: z.ZodObject): ReadonlySet<string> =>
  new Set(
    Object.entries(schema.shape).flatMap(([name, s]) =>
      isNumeric(inner(s)._zod.def as { type: string; values?: readonly unknown[] }) ? [name] : [],
    ),
  );

const isNumeric = ({ type, values }: { readonly type: string; readonly values?: readonly unknown[] }): boolean =>
  type === 'number' || (type === 'literal' && values !== undefined && values.every((v) => typeof v === 'number'));

/** Fields of names that programs read: no letter but a Latin one is taken, so they run from left to right everywhere. */
export const latinFields = (schema: z.ZodObject): ReadonlySet<string> =>
  new Set(
    Object.entries(schema.shape).flatMap(([name, s]) => {
      if (inner(s)._zod.def.type !== 'string') return [];
      const issues = z.safeParse(s, 'שלום').error?.issues ?? [];
      return issues.some((issue) => issue.code === 'invalid_format') ? [name] : [];
    }),
  );

/** What the contract fills in when a field is left out. */
export const defaultsOf = (schema: z.ZodObject): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schema.shape).flatMap(([name, s]) => {
      const tried = z.safeParse(s, undefined);
      return tried.success && tried.data !== undefined ? [[name, tried.data]] : [];
    }),
  );

/** The values that an enumerated field may take; none when it is no such field. */
export const optionsOf = (schema: z.ZodObject, field: string): readonly string[] => {
  const found = schema.shape[field] as z.core.$ZodType | undefined;
  if (found === undefined) return [];
  const def = inner(found)._zod.def as { type: string; entries?: Readonly<Record<string, string>> };
  return def.type === 'enum' ? Object.values(def.entries ?? {}) : [];
};

/** Whether a field is on or off. */
export const isSwitch = (schema: z.ZodObject, field: string): boolean => {
  const found = schema.shape[field] as z.core.$ZodType | undefined;
  return found !== undefined && inner(found)._zod.def.type === 'boolean';
};

/** Fields that may be none: `null` on the wire. */
export const nullableFields = (schema: z.ZodObject): ReadonlySet<string> =>
  new Set(Object.entries(schema.shape).flatMap(([name, s]) => (z.safeParse(s, null).success ? [name] : [])));
