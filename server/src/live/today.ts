// Counts today's figures of the queues of one PBX server from live events. At startup and after a change of owner or settings it recounts
// them from the stored events. Each event counts once: a read of the store ends at an id, and later events wait until the read is done.
import type { LiveEvent } from '@ringside/core/live/event.ts';
import type { Owner, QueueToday } from '@ringside/core/live/state.ts';
import { dayOf, emptyToday, endOfDay, foldToday, type TodaySettings } from '@ringside/core/reports/queue-today.ts';
import type { Owners } from './owners.ts';

interface Figures {
  today: QueueToday;
  readonly owner: Owner;
  readonly settings: TodaySettings;
  /** Events that arrived while the store is read. */
  held: LiveEvent[] | null;
  /** Another read is needed, because the store got more events during this one. */
  again: boolean;
}

export interface CountedEvents {
  /** Returns the stored events that count, including all that happened before the call. `queue`: `null` for all queues of the PBX. */
  countedSoFar(serverId: number, queue: string | null, since: number): Promise<readonly LiveEvent[]>;
}

export interface Today {
  /** Counts the event. `CountedEvents` must include it from then on. */
  fold(event: LiveEvent): void;
  /** Loads the day so far. Call it once, before the first event. */
  load(now: number): Promise<void>;
  /** Recounts queues whose owner or settings changed. */
  ownersChanged(now: number): void;
  /** Recounts the day from the store, which has events that were not counted live. */
  recount(now: number): void;
  /** Starts a new day where it is due. */
  settle(now: number): void;
  figuresOf(queue: string, now: number): QueueToday;
  /** Returns whether `takeChanged` has queues to return. */
  hasChanged(): boolean;
  /** Returns the queues whose figures changed since the last call. */
  takeChanged(): readonly string[];
}

/** Upper limit of a day's length in any time zone, including daylight saving changes. */
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

type DayEnded = (queue: string, owner: Owner, figures: QueueToday) => void;

const freshFigures = (serverId: number, owners: Owners, queue: string, now: number): Figures => {
  const settings = owners.settingsOf(serverId, queue);
  const today = emptyToday(dayOf(now, settings.timeZone), settings);
  return { today, owner: owners.ofQueue(serverId, queue), settings, held: null, again: false };
};

/** Starts a new day and reports the final figures of the previous one. */
const roll = (queue: string, figures: Figures, day: string, dayEnded: DayEnded): boolean => {
  if (day <= figures.today.day) return false;
  // While the store is read, the figures are incomplete.
  if (figures.held === null) dayEnded(queue, figures.owner, figures.today);
  figures.today = emptyToday(day, figures.settings);
  return true;
};

/** Returns the day of a time zone and its end, computed once a day for each zone. */
const createDayEnds = () => {
  const days = new Map<string, { readonly day: string; readonly from: number; readonly end: number }>();
  return (now: number, timeZone: string): { readonly day: string; readonly end: number } => {
    const known = days.get(timeZone);
    if (known !== undefined && known.from <= now && now < known.end) return known;
    const made = { day: dayOf(now, timeZone), from: now, end: endOfDay(now, timeZone) };
    days.set(timeZone, made);
    return made;
  };
};

/** Starts new days. Between the days' ends it looks at no queue. */
const createDayStarts = (all: ReadonlyMap<string, Figures>, dayEnded: DayEnded) => {
  const dayEnds = createDayEnds();
  /** No day of a queue ends before this moment, epoch ms. */
  let quietUntil = 0;
  return {
    /** Figures were added: the end of their day is not known yet. */
    added: (): void => {
      quietUntil = 0;
    },
    /** Returns the queues whose day began. */
    due: (now: number): readonly string[] => {
      if (now < quietUntil) return [];
      const begun: string[] = [];
      quietUntil = Number.POSITIVE_INFINITY;
      for (const [queue, figures] of all) {
        const { day, end } = dayEnds(now, figures.settings.timeZone);
        if (roll(queue, figures, day, dayEnded)) begun.push(queue);
        quietUntil = Math.min(quietUntil, end);
      }
      return begun;
    },
  };
};

