// Recalculates a customer's day from raw data and compares it with the shown figures: live figures at the end of the day, report counts and
// call records, which are calculated independently.
import { compareFigures, createDayFigures } from '@ringside/core/reports/day-figures.ts';
import type { DayDifference, DayFigures } from '@ringside/core/reports/day-figures.ts';
import { dayOf } from '@ringside/core/reports/queue-today.ts';
import { periodOfDays } from '@ringside/core/reports/report-period.ts';
import type { QueueToday } from '@ringside/core/live/state.ts';
import { readAnew } from '../../calls/conclude.ts';
import { linksOf } from '../../calls/link-queries.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Owners } from '../../live/owners.ts';
import {
  keepCheck,
  readAgentFigures,
  readLiveDays,
  readQueueFigures,
  readRawEvents,
  readServersOf,
  readStoredCalls,
} from './check-queries.ts';
import type { CheckedCustomer, LiveDay, StoredCall, StoredEvent } from './check-queries.ts';

export interface DayCheck {
  readonly customer: CheckedCustomer;
  readonly day: string;
  /** Number of compared figures. */
  readonly figures: number;
  readonly differences: readonly DayDifference[];
}

/** Range for call centers in other time zones than their customer. */
const AROUND_MS = 26 * 3_600_000;

const ownerOf = (e: StoredEvent): string | null => {
  if (e.kind === 'outcome' || e.kind === 'member-removed') return e.owner.customerId;
  return e.kind === 'member' ? e.row.owner.customerId : null;
};
const queueOf = (e: StoredEvent): string => {
  if (e.kind === 'outcome' || e.kind === 'member-removed') return e.queue;
  return e.kind === 'member' ? e.row.queue : '';
};

/** Figures of a queue's day that are independent of service-level settings, which may have changed since. */
const liveFigures = (of: string, t: QueueToday): (readonly [string, number])[] =>
  Object.entries({
    ...{ received: t.received, answered: t.answered, abandoned: t.abandonedShort + t.abandonedLong },
    ...{ timedOut: t.timedOut, leftByKey: t.leftByKey, noAgent: t.noAgent, full: t.full, withdrawn: t.withdrawn },
    ...{ waitSeconds: t.waitSeconds, longestWaitSeconds: t.longestWaitSeconds },
    ...{ completed: t.completed, talkSeconds: t.talkSeconds },
  }).map(([figure, value]) => [`${of} ${figure}`, value] as const);

const LIVE_LACKS = ' transferred';

const sums = (
  calls: readonly Omit<StoredCall, 'id' | 'serverId' | 'linkedid' | 'party'>[],
  into: Map<string, number>,
): void => {
  const add = (key: string, by: number): void => void into.set(key, (into.get(key) ?? 0) + by);
  for (const call of calls) {
    add(`calls ${call.status}`, 1);
    add('talkSeconds', call.talkSeconds);
    add('waitSeconds', call.waitSeconds);
    add('billableSeconds', call.billableSeconds);
  }
};

const checkCalls = async (db: Db, owners: Owners, customerId: string, from: Date, to: Date) => {
  const shown = new Map<string, number>();
  const computed = new Map<string, number>();
  for await (const calls of readStoredCalls(db, customerId, from, to)) {
    sums(calls, shown);
    for (const [serverId, own] of Map.groupBy(calls, (call) => call.serverId)) {
      const linkedids = own.map((call) => call.linkedid);
      const parties = new Set(own.map((call) => `${call.linkedid} ${call.party}`));
      const links = await linksOf(db, serverId, linkedids);
      const again = await readAnew(db, owners, serverId, linkedids, undefined, links);
      sums(
        again.filter((call) => parties.has(`${call.linkedid} ${call.party}`)),
        computed,
      );
    }
  }
  return compareFigures('calls', shown, computed);
};

/** Calculates, compares and stores the result. */
export const checkDay = async (
  db: Db,
  owners: Owners,
  customer: CheckedCustomer,
  day: string,
  now: number,
): Promise<DayCheck> => {
  const { from, to } = periodOfDays(day, day, customer.timezone);
  const raw = createDayFigures();
  const lives = new Map<string, { readonly live: LiveDay; readonly folded: ReturnType<typeof createDayFigures> }>();
  for (const live of await readLiveDays(db, customer.id, day)) {
    lives.set(`${live.serverId}/${live.queue}`, { live, folded: createDayFigures() });
  }
  for (const serverId of await readServersOf(db, customer.id)) {
    for await (const events of readRawEvents(db, serverId, from - AROUND_MS, to + AROUND_MS)) {
      for (const e of events) {
        if (ownerOf(e) !== customer.id) continue;
        if (e.at >= from && e.at < to) raw.take(e);
        const own = lives.get(`${serverId}/${queueOf(e)}`);
        if (own === undefined || dayOf(e.at, owners.settingsOf(serverId, queueOf(e)).timeZone) !== day) continue;
        // Live figures cannot contain events that were imported after the day had ended.
        if (e.importedAt === undefined || e.importedAt < own.live.endedAt.getTime()) own.folded.take(e);
      }
    }
  }
  const [start, end] = [new Date(from), new Date(to)];
  const shown = [...lives].flatMap(([of, { live }]) => liveFigures(of, live.figures));
  const folded = [...lives.values()].flatMap((own) => [...own.folded.queues]);
  const withoutNothing = (entries: readonly (readonly [string, number])[]): DayFigures =>
    new Map(entries.filter(([figure, value]) => value !== 0 && !figure.endsWith(LIVE_LACKS)));
  const parts = [
    compareFigures('live', withoutNothing(shown), withoutNothing(folded)),
    compareFigures('queues', await readQueueFigures(db, customer.id, start, end), withoutZeros(raw.queues)),
    compareFigures('agents', await readAgentFigures(db, customer.id, start, end), withoutZeros(raw.agents)),
    await checkCalls(db, owners, customer.id, start, end),
  ];
  const check = {
    ...{ customer, day },
    figures: parts.reduce((sum, part) => sum + part.compared, 0),
    differences: parts.flatMap((part) => part.differences),
  };
  await keepCheck(db, { customerId: customer.id, ...check }, now);
  return check;
};

const withoutZeros = (figures: DayFigures): DayFigures => new Map([...figures].filter(([, value]) => value !== 0));
