// Counts a period of the queue report from its days. It shares the process with the PBX links, so it yields regularly.
import { createQueueFactCount } from '@ringside/core/reports/count-queue-facts.ts';
import type { QueueFactCount, Waits } from '@ringside/core/reports/count-queue-facts.ts';
import { sortInParts } from '@ringside/core/base/most-at-once.ts';
import { mostByHour, mostOfAll, mostOfGroups } from '@ringside/core/reports/most-waiting.ts';
import type { ReportGroup } from '@ringside/core/reports/queue-report.ts';
import type { Period } from '@ringside/core/reports/report-period.ts';
import { createSummedDays } from '@ringside/core/reports/sum-day.ts';
import type { TimeColumns } from '@ringside/core/reports/time-columns.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { TenantScope } from '../../platform/db/rows/tenant-scope.ts';
import { createYielder } from '../../platform/documents/yielder.ts';
import { momentsOnSide } from '../open-times-queries.ts';
import { readFactDays } from './day-queries.ts';
import type { FactDay, OwnedSource } from './fact-day.ts';
import type { Counted, EntityRow, MostRow, ReportScope } from './queries.ts';
import { loadSourceSettings } from './source-queries.ts';
import type { EntityWithSettings } from './source-queries.ts';

/** Cache for kept days, which stay the same objects. */
const SUMMED = createSummedDays();

const identity = (e: EntityWithSettings): string =>
  JSON.stringify([
    e.serverId,
    e.queue,
    e.customerId,
    e.callcenterId,
    e.formula,
    e.thresholdSeconds,
    e.shortAbandonSeconds,
  ]);

/** Maps the sources of days to entity numbers. Most days of a customer have the same sources. */
const createSources = (db: Db, caller: TenantScope, scope: ReportScope, counts: readonly QueueFactCount[]) => {
  const entities: EntityWithSettings[] = [];
  const known = new Map<string, number>();
  const bySource = new Map<OwnedSource, number>();
  const byList = new WeakMap<readonly OwnedSource[], Int32Array>();

  const numberOf = (entity: EntityWithSettings): number => {
    const key = identity(entity);
    // The number is the same in each count.
    const open = scope.open === undefined ? undefined : momentsOnSide(scope.open, entity.callcenterId);
    const number = known.get(key) ?? counts.map((count) => count.entity(entity, open))[0] ?? 0;
    known.set(key, number);
    entities[number] = entity;
    return number;
  };
  /** Looks up all new sources of these days in one query. */
  const learn = async (days: readonly FactDay[]): Promise<void> => {
    const fresh = new Set<OwnedSource>();
    for (const { sources } of days) {
      if (byList.has(sources)) continue;
      for (const source of sources) if (!bySource.has(source)) fresh.add(source);
    }
    const sourceSettings = await loadSourceSettings(db, caller, scope, [...fresh]);
    for (const [place, source] of [...fresh].entries()) {
      const entity = sourceSettings.get(place);
      bySource.set(source, entity === undefined ? -1 : numberOf(entity));
    }
  };
  const numbersOf = ({ sources }: FactDay): Int32Array => {
    const found = byList.get(sources) ?? Int32Array.from(sources, (source) => bySource.get(source) ?? -1);
    byList.set(sources, found);
    return found;
  };
  return { learn, numbersOf, entities };
};

type MostKey = Extract<ReportGroup, 'queue' | 'callcenter' | 'customer'>;

/** Returns how the callers of a group are counted, or `null` if its rows are times. */
export const mostKeyOf = (group: ReportGroup): MostKey | null =>
  group === 'queue' || group === 'callcenter' || group === 'customer' ? group : null;

/** Same keys as the rows in `fold-report.ts`. */
const keyOfGroup = (row: EntityWithSettings, by: MostKey): string => {
  if (by === 'customer') return row.customerId ?? '';
  if (by === 'callcenter') return row.callcenterId ?? '';
  return [row.serverId, row.queue, ...(row.customerId === null ? [] : [row.customerId])].join('/');
};

