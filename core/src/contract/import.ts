// A CSV import: validated first, then all rows or none are written.
import { z } from 'zod';
import type { Resource as ResourceName } from '../access/ability.ts';
import { route } from './route.ts';
import { PATTERNS } from './text.ts';

/** Maximum number of rows per file. */
export const MOST_IMPORTED = 10_000;

export const ImportBody = z.object({
  /** Text of the file: a header line and one line per row, separated by comma, semicolon or tab. */
  csv: z.string().min(1).max(10_000_000),
  /** Maps headings to fields where they differ. */
  columns: z.record(z.string().max(200), z.string().max(64).regex(PATTERNS.characters)).optional(),
  /** Validates only. */
  dryRun: z.boolean().default(false),
});

export const ImportError = z.object({
  /** Line of the file. The headings are line 1. */
  line: z.number().int(),
  /** Field, or empty for the whole row. */
  path: z.string(),
  message: z.string(),
  code: z.string(),
});
export type ImportError = z.infer<typeof ImportError>;

export const ImportResult = z.object({
  dryRun: z.boolean(),
  rows: z.number().int(),
  /** 0 unless all rows are valid. */
  created: z.number().int(),
  /** At most 500. */
  errors: z.array(ImportError),
  /** Unknown headings. */
  ignored: z.array(z.string()),
});
export type ImportResult = z.infer<typeof ImportResult>;

/** `row`: schema of one line after empty cells are removed. */
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