/** Counts an event. Figures belong to one customer: a queue that changes its customer starts from zero. */
const count = (figures: Figures, e: LiveEvent, dayEnded: DayEnded): boolean => {
  const counted = countedQueue(e);
  if (counted === null || counted.owner.customerId !== figures.owner.customerId) return false;
  const on = dayOf(e.at, figures.settings.timeZone);
  if (on < figures.today.day) return false;
  const begun = roll(counted.queue, figures, on, dayEnded);
  const base = figures.today;
  figures.today = foldToday(base, e, figures.settings);
  return begun || figures.today !== base;
};

/** Counts the day again from the stored events, then the events that came while the store was read. */
const readDay = async (
  counted: CountedEvents,
  serverId: number,
  queue: string,
  figures: Figures,
  now: number,
  dayEnded: DayEnded,
): Promise<void> => {
  figures.held = [];
  const events = await counted.countedSoFar(serverId, queue, now - LONGEST_DAY_MS);
  figures.today = emptyToday(figures.today.day, figures.settings);
  for (const e of [...events, ...figures.held]) count(figures, e, dayEnded);
  figures.held = null;
};

/** After a failed reading: counts the held events, so that the figures are right from then on. */
const countHeld = (figures: Figures, dayEnded: DayEnded): void => {
  for (const e of figures.held ?? []) count(figures, e, dayEnded);
  figures.held = null;
};

/** Recounts the day of one queue. `isCurrent`: whether these are still the figures of the queue. */
const createRecount = (
  read: (queue: string, figures: Figures, now: number) => Promise<void>,
  isCurrent: (queue: string, figures: Figures) => boolean,
  onRecounted: (queue: string) => void,
  onFailed: (figures: Figures, error: unknown) => void,
) => {
  const recount = async (queue: string, figures: Figures, now: number): Promise<void> => {
    await read(queue, figures, now);
    if (!isCurrent(queue, figures)) return;
    onRecounted(queue);
    if (!figures.again) return;
    figures.again = false;
    start(queue, figures, now);
  };
  const start = (queue: string, figures: Figures, now: number): void => {
    recount(queue, figures, now).catch((error: unknown) => onFailed(figures, error));
  };
  return start;
};

export const createToday = (
  serverId: number,
  owners: Owners,
  counted: CountedEvents,
  onReady: () => void,
  onError: (error: unknown) => void,
  dayEnded: DayEnded = () => undefined,
): Today => {
  const all = new Map<string, Figures>();
  const changed = new Set<string>();
  const days = createDayStarts(all, dayEnded);

  const ensure = (queue: string, now: number): Figures => {
    const known = all.get(queue);
    if (known !== undefined) return known;
    const made = freshFigures(serverId, owners, queue, now);
    all.set(queue, made);
    days.added();
    return made;
  };

  const recountQueue = createRecount(
    (queue, figures, now) => readDay(counted, serverId, queue, figures, now, dayEnded),
    (queue, figures) => all.get(queue) === figures,
    (queue) => {
      changed.add(queue);
      onReady();
    },
    (figures, error) => {
      countHeld(figures, dayEnded);
      onError(error);
    },
  );

  return {
    fold: (e) => {
      const of = countedQueue(e);
      if (of === null) return;
      const figures = ensure(of.queue, e.at);
      if (figures.held !== null) figures.held.push(e);
      else if (count(figures, e, dayEnded)) changed.add(of.queue);
    },
    load: async (now) => {
      const events = await counted.countedSoFar(serverId, null, now - LONGEST_DAY_MS);
      for (const e of events) {
        const of = countedQueue(e);
        if (of !== null) count(ensure(of.queue, now), e, dayEnded);
      }
    },
    ownersChanged: (now) => {
      for (const [queue, before] of all) {
        const next = freshFigures(serverId, owners, queue, now);
        const sameOwner = next.owner.customerId === before.owner.customerId;
        if (sameOwner && sameSettings(next.settings, before.settings)) continue;
        all.set(queue, next);
        days.added();
        changed.add(queue);
        recountQueue(queue, next, now);
      }
    },
    recount: (now) => {
      for (const [queue, figures] of all) {
        if (figures.held === null) recountQueue(queue, figures, now);
        else figures.again = true;
      }
    },
    settle: (now) => {
      for (const queue of days.due(now)) changed.add(queue);
    },
    figuresOf: (queue, now) => ensure(queue, now).today,
    hasChanged: () => changed.size > 0,
    takeChanged: () => {
      const queues = [...changed];
      changed.clear();
      return queues;
    },
  };
};
