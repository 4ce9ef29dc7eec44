// Today's figures of the queues of one PBX: folded as events come, and from the stored ones at a start, after a change of
// hands and after a change of how they are counted. An event is counted once: each reading of the store ends at an id,
// and what came after it was held back for that while.
import type { LiveEvent } from '@ringside/core/live/event.ts';
import type { Owner, QueueToday } from '@ringside/core/live/state.ts';
import { dayOf, emptyToday, foldToday, type TodaySettings } from '@ringside/core/metrics/queue-today.ts';
import type { EventStore } from './event-store.ts';
import type { Owners } from './owners.ts';

interface Figures {
  today: QueueToday;
  readonly owner: Owner;
  readonly settings: TodaySettings;
  /** While the store is read: what came meanwhile. */
  held: LiveEvent[] | null;
  /** While the store is read: it holds more by now. */
  again: boolean;
}

export interface Today {
  /** Counts the event; it must have been appended to the store before. */
  fold(event: LiveEvent): void;
  /** Reads the day so far. Called once, before the first event. */
  load(now: number): Promise<void>;
  /** Owners or settings may have changed. */
  ownersChanged(now: number): void;
  /** The store holds more than was folded: counts the day anew from it. */
  recount(now: number): void;
  /** A new day may have begun. */
  settle(now: number): void;
  figuresOf(queue: string, now: number): QueueToday;
  /** Queues whose figures changed since the last call. */
  takeChanged(): readonly string[];
}

/** No day is longer, in any zone, on any day that clocks change. */
const LONGEST_DAY_MS = 26 * 3_600_000;

const countedQueue = (e: LiveEvent): { readonly queue: string; readonly owner: Owner } | null => {
  if (e.kind === 'outcome') return { queue: e.queue, owner: e.owner };
  if (e.kind === 'member' && e.cause === 'AgentComplete') return { queue: e.row.queue, owner: e.row.owner };
  return null;
};

const sameSettings = (a: TodaySettings, b: TodaySettings): boolean =>
  a.timeZone === b.timeZone &&
  a.formula === b.formula &&
  a.thresholdSeconds === b.thresholdSeconds &&
  a.shortAbandonSeconds === b.shortAbandonSeconds;

export const createToday = (
  serverId: number,
  owners: Owners,
  store: EventStore,
  onReady: () => void,
  onError: (error: unknown) => void,
  dayEnded: (queue: string, owner: Owner, figures: QueueToday) => void = () => undefined,
): Today => {
  const all = new Map<string, Figures>();
  const changed = new Set<string>();

  const fresh = (queue: string, now: number): Figures => {
    const settings = owners.settingsOf(serverId, queue);
    const today = emptyToday(dayOf(now, settings.timeZone), settings);
    return { today, owner: owners.ofQueue(serverId, queue), settings, held: null, again: false };
  };
  const ensure = (queue: string, now: number): Figures => {
    const known = all.get(queue);
    if (known !== undefined) return known;
    const made = fresh(queue, now);
    all.set(queue, made);
    return made;
  };

  /** Another day begins; the figures of the one before are told as they stand. */
  const roll = (queue: string, figures: Figures, day: string): boolean => {
    if (day <= figures.today.day) return false;
    // While the store is read they are not whole.
    if (figures.held === null) dayEnded(queue, figures.owner, figures.today);
    figures.today = emptyToday(day, figures.settings);
    return true;
  };

  /** Figures stay with the customer whose calls they count: a queue that changes hands begins anew. */
  const count = (figures: Figures, e: LiveEvent): boolean => {
    const counted = countedQueue(e);
    if (counted === null || counted.owner.customerId !== figures.owner.customerId) return false;
    const on = dayOf(e.at, figures.settings.timeZone);
    if (on < figures.today.day) return false;
    const begun = roll(counted.queue, figures, on);
    const base = figures.today;
    figures.today = foldToday(base, e, figures.settings);
    return begun || figures.today !== base;
  };

  const rebuild = async (queue: string, figures: Figures, now: number): Promise<void> => {
    const upTo = store.lastId();
    figures.held = [];
    await store.flush();
    const events = await store.countedSince(serverId, queue, now - LONGEST_DAY_MS, upTo);
    figures.today = emptyToday(figures.today.day, figures.settings);
    for (const e of [...events, ...figures.held]) count(figures, e);
    figures.held = null;
    if (all.get(queue) !== figures) return;
    changed.add(queue);
    onReady();
    if (!figures.again) return;
    figures.again = false;
    tryRebuild(queue, figures, now);
  };
  const tryRebuild = (queue: string, figures: Figures, now: number): void => {
    rebuild(queue, figures, now).catch((error: unknown) => {
      // Better the figures since now than none.
      for (const e of figures.held ?? []) count(figures, e);
      figures.held = null;
      onError(error);
    });
  };

  return {
    fold: (e) => {
      const counted = countedQueue(e);
      if (counted === null) return;
      const figures = ensure(counted.queue, e.at);
      if (figures.held !== null) figures.held.push(e);
      else if (count(figures, e)) changed.add(counted.queue);
    },
    load: async (now) => {
      const events = await store.countedSince(serverId, null, now - LONGEST_DAY_MS, store.lastId());
      for (const e of events) {
        const counted = countedQueue(e);
        if (counted !== null) count(ensure(counted.queue, now), e);
      }
    },
    ownersChanged: (now) => {
      for (const [queue, before] of all) {
        const next = fresh(queue, now);
        const sameOwner = next.owner.customerId === before.owner.customerId;
        if (sameOwner && sameSettings(next.settings, before.settings)) continue;
        all.set(queue, next);
        changed.add(queue);
        tryRebuild(queue, next, now);
      }
    },
    recount: (now) => {
      for (const [queue, figures] of all) {
        if (figures.held === null) tryRebuild(queue, figures, now);
        else figures.again = true;
      }
    },
    settle: (now) => {
      for (const [queue, figures] of all) {
        if (roll(queue, figures, dayOf(now, figures.settings.timeZone))) changed.add(queue);
      }
    },
    figuresOf: (queue, now) => ensure(queue, now).today,
    takeChanged: () => {
      const queues = [...changed];
      changed.clear();
      return queues;
    },
  };
};
