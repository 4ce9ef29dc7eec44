// Common parts of resource routes: IDs, pages, exports, deletions and bulk changes.
import { keysOf } from '../base/keys-of.ts';
import { z } from 'zod';
import type { Action, Resource as ResourceName } from '../access/ability.ts';
import { ERRORS, FieldError } from './errors.ts';
import { route } from './route.ts';
import { PATTERNS, TimeZone } from './text.ts';

/** IDs are UUIDs, except for PBX servers (small integers). */
export const Id = z.uuid();
export const Instant = z.iso.datetime();

/** How a field is shown and edited. Locale keys: `<resource>.fields.<field>` for the label, `<resource>.help.<field>` for help. */
export type Field =
  | {
      readonly kind:
        | 'text'
        | 'textarea'
        | 'email'
        | 'secret'
        | 'number'
        | 'boolean'
        | 'timezone'
        | 'country'
        | 'currency'
        | 'language'
        | 'instant'
        | 'phone'
        /** A call destination (`destination.ts`). */
        | 'destination';
    }
  | { readonly kind: 'select'; readonly options: readonly (string | number)[] }
  /** The ID of a row of another resource, or several IDs. */
  | { readonly kind: 'ref'; readonly resource: string; readonly many?: boolean };

export interface FieldUse {
  readonly in: readonly ('list' | 'create' | 'edit')[];
  /** Form section. Locale key: `<resource>.sections.<section>`. */
  readonly section?: string;
}

export const ListQuery = z.object({
  page: z.coerce.number().int().min(1).default(1),
  perPage: z.coerce.number().int().min(1).max(500).default(25),
  sort: z.string().max(64).optional(),
  q: z.string().trim().max(100).regex(PATTERNS.characters).optional(),
});

export const EXPORT_FORMATS = ['csv', 'xlsx', 'pdf'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export const EXPORT_TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const satisfies Record<ExportFormat, string>;
export const EXPORT_FILES = [EXPORT_TYPES.csv, EXPORT_TYPES.xlsx, EXPORT_TYPES.pdf] as const;

/** Text options of a file. A PDF contains the first 1,000 rows and says so. */
export const FILE_WORDS = {
  headings: z
    .string()
    .max(8000)
    .describe('Headings of the columns, one a line. Without it, the field names: an import reads them again.')
    .optional(),
  /** For PDF: title above the table, and time zone of its times (default UTC). */
  title: z.string().trim().max(200).regex(PATTERNS.characters).optional(),
  timeZone: TimeZone.optional(),
};

/**
 * Query of a deletion. `moveTo`: row that takes over the dependents, if the resource is `movable`. Without it, a row with dependents is
 * kept and the error names them.
 */
export const RemoveQuery = z.object({ moveTo: Id.optional() });

/**
 * Query of an export, in addition to the list's filters. `columns`: comma-separated fields in that order. `headings`: one per line, default
 * are field names, which an import can read.
 */
export const ExportQuery = z.object({
  format: z.enum(EXPORT_FORMATS).default('csv'),
  columns: z.string().max(2000).regex(PATTERNS.characters).optional(),
  ...FILE_WORDS,
});

export const ListMeta = z.object({
  page: z.number().int(),
  perPage: z.number().int(),
  total: z.number().int(),
});

/** Maximum number of rows per bulk change. */
export const MOST_CHANGED = 500;

/** Author of a change: the user name at that time, and the impersonating user's name. */
const Author = z.object({ username: z.string(), actedBy: z.string().nullable() });
/** Creator and last editor of a row from the audit trail. `null` when unknown or never changed. */
export const RowAuthors = z.object({
  createdAt: Instant.nullable(),
  createdBy: Author.nullable(),
  updatedAt: Instant.nullable(),
  updatedBy: Author.nullable(),
});
export type RowAuthors = z.infer<typeof RowAuthors>;

/** A row to change, with the version that the client read. */
export const RowVersion = z.object({ id: Id, version: z.number().int() });
export const NumberedRowVersion = z.object({ id: z.number().int().min(1), version: z.number().int() });

/** Result of a bulk change. Each row is validated, checked for its version and audited on its own. */
export const BulkResult = z.object({
  changed: z.number().int(),
  refused: z.array(
    z.object({
      id: z.union([z.string(), z.number()]),
      code: z.enum(keysOf(ERRORS)),
      errors: z.array(FieldError),
    }),
  ),
});
export type BulkResult = z.infer<typeof BulkResult>;

/** Exports all matching rows as a file. `access`: replaces the export permission of the resource. */
export const exportRoute = <const Shape extends z.core.$ZodLooseShape>(
  d: {
    readonly name: ResourceName;
    readonly path: string;
    /** English plural of the rows. */
    readonly plural: string;
    readonly tag?: string;
    readonly access?: readonly [Action, ResourceName];
  },
  narrowing: Shape,
) =>
  route({
    method: 'GET',
    path: `${d.path}/export`,
    summary: `Export the matching ${d.plural} as CSV, XLSX or PDF`,
    tag: d.tag ?? d.name,
    access: d.access ?? ['export', d.name],
    query: ListQuery.omit({ page: true, perPage: true }).extend({ ...ExportQuery.shape, ...narrowing }),
    file: EXPORT_FILES,
    errors: ['too-large'],
  });
