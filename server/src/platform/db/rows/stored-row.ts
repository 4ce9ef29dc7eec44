import type { z } from 'zod';
import type { noun } from '@ringside/core/contract/noun.ts';

export type AnyResource = ReturnType<typeof noun<string, z.ZodObject, z.ZodObject, z.ZodObject>>;
export type Id = string | number;
/** The columns that every row has. Timestamps are Dates. */
export type StoredRow = { readonly id: Id; readonly version: number } & Readonly<Record<string, unknown>>;
