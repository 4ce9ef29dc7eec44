// Computes the figures of a wallboard from the same rows and sums as the dashboard, so that both agree.
import { queueKey } from '@ringside/core/live/state.ts';
import type { BoardQueue, Tile } from '@ringside/core/contract/boards/wallboard.ts';
import type { WallFigure } from '@ringside/core/boards/wall-figures.ts';
import type { LiveStore } from '../../data/live/store.ts';
import { addUp, countPeople } from '../../data/live/tally.ts';

/** null: unknown (the PBX has no such queue, or there are no calls yet). */
export type WallValues = Readonly<Record<WallFigure, number | null>>;

type Rows = Pick<LiveStore, 'row' | 'tally' | 'membersOf'>;

export const keyOf = (queue: BoardQueue): string => queueKey(queue.serverId, queue.name);

/** Returns the board's queues that a tile shows. */
export const queuesOfTile = (tile: Tile, queues: readonly BoardQueue[]): readonly BoardQueue[] => {
  if (tile.kind === 'queue') return queues.filter((q) => q.id === tile.queueId);
  if (!('queueIds' in tile)) return [];
  return tile.queueIds.length === 0 ? queues : queues.filter((q) => tile.queueIds.includes(q.id));
};

const UNKNOWN: WallValues = {
  waiting: null,
  longestWait: null,
  available: null,
  ringing: null,
  incall: null,
  paused: null,
  signedIn: null,
  serviceLevel: null,
  received: null,
  answered: null,
  abandoned: null,
  averageWait: null,
  averageTalk: null,
};

const ratio = (sum: number, count: number): number | null => (count > 0 ? Math.round(sum / count) : null);

/** Returns the figures of several queues together. Counts each agent once. `now`: epoch ms on the server's clock. */
export const valuesOf = (store: Rows, queues: readonly BoardQueue[], now: number): WallValues => {
  const known = queues.flatMap((queue) => {
    const key = keyOf(queue);
    const row = store.row('queues', key);
    if (!row) return [];
    const members = store.membersOf(key).flatMap((m) => store.row('members', m) ?? []);
    return [{ row, tally: store.tally(key), members }];
  });
  if (known.length === 0) return UNKNOWN;
  const people = countPeople(
    known.flatMap(({ members }) => members),
    now,
  );
  const totals = addUp(known, 0, people);
  const todays = known.flatMap(({ row }) => (row.today ? [row.today] : []));
  const sum = (of: (t: (typeof todays)[number]) => number): number => todays.reduce((n, t) => n + of(t), 0);
  const { agents } = totals;
  const today = (value: number | null): number | null => (todays.length === 0 ? null : value);
  return {
    waiting: totals.waiting,
    longestWait: totals.oldest === null ? 0 : Math.max(0, Math.floor((now - totals.oldest) / 1000)),
    available: agents.available,
    ringing: agents.ringing,
    incall: agents.incall,
    paused: agents.paused,
    signedIn: totals.people - agents.unavailable,
    serviceLevel: totals.serviceLevel,
    received: today(totals.received),
    answered: today(totals.answered),
    abandoned: today(totals.abandonedLong),
    averageWait: ratio(
      sum((t) => t.waitSeconds),
      sum((t) => t.answered),
    ),
    averageTalk: ratio(
      sum((t) => t.talkSeconds),
      sum((t) => t.completed),
    ),
  };
};
