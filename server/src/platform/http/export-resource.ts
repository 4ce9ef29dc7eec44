// Exports the rows of a resource's list with the requested columns and headings. Every export is audited.
import type { ExportFormat } from '@ringside/core/contract/resource.ts';
import type { FileAnswer } from '@ringside/core/contract/route.ts';
import { writeAudit } from '../db/audit.ts';
import type { Db } from '../db/connect.ts';
import type { ListAll, ResourceStore } from '../db/rows/resource-store.ts';
import type { AnyResource, StoredRow } from '../db/rows/stored-row.ts';
import { ownerOf } from '../documents/document-pool.ts';
import type { Caller } from '../caller/caller.ts';
import { Refusal } from '../caller/refusal.ts';
import { fileOf } from '../documents/export-rows.ts';

interface ExportRequest extends Readonly<Record<string, unknown>> {
  readonly format: ExportFormat;
  readonly columns?: string | undefined;
  readonly headings?: string | undefined;
  readonly title?: string | undefined;
  readonly timeZone?: string | undefined;
}

/** The content of a file. Its columns are fields of a row. */
type Exported = Pick<AnyResource, 'path' | 'row'>;

const columnsOf = (r: Exported, wanted: string | undefined): readonly string[] => {
  const known = Object.keys(r.row.shape).filter((field) => field !== 'version');
  if (wanted === undefined || wanted === '') return known;
  const columns = wanted.split(',');
  if (columns.some((column) => !known.includes(column)) || new Set(columns).size !== columns.length) {
    throw new Refusal('invalid', { errors: [{ path: 'columns', code: 'unknown' }] });
  }
  return columns;
};

const headingsOf = (columns: readonly string[], wanted: string | undefined): readonly string[] => {
  if (wanted === undefined || wanted === '') return columns;
  const headings = wanted.split('\n');
  if (headings.length !== columns.length) {
    throw new Refusal('invalid', { errors: [{ path: 'headings', code: 'unknown' }] });
  }
  return headings;
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the filters for the audit entry. Omits IDs sent by users of a customer, because they may belong to another customer's row. */
const filtersFor = (caller: Caller, request: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(request).filter(
      ([, value]) => value !== undefined && value !== '' && (caller.customerId === null || !UUID.test(String(value))),
    ),
  );

/** Source of the rows: a store, or a noun with its own list query. */
interface ExportSource<Row extends object = StoredRow> extends Pick<ResourceStore, 'note'> {
  all(caller: Caller, request: ListAll): Promise<{ total: number; batches: AsyncIterable<readonly Row[]> }>;
}

/** Returns a function that writes the audit entry of an export, for nouns without a store. */
export const exportNote =
  (db: Db, of: { readonly resource: string; readonly customerId?: string }): ExportSource['note'] =>
  (caller, action, after) =>
    writeAudit(db, caller, {
      customerId: of.customerId ?? caller.customerId,
      action,
      resource: of.resource,
      resourceId: of.customerId ?? null,
      resourceName: '',
      before: null,
      after,
    });

/** Rows per page when a list is read page by page. */
const PAGE = 500;

interface ListedPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** Returns the export source of a noun with its own list query. */
export const exportedList = <Row extends object>(
  store: Pick<ResourceStore, 'note'>,
  list: (
    caller: Caller,
    request: Record<string, unknown> & { readonly page: number; readonly perPage: number },
  ) => Promise<ListedPage<Row>>,
): ExportSource<Row> => ({
  note: store.note,
  all: async (caller, request) => {
    const { total } = await list(caller, { ...request, page: 1, perPage: 1 });
    const batches = (async function* () {
      for (let page = 1; ; page += 1) {
        const { rows } = await list(caller, { ...request, page, perPage: PAGE });
        yield rows;
        if (rows.length < PAGE) return;
      }
    })();
    return { total, batches };
  },
});

export const exportResource = async <Row extends object>(
  r: Exported,
  store: ExportSource<Row>,
  caller: Caller,
  language: string,
  { format, columns: wantedColumns, headings: wantedHeadings, title, timeZone, ...request }: ExportRequest,
  complete: (row: Row) => Record<string, unknown> = () => ({}),
): Promise<FileAnswer> => {
  const columns = columnsOf(r, wantedColumns);
  const headings = headingsOf(columns, wantedHeadings);
  const { total, batches } = await store.all(caller, request);
  await store.note(caller, 'export', {
    format,
    rows: total,
    columns: columns.join(','),
    ...filtersFor(caller, request),
  });
  const completed = (async function* () {
    for await (const rows of batches) yield rows.map((row) => ({ ...row, ...complete(row) }));
  })();
  return fileOf(format, {
    columns,
    headings,
    batches: completed,
    fileName: r.path.slice(1).replaceAll('/', '-'),
    ...{ language, title, timeZone, owner: ownerOf(caller) },
  });
};
