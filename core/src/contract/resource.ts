// A resource is declared once: its five routes, its list and its form follow from the declaration.
import { z } from 'zod';
import type { Action, Resource as ResourceName } from '../access/ability.ts';
import { ERRORS, FieldError } from './errors.ts';
import type { ErrorCode } from './errors.ts';
import { nounsOf } from './nouns.ts';
import { route } from './route.ts';
import { PATTERNS, TimeZone } from './text.ts';

/** Ids are UUIDs, but for PBX servers (small integers). */
export const Id = z.uuid();
export const Instant = z.iso.datetime();

/** How a field is shown and edited; its label and help are locale keys `<resource>.fields.<field>` and `<resource>.help.<field>`. */
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
        /** Where a call goes (`destination.ts`). */
        | 'destination';
    }
  | { readonly kind: 'select'; readonly options: readonly (string | number)[] }
  /** The id of a row of another resource, or several. */
  | { readonly kind: 'ref'; readonly resource: string; readonly many?: boolean };

export interface FieldUse {
  readonly in: readonly ('list' | 'create' | 'edit')[];
  /** Groups fields of a form under a heading, locale key `<resource>.sections.<section>`. */
  readonly section?: string;
}

export interface ResourceDefinition<Row extends z.ZodObject, Create extends z.ZodObject, Update extends z.ZodObject> {
  /** The ability's resource and the locale namespace: `customer`. */
  readonly name: ResourceName;
  /** `/customers`. */
  readonly path: string;
  readonly idKind?: 'uuid' | 'integer';
  readonly row: Row;
  readonly create: Create;
  /** All optional: PATCH changes only what it names. */
  readonly update: Update;
  readonly sortable: readonly (keyof z.output<Row> & string)[];
  readonly defaultSort: string;
  /** Columns that `q` searches, and those that `?<field>=` filters by. */
  readonly searchable: readonly (keyof z.output<Row> & string)[];
  readonly filters: readonly (keyof z.output<Row> & string)[];
  readonly fields: Partial<Record<keyof z.output<Row> | keyof z.output<Create>, Field & FieldUse>>;
  /** The field that names a row to a person. */
  readonly titleField: keyof z.output<Row> & string;
  /** Of a new row and of a change, when they may be larger than usual: they carry a file. */
  readonly maxBodyBytes?: number;
  /** What depends on a row may go over to another of its kind when it is deleted. */
  readonly movable?: boolean;
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

/** Words of a file. A PDF has the first 1,000 rows, and says so. */
export const FILE_WORDS = {
  /** What stands above the columns, one a line. */
  headings: z.string().max(8000).optional(),
  /** Of a PDF: what stands above the table, and on whose clock times are told; UTC when left out. */
  title: z.string().trim().max(200).regex(PATTERNS.characters).optional(),
  timeZone: TimeZone.optional(),
};

/**
 * Of a deletion. `moveTo`: what depends on the row goes over to this one of its kind, where the noun allows it (call centers,
 * queues, ring groups, menus, hours, roles); without it a row that others depend on stays, and the answer names them.
 */
export const RemoveQuery = z.object({ moveTo: Id.optional() });

/**
 * What an export asks for beside the list's own filters. `columns`: fields, separated by commas, in that order; `headings`:
 * what stands above them, one a line; without it the fields' names, which an import reads again.
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

/** Rows of one bulk change. */
export const MOST_CHANGED = 500;

/** Who did something: his user name as it was then, and the one of who acted in his name. */
const Author = z.object({ username: z.string(), actedBy: z.string().nullable() });
/** Who made a row and who changed it last, by the audit trail; null: nobody that it knows, or it never was changed. */
export const RowAuthors = z.object({
  createdAt: Instant.nullable(),
  createdBy: Author.nullable(),
  updatedAt: Instant.nullable(),
  updatedBy: Author.nullable(),
});
export type RowAuthors = z.infer<typeof RowAuthors>;

/** What became of a bulk change: each row is judged, guarded by its version and audited as if it stood alone. */
export const BulkResult = z.object({
  changed: z.number().int(),
  refused: z.array(
    z.object({
      id: z.union([z.string(), z.number()]),
      code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
      errors: z.array(FieldError),
    }),
  ),
});
export type BulkResult = z.infer<typeof BulkResult>;

const namesSomething = (change: object): boolean => Object.keys(change).length > 0;

/** The same change to several rows. */
const bulkRoute = <const Update extends z.ZodObject>(
  d: { readonly name: ResourceName; readonly path: string; readonly update: Update },
  id: z.ZodType<string | number>,
) =>
  route({
    method: 'PATCH',
    path: d.path,
    summary: `Change the named fields of several ${nounsOf(d.path).many}`,
    tag: d.name,
    access: ['update', d.name],
    body: z.object({
      rows: z
        .array(z.object({ id, version: z.number().int() }))
        .min(1)
        .max(MOST_CHANGED),
      change: d.update.refine(namesSomething, { params: { rule: 'required' } }),
    }),
    response: BulkResult,
    errors: [],
  });

/** The whole list that matches, as a file; `access`: where the ability to export the noun is not what it asks for. */
export const exportRoute = <const Shape extends z.core.$ZodLooseShape>(
  d: {
    readonly name: ResourceName;
    readonly path: string;
    readonly tag?: string;
    readonly access?: readonly [Action, ResourceName];
  },
  narrowing: Shape,
) =>
  route({
    method: 'GET',
    path: `${d.path}/export`,
    summary: `Export the ${nounsOf(d.path).many} that match, as CSV, XLSX or PDF`,
    tag: d.tag ?? d.name,
    access: d.access ?? ['export', d.name],
    query: ListQuery.omit({ page: true, perPage: true }).extend({ ...ExportQuery.shape, ...narrowing }),
    file: EXPORT_FILES,
    errors: ['too-large'],
  });

/** Of a body, where nothing else is said. */
const USUAL_BODY_BYTES = 1_048_576;

export const resource = <
  const Row extends z.ZodObject,
  const Create extends z.ZodObject,
  const Update extends z.ZodObject,
>(
  d: ResourceDefinition<Row, Create, Update>,
) => {
  const params = z.object({ id: d.idKind === 'integer' ? z.coerce.number().int().min(1) : Id });
  const rowId = d.idKind === 'integer' ? z.number().int().min(1) : Id;
  const filters = Object.fromEntries(
    d.filters.map((f) => [f, z.string().max(200).regex(PATTERNS.characters).optional()]),
  );
  const sorts = d.sortable.flatMap((field) => [field, `-${field}`]);
  const order = z.enum(sorts).optional();
  const page = z.object({ data: z.array(d.row), meta: ListMeta });
  const item = `${d.path}/:id`;
  const nouns = nounsOf(d.path);
  const maxBodyBytes: number = d.maxBodyBytes ?? USUAL_BODY_BYTES;
  return {
    ...d,
    routes: {
      list: route({
        method: 'GET',
        path: d.path,
        summary: `List ${nouns.many}`,
        tag: d.name,
        access: ['read', d.name],
        query: ListQuery.extend({ ...filters, sort: order }),
        response: page,
        errors: [],
      }),
      export: exportRoute(d, { ...filters, sort: order }),
      get: route({
        method: 'GET',
        path: item,
        summary: `Get one ${nouns.one}`,
        tag: d.name,
        access: ['read', d.name],
        params,
        response: d.row,
        errors: ['not-found'],
      }),
      authors: route({
        method: 'GET',
        path: `${item}/authors`,
        summary: `Who made one ${nouns.one}, and who changed it last`,
        tag: d.name,
        access: ['read', d.name],
        params,
        response: RowAuthors,
        errors: ['not-found'],
      }),
      create: route({
        method: 'POST',
        path: d.path,
        summary: `Create one ${nouns.one}`,
        tag: d.name,
        access: ['create', d.name],
        body: d.create,
        maxBodyBytes,
        response: d.row,
        status: 201,
        errors: ['conflict', 'not-found'],
      }),
      update: route({
        method: 'PATCH',
        path: item,
        summary: `Change the named fields of one ${nouns.one}`,
        tag: d.name,
        access: ['update', d.name],
        params,
        body: d.update,
        maxBodyBytes,
        response: d.row,
        errors: ['not-found', 'conflict', 'stale'],
      }),
      bulk: bulkRoute(d, rowId),
      remove: route({
        method: 'DELETE',
        path: item,
        summary: `Delete one ${nouns.one}`,
        tag: d.name,
        access: ['delete', d.name],
        params,
        query: RemoveQuery,
        status: 204,
        errors: ['not-found', 'conflict', 'stale'],
      }),
    },
  };
};
