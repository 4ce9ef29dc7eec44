// Describes the gaps of a report's period that were not filled: PDFs list them and mark affected rows, tables have a column.
import { fillIn } from '@ringside/core/base/fill-in.ts';
import { touchedKeys } from '@ringside/core/reports/gaps.ts';
import type { TimeGroup } from '@ringside/core/reports/queue-report.ts';
import { readGaps } from '../calls/gap/report-queries.ts';
import type { Caller } from '../platform/caller/caller.ts';
import type { Db } from '../platform/db/connect.ts';
import { wordsOf } from '../platform/documents/report-words.ts';
import type { ReportLanguage } from '../platform/documents/report-words.ts';

interface Asked {
  /** ISO 8601, half-open. */
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly serverId?: number | undefined;
  readonly customerId?: string | undefined;
}

export interface Unseen {
  /** For example `PBX 2 unseen 10:02–10:05`, earliest first. */
  readonly all: readonly string[];
  /** Gaps of a time row by its key, or of a row on a server (`null`: any server); `''` without gaps. */
  readonly ofTime: (group: TimeGroup, key: string) => string;
  readonly ofServer: (serverId: number | null) => string;
}

const MOST = 100;

export const readUnseen = async (
  deps: { readonly db: Db },
  caller: Caller,
  { from, to, timeZone, serverId, customerId }: Asked,
  language: ReportLanguage,
): Promise<Unseen> => {
  const { paper } = wordsOf(language);
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short', timeZone });
  const rows = await readGaps(deps.db, caller, { from, to, serverId, customerId }, MOST);
  const gaps = rows
    .filter((row) => row.queuesCaughtUpAt === null)
    .map((row) => {
      const time = { from: Math.max(start, row.from.getTime()), to: Math.min(end, row.to?.getTime() ?? end) };
      const when = row.to === null ? moment.format(time.from) : moment.formatRange(time.from, time.to);
      const values = { server: row.serverName, when: `\u2066${when}\u2069` };
      return {
        ...time,
        serverId: row.serverId,
        text: fillIn(row.to === null ? paper.unseenSince : paper.unseen, values),
      };
    })
    .toSorted((a, b) => a.from - b.from);
  const told = (those: typeof gaps): string => those.map(({ text }) => text).join('; ');
  const known = new Map<(typeof gaps)[number], Map<TimeGroup, ReadonlySet<string>>>();
  const keysOf = (gap: (typeof gaps)[number], group: TimeGroup): ReadonlySet<string> => {
    const of = known.get(gap) ?? new Map<TimeGroup, ReadonlySet<string>>();
    const keys = of.get(group) ?? touchedKeys(gap, group, timeZone);
    known.set(gap, of.set(group, keys));
    return keys;
  };
  return {
    all: gaps.map(({ text }) => text),
    ofTime: (group, key) => told(gaps.filter((gap) => keysOf(gap, group).has(key))),
    ofServer: (id) => told(gaps.filter((gap) => id === null || gap.serverId === id)),
  };
};
