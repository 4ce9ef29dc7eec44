// Times of a report that nobody saw, for whatever of its parts they touch.
import type { DayDifference, Gap } from '@ringside/core/contract/gaps.ts';
import { touchedCells, touchedKeys } from '@ringside/core/metrics/gaps.ts';
import type { TimeGroup } from '@ringside/core/metrics/queue-report.ts';
import { createContext, useContext } from 'react';

/** What of the figures is asked about: call records, or what queues and agents did. */
export type GapPart = 'calls' | 'queues';

export interface ShownGap extends Gap {
  /** Within the period, epoch ms. */
  readonly fromAt: number;
  readonly toAt: number;
}

export type Where =
  | { readonly group: TimeGroup; readonly value: string }
  /** Of the week's map: weekday (Monday is 1) and hour, `1 09`. */
  | { readonly group: 'cell'; readonly value: string }
  | { readonly group: 'all' };

export interface Gaps {
  readonly part: GapPart;
  readonly timeZone: string;
  /** The period is one day: the time alone says when. */
  readonly oneDay: boolean;
  /** The earliest first. */
  readonly all: readonly ShownGap[];
  readonly days: readonly DayDifference[];
  /** Those that are not caught up, of a PBX or of all, by what they touch. */
  readonly touching: (where: Where, serverId: number | null) => readonly ShownGap[];
}

export const isCaughtUp = (gap: Gap, part: GapPart): boolean => gap[part] !== null;

export const gapsOf = (
  all: readonly ShownGap[],
  days: readonly DayDifference[],
  part: GapPart,
  timeZone: string,
  oneDay = false,
): Gaps => {
  const open = all.filter((gap) => !isCaughtUp(gap, part));
  const known = new Map<string, ReadonlySet<string>>();
  const keysOf = (gap: ShownGap, group: TimeGroup | 'cell'): ReadonlySet<string> => {
    const key = `${gap.id} ${group}`;
    const time = { from: gap.fromAt, to: gap.toAt };
    const keys =
      known.get(key) ?? (group === 'cell' ? touchedCells(time, timeZone) : touchedKeys(time, group, timeZone));
    known.set(key, keys);
    return keys;
  };
  return {
    ...{ part, timeZone, oneDay, all, days },
    touching: (where, serverId) =>
      open.filter(
        (gap) =>
          (serverId === null || gap.serverId === serverId) &&
          (where.group === 'all' || keysOf(gap, where.group).has(where.value)),
      ),
  };
};

export const GapsContext = createContext<Gaps>(gapsOf([], [], 'queues', 'UTC'));

export const useGaps = (): Gaps => useContext(GapsContext);
