// The export of a resource: what the list would show, in the columns and under the headings that were asked for; audited.
import type { ExportFormat } from '@ringside/core/contract/resource.ts';
import type { FileAnswer } from '@ringside/core/contract/route.ts';
import { writeAudit } from '../db/audit.ts';
import type { Db } from '../db/connect.ts';
import type { AnyResource, ResourceStore, StoredRow } from '../db/resource-store.ts';
import type { Caller } from './context.ts';
import { Refusal } from './errors.ts';
import { fileOf } from './export-rows.ts';

export interface ExportRequest extends Readonly<Record<string, unknown>> {
  readonly format: ExportFormat;
  readonly columns?: string | undefined;
  readonly headings?: string | undefined;
  readonly title?: string | undefined;
  readonly timeZone?: string | undefined;
}

/** What a file is of: its columns are fields of a row. */
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

/** What an entry of the audit trail says of the filters: an id that a customer's user made up may be another's row. */
const filtersFor = (caller: Caller, request: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(request).filter(
      ([, value]) => value !== undefined && value !== '' && (caller.customerId === null || !UUID.test(String(value))),
    ),
  );

export type ExportSource = Pick<ResourceStore, 'all' | 'note'>;

/** An export is told in the trail of what it exports; for nouns that are kept in no store of their own. */
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

/** Rows of one page of a list that is read on and on. */
const PAGE = 500;

interface ListedPage {
  readonly rows: readonly object[];
  readonly total: number;
}

/** A noun that reads its list its own way, as the source of its export. */
export const exportedList = (
  store: Pick<ResourceStore, 'note'>,
  list: (
    caller: Caller,
    request: Record<string, unknown> & { readonly page: number; readonly perPage: number },
  ) => Promise<ListedPage>,
): ExportSource => ({
  note: store.note,
  all: async (caller, request) => {
    const { total } = await list(caller, { ...request, page: 1, perPage: 1 });
    const batches = (async function* () {
      for (let page = 1; ; page += 1) {
        const { rows } = await list(caller, { ...request, page, perPage: PAGE });
        yield rows as StoredRow[];
        if (rows.length < PAGE) return;
      }
    })();
    return { total, batches };
  },
});

export const exportResource = async (
  r: Exported,
  store: ExportSource,
  caller: Caller,
  language: string,
  { format, columns: wantedColumns, headings: wantedHeadings, title, timeZone, ...request }: ExportRequest,
  complete: (row: StoredRow) => Record<string, unknown> = () => ({}),
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
    ...{ language, title, timeZone },
  });
};
