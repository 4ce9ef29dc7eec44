// Exports all rows behind a figure as a file, or refuses if there are too many.
import { can } from '@ringside/core/access/ability.ts';
import type { ExportFormat } from '@ringside/core/contract/resource.ts';
import type { FileAnswer } from '@ringside/core/contract/route.ts';
import { writeAudit } from '../platform/db/audit.ts';
import type { Caller } from '../platform/caller/caller.ts';
import type { Db } from '../platform/db/connect.ts';
import { Refusal } from '../platform/caller/refusal.ts';
import { ownerOf } from '../platform/documents/document-pool.ts';
import { fileOf } from '../platform/documents/export-rows.ts';

export const MOST_BEHIND = 100_000;

interface Asked {
  readonly format: ExportFormat;
  readonly headings: string | undefined;
  /** Title of a PDF. */
  readonly title: string | undefined;
  readonly timeZone: string | undefined;
  readonly language: string;
  /** File name, such as `queue-report-rows`. */
  readonly name: string;
  readonly columns: readonly string[];
  /** For the audit entry. */
  readonly filters: object;
}

interface Read {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Total number of rows. */
  readonly total: number;
}

/** @throws Refusal `forbidden`; `too-large` for more rows than the limit */
export const drillDownFile = async (
  deps: { readonly db: Db; readonly now: () => number },
  caller: Caller,
  { format, headings, title, timeZone, language, name, columns, filters }: Asked,
  read: () => Promise<Read>,
): Promise<FileAnswer> => {
  if (!can(caller.abilities, 'export', 'report')) throw new Refusal('forbidden');
  const { rows, total } = await read();
  if (total > rows.length) throw new Refusal('too-large');
  await writeAudit(deps.db, caller, {
    ...{ customerId: caller.customerId, action: 'export', resource: 'report', resourceId: null, resourceName: '' },
    before: null,
    after: { report: name, format, ...filters },
  });
  const above = headings?.split('\n') ?? [];
  async function* batches() {
    yield rows;
  }
  return fileOf(format, {
    columns,
    headings: columns.map((column, i) => above[i] || column),
    batches: batches(),
    fileName: `${name}-${new Date(deps.now()).toISOString().slice(0, 10)}`,
    ...{ language, title, timeZone, madeAt: deps.now(), owner: ownerOf(caller) },
  });
};
