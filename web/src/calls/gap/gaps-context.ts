// Data gaps of a report, with the parts of the report that they affect.
import type { DayDifference, Gap } from '@ringside/core/contract/calls/gap.ts';
import { touchedCells, touchedKeys } from '@ringside/core/reports/gaps.ts';
import type { TimeGroup } from '@ringside/core/reports/queue-report.ts';
import { createContext, useContext } from 'react';

/** Kind of data: call records, or events of queues and agents. */
export type GapPart = 'calls' | 'queues';

export interface ShownGap extends Gap {
  /** Limited to the period, epoch ms. */
  readonly fromAt: number;
  readonly toAt: number;
}

type Where =
  | { readonly group: TimeGroup; readonly value: string }
  /** Cell of the weekly map: weekday (Monday is 1) and hour, such as `1 09`. */
  | { readonly group: 'cell'; readonly value: string }
  | { readonly group: 'all' };

interface Gaps {
  readonly part: GapPart;
  readonly timeZone: string;
  /** The period is a single day, so the time is enough. */
  readonly oneDay: boolean;
  /** Earliest first. */
  readonly all: readonly ShownGap[];
  readonly days: readonly DayDifference[];
  /** Returns the unrecovered gaps that affect a part of the report, of one PBX server or all. */
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
