// A period of the queue report, counted from its days. It runs beside the PBXs' links, so it lets others have their turn.
import { setImmediate as turn } from 'node:timers/promises';
import { createQueueFactCount } from '@ringside/core/metrics/count-queue-facts.ts';
import type { QueueFactCount } from '@ringside/core/metrics/count-queue-facts.ts';
import { mostByHour, mostOfGroups } from '@ringside/core/metrics/most-waiting.ts';
import type { ReportGroup } from '@ringside/core/metrics/queue-report.ts';
import type { Db } from '../../db/connect.ts';
import type { Sight } from '../../db/list-rows.ts';
import { readFactDays } from './day-queries.ts';
import type { FactDay } from './day-queries.ts';
import type { Counted, EntityRow, MostRow, ReportScope } from './queries.ts';
import { judgeSources } from './source-queries.ts';
import type { JudgedEntity } from './source-queries.ts';

const BREATH_MS = 8;

const createBreath = (): (() => Promise<void>) => {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < BREATH_MS) return;
    await turn();
    began = performance.now();
  };
};

const identity = (e: JudgedEntity): string =>
  JSON.stringify([
    e.serverId,
    e.queue,
    e.customerId,
    e.callcenterId,
    e.formula,
    e.thresholdSeconds,
    e.shortAbandonSeconds,
  ]);

/** Numbers of entities by the sources of days: most days of a customer have the same ones. */
const createSources = (db: Db, caller: Sight, scope: ReportScope, count: QueueFactCount) => {
  const entities: JudgedEntity[] = [];
  const known = new Map<string, number>();
  const bySource = new Map<string, number>();
  const byText = new Map<string, Int32Array>();
  const keyOf = (day: FactDay, place: number): string => JSON.stringify([day.customerId, day.sources[place]]);

  const numberOf = (entity: JudgedEntity): number => {
    const key = identity(entity);
    const number = known.get(key) ?? count.entity(entity);
    known.set(key, number);
    entities[number] = entity;
    return number;
  };
  /** Asks once for all that these days have and no earlier one had. */
  const learn = async (days: readonly FactDay[]): Promise<void> => {
    const fresh = new Map(
      days.flatMap((day) => {
        if (day.sourcesText !== null && byText.has(day.customerId + day.sourcesText)) return [];
        return day.sources.flatMap((source, place) => {
          const key = keyOf(day, place);
          return bySource.has(key) ? [] : [[key, { ...source, customerId: day.customerId }] as const];
        });
      }),
    );
    const keys = [...fresh.keys()];
    const judged = await judgeSources(db, caller, scope, [...fresh.values()]);
    for (const [place, key] of keys.entries()) {
      const entity = judged.get(place);
      bySource.set(key, entity === undefined ? -1 : numberOf(entity));
    }
  };
  const numbersOf = (day: FactDay): Int32Array => {
    const text = day.sourcesText === null ? null : day.customerId + day.sourcesText;
    const found = text === null ? undefined : byText.get(text);
    if (found !== undefined) return found;
    const numbers = Int32Array.from(day.sources, (_, place) => bySource.get(keyOf(day, place)) ?? -1);
    if (text !== null) byText.set(text, numbers);
    return numbers;
  };
  return { learn, numbersOf, entities };
};

type MostKey = Extract<ReportGroup, 'queue' | 'callcenter' | 'customer'>;

/** How a group's own callers are counted, or null when its rows are times. */
export const mostKeyOf = (group: ReportGroup): MostKey | null =>
  group === 'queue' || group === 'callcenter' || group === 'customer' ? group : null;

/** As `fold-report.ts` keys its rows. */
const keyOfGroup = (row: JudgedEntity, by: MostKey): string => {
  if (by === 'customer') return row.customerId ?? '';
  if (by === 'callcenter') return row.callcenterId ?? '';
  return [row.serverId, row.queue, ...(row.customerId === null ? [] : [row.customerId])].join('/');
};

const groupsOf = (count: QueueFactCount, entities: readonly JudgedEntity[], by: MostKey): MostRow[] => {
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

export interface CountedPeriod {
  readonly counted: Counted;
  /** Of all callers at one time. */
  readonly most: number;
  /** Of all callers, by the hour. */
  readonly hours: readonly MostRow[];
  /** Of each group alone; empty unless asked for. */
  readonly groups: readonly MostRow[];
}

export const countDays = async (
  db: Db,
  caller: Sight,
  scope: ReportScope,
  by: MostKey | null,
): Promise<CountedPeriod> => {
  const count = createQueueFactCount(scope.period, scope.timeZone);
  const sources = createSources(db, caller, scope, count);
  const breathe = createBreath();
  for await (const days of readFactDays(db, caller, scope)) {
    await sources.learn(days);
    for (const day of days) {
      count.add(day.start, day.facts, sources.numbersOf(day));
      await breathe();
    }
  }
  const { entities } = sources;
  const groups = by === null ? [] : groupsOf(count, entities, by);
  const { most, hours } = mostByHour(count.waiting(), scope.period.from, count.wall);
  return {
    counted: {
      entities: entities.flatMap((entity, number): EntityRow[] => {
        const counts = count.countsOf(number);
        return counts === null ? [] : [{ ...entity, ...counts }];
      }),
      hours: count.hours(),
      waits: count.waits(),
      talks: count.talks(),
    },
    most,
    hours: [...hours].flatMap((value, place) =>
      value === 0 ? [] : [{ key: '', hour: count.wall.written(place), most: value }],
    ),
    groups,
  };
};
