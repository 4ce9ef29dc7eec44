// All rows behind a figure as a file: as many as its list says, or none at all.
import { can } from '@ringside/core/access/ability.ts';
import type { ExportFormat } from '@ringside/core/contract/resource.ts';
import type { FileAnswer } from '@ringside/core/contract/route.ts';
import { writeAudit } from '../db/audit.ts';
import type { Caller } from '../http/context.ts';
import type { Deps } from '../http/deps.ts';
import { Refusal } from '../http/errors.ts';
import { fileOf } from '../http/export-rows.ts';

export const MOST_BEHIND = 100_000;

interface Asked {
  readonly format: ExportFormat;
  readonly headings: string | undefined;
  /** Of a PDF. */
  readonly title: string | undefined;
  readonly timeZone: string | undefined;
  readonly language: string;
  /** `queue-report-rows` */
  readonly name: string;
  readonly columns: readonly string[];
  /** For the trail. */
  readonly filters: object;
}

interface Read {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** How many there are. */
  readonly total: number;
}

/** @throws Refusal forbidden, and too-large for more rows than a file takes */
export const behindFile = async (
  deps: Pick<Deps, 'db' | 'now'>,
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
    ...{ language, title, timeZone, madeAt: deps.now() },
  });
};