const groupsOf = (count: QueueFactCount, entities: readonly EntityWithSettings[], by: MostKey): MostRow[] => {
  const numbers = new Map<string, number>();
  const groupOf = Int32Array.from(entities, (entity) => {
    const key = keyOfGroup(entity, by);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
  const most = mostOfGroups(count.waiting(), groupOf, numbers.size);
  return [...numbers].map(([key, number]) => ({ key, hour: '', most: most[number] ?? 0 }));
};

interface CountedPeriod {
  readonly counted: Omit<Counted, 'hours'>;
  /** Peak of all waiting callers. */
  readonly most: number;
  /** Figures by hour. */
  readonly times: TimeColumns;
  /** Peak of each group; empty unless requested. */
  readonly groups: readonly MostRow[];
}

/** Reads each day once for all counts that need it. @param scope with a period that includes those of all counts */
const countAll = async (
  db: Db,
  caller: TenantScope,
  scope: ReportScope,
  counts: readonly QueueFactCount[],
): Promise<readonly EntityWithSettings[]> => {
  const sources = createSources(db, caller, scope, counts);
  const yieldIfDue = createYielder();
  for await (const days of readFactDays(db, caller, scope)) {
    await sources.learn(days);
    for (const count of counts) {
      const wanted = days.filter((day) => count.wants(day.start));
      count.expect(wanted.reduce((sum, day) => sum + day.facts.stays.count, 0));
      for (const day of wanted) {
        count.add(day.start, day.facts, sources.numbersOf(day));
        await yieldIfDue();
      }
    }
  }
  return sources.entities;
};

const rowsOf = (count: QueueFactCount, entities: readonly EntityWithSettings[]): EntityRow[] =>
  entities.flatMap((entity, number) => {
    const counts = count.countsOf(number);
    return counts === null ? [] : [{ ...entity, ...counts }];
  });

/** Only the values for a comparison. */
interface CountedTotals {
  readonly entities: readonly EntityRow[];
  readonly most: number;
}
/** Sorts joins and leaves separately. */
const sortedWaits = async (count: QueueFactCount): Promise<Waits> => {
  const waits = count.waiting();
  const yieldIfDue = createYielder();
  for (const times of [waits.joins, waits.leaves]) for (const _ of sortInParts(times)) await yieldIfDue();
  return waits;
};

const totalsOf = async (count: QueueFactCount, entities: readonly EntityWithSettings[]): Promise<CountedTotals> => ({
  entities: rowsOf(count, entities),
  most: mostOfAll(await sortedWaits(count)),
});
const periodOf = async (
  count: QueueFactCount,
  entities: readonly EntityWithSettings[],
  from: number,
  by: MostKey | null,
): Promise<CountedPeriod> => {
  const groups = by === null ? [] : groupsOf(count, entities, by);
  const { most, hours } = mostByHour(await sortedWaits(count), from, count.wall);
  return {
    counted: {
      entities: rowsOf(count, entities),
      waits: count.waits(),
      talks: count.talks(),
    },
    most,
    times: count.times(hours),
    groups,
  };
};

export const countTotals = async (db: Db, caller: TenantScope, scope: ReportScope): Promise<CountedTotals> => {
  const count = createQueueFactCount(scope.period, scope.timeZone, { byHour: false, summed: SUMMED });
  return totalsOf(count, await countAll(db, caller, scope, [count]));
};

/** @param before the period that ends where the scope's period starts */
export const countDays = async (
  db: Db,
  caller: TenantScope,
  scope: ReportScope,
  by: MostKey | null,
  before: Period,
): Promise<CountedPeriod & { readonly before: CountedTotals }> => {
  const { period, timeZone } = scope;
  const count = createQueueFactCount(period, timeZone, { summed: SUMMED });
  const earlier = createQueueFactCount(before, timeZone, { byHour: false, summed: SUMMED });
  const both = { ...scope, period: { from: before.from, to: period.to } };
  const entities = await countAll(db, caller, both, [count, earlier]);
  return { ...(await periodOf(count, entities, period.from, by)), before: await totalsOf(earlier, entities) };
};
