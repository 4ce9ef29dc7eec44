// An import of CSV, declared once: tried first, then all of its rows or none.
import { z } from 'zod';
import type { Resource as ResourceName } from '../access/ability.ts';
import { route } from './route.ts';
import { PATTERNS } from './text.ts';

/** Rows of one file. */
export const MOST_IMPORTED = 10_000;

export const ImportBody = z.object({
  /** The file's text: a line of headings, then a line for each row; separated by comma, semicolon or tab. */
  csv: z.string().min(1).max(10_000_000),
  /** Heading → field, where a heading is not the field's name. */
  columns: z.record(z.string().max(200), z.string().max(64).regex(PATTERNS.characters)).optional(),
  /** Only says what would happen. */
  dryRun: z.boolean().default(false),
});

export const ImportError = z.object({
  /** Of the file; the headings are line 1. */
  line: z.number().int(),
  /** The field, or empty: the whole row. */
  path: z.string(),
  message: z.string(),
  code: z.string(),
});
export type ImportError = z.infer<typeof ImportError>;

export const ImportResult = z.object({
  dryRun: z.boolean(),
  rows: z.number().int(),
  /** 0 unless every row is right. */
  created: z.number().int(),
  /** At most 500. */
  errors: z.array(ImportError),
  /** Headings that mean nothing here. */
  ignored: z.array(z.string()),
});
export type ImportResult = z.infer<typeof ImportResult>;

/** `row` is what one line must be, after empty cells are left out. */
export const importOf = <const Row extends z.ZodObject>(
  of: { readonly name: ResourceName; readonly path: string },
  row: Row,
) => ({
  row,
  routes: {
    import: route({
      method: 'POST',
      path: `${of.path}/import`,
      summary: `Import ${of.path.slice(1)} from CSV: all rows or none`,
      tag: of.name,
      access: ['create', of.name],
      body: ImportBody,
      response: ImportResult,
      maxBodyBytes: 16_777_216,
      errors: [],
    }),
  },
});
