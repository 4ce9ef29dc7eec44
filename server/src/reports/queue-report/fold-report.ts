// Converts counted rows into the figures of the report.
import type { QueueReportRow } from '@ringside/core/contract/reports/queue-report.ts';
import { addTallies, addUpBy, EMPTY_TALLY, figuresOf, tallyOf } from '@ringside/core/reports/queue-report.ts';
import type { QueueCounts, ReportGroup, Tally, TimeGroup } from '@ringside/core/reports/queue-report.ts';
import { tallyTimes, tallyWeek } from '@ringside/core/reports/time-columns.ts';
import type { TimeColumns } from '@ringside/core/reports/time-columns.ts';
import { distinctLabels } from '../distinct-labels.ts';
import type { Counted, Entity, EntityRow, MostRow } from './queries.ts';

type CountsWithFormula = QueueCounts & { readonly formula: number };

export const addUp = (rows: readonly CountsWithFormula[], maximumCallers: number): Tally => ({
  ...rows.reduce((sum, row) => addTallies(sum, tallyOf(row, row.formula)), EMPTY_TALLY),
  maximumCallers,
});

/** Same keys as in `count-days.ts`. */
const keyOfEntity = (row: Entity, group: ReportGroup): string => {
  if (group === 'customer') return row.customerId ?? '';
  if (group === 'callcenter') return row.callcenterId ?? '';
  return [row.serverId, row.queue, ...(row.customerId === null ? [] : [row.customerId])].join('/');
};

const NOTHING = { serverId: null, queue: null, callcenterId: null, customerId: null };

const identityOf = (row: EntityRow, group: ReportGroup) => {
  const { customerId, callcenterId, serverId, queue } = row;
  if (group === 'customer') return { ...NOTHING, label: row.customerName, customerId };
  if (group === 'callcenter') return { ...NOTHING, label: row.callcenterName, customerId, callcenterId };
  return { label: row.queueLabel, serverId, queue, callcenterId, customerId };
};

const entityRows = (entities: readonly EntityRow[], most: readonly MostRow[], group: ReportGroup): QueueReportRow[] => {
  const known = new Map(entities.map((row) => [keyOfEntity(row, group), row]));
  const maxima = new Map(most.map((row) => [row.key, row.most]));
  const tallies = addUpBy(
    entities,
    (row) => keyOfEntity(row, group),
    (row) => tallyOf(row, row.formula),
  );
  const rows = [...tallies].flatMap(([key, tally]) => {
    const row = known.get(key);
    if (row === undefined) return [];
    const maximumCallers = maxima.get(key) ?? 0;
    return [{ key, ...identityOf(row, group), ...figuresOf({ ...tally, maximumCallers }) }];
  });
  const byCustomer = group === 'customer' ? rows : distinctLabels(rows, ({ key }) => known.get(key)?.customerName);
  const labelled = group === 'queue' ? distinctLabels(byCustomer, ({ key }) => known.get(key)?.serverName) : byCustomer;
  return labelled.toSorted(
    (a, b) => b.received - a.received || a.label.localeCompare(b.label, 'en') || (a.key < b.key ? -1 : 1),
  );
};

const barsOf = <Bar extends object>(
  rows: readonly (Bar & { readonly bar: number })[],
  bounds: readonly number[],
  empty: Bar,
): (Bar & { readonly upTo: number | null })[] =>
  [...bounds, null].map((upTo, index) => {
    const { bar: _bar, ...found } = rows.find((row) => row.bar === index) ?? { ...empty, bar: index };
    return { ...(found as unknown as Bar), upTo };
  });

interface ReportParts {
  readonly counted: Omit<Counted, 'hours'>;
  /** Peak of all waiting callers. */
  readonly maximumCallers: number;
  readonly times: TimeColumns;
  /** Peak of each group if groups are not times. */
  readonly mostOfGroups: readonly MostRow[];
  readonly waitBounds: readonly number[];
  readonly talkBounds: readonly number[];
}

export const foldReport = (parts: ReportParts, group: ReportGroup) => {
  const { counted, maximumCallers, times, mostOfGroups } = parts;
  const timed = (by: TimeGroup): QueueReportRow[] =>
    [...tallyTimes(times, by)].map(([key, tally]) => ({ key, label: '', ...NOTHING, ...figuresOf(tally) }));
  const settings = new Map(
    counted.entities.map(({ formula, thresholdSeconds, shortAbandonSeconds }) => [
      `${formula} ${thresholdSeconds} ${shortAbandonSeconds}`,
      { formula, thresholdSeconds, shortAbandonSeconds },
    ]),
  );
  return {
    totals: figuresOf(addUp(counted.entities, maximumCallers)),
    data:
      group === 'queue' || group === 'callcenter' || group === 'customer'
        ? entityRows(counted.entities, mostOfGroups, group)
        : timed(group),
    hours: [...tallyTimes(times, 'hour')].map(([hour, tally]) => ({
      hour,
      ...figuresOf(tally),
    })),
    week: [...tallyWeek(times)].map(([key, tally]) => ({
      weekday: Number(key[0]),
      hour: key.slice(2),
      ...figuresOf(tally),
    })),
    waits: barsOf(counted.waits, parts.waitBounds, { answered: 0, abandoned: 0, other: 0 }),
    talks: barsOf(counted.talks, parts.talkBounds, { completed: 0 }),
    settings: [...settings.values()],
  };
};
