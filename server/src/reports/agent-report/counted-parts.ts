// Splits the period of an agent report into days and, with business hours, into open and closed parts.
import { anyOpen } from '@ringside/core/reports/business-hours.ts';
import type { Span } from '@ringside/core/reports/agent-fact.ts';
import type { OpenTimes } from '../open-times-queries.ts';

export interface DaySpan extends Span {
  readonly day: string;
}
/** Parts are contiguous. Those that do not count are on the other side of the business hours. */
export interface Part extends DaySpan {
  readonly counts: boolean;
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

const cutDay = (day: DaySpan, open: readonly Span[], inside: boolean): Part[] => {
  const made: Part[] = [];
  let at = day.from;
  for (const span of open) {
    const cut = { from: Math.max(at, span.from), to: Math.min(day.to, span.to) };
    if (cut.to <= cut.from) continue;
    if (cut.from > at) made.push({ ...day, from: at, to: cut.from, counts: !inside });
    made.push({ ...day, ...cut, counts: inside });
    at = cut.to;
  }
  return at < day.to ? [...made, { ...day, from: at, counts: !inside }] : made;
};

/** Returns the parts for agents of these call centers: open while any of them is. A call center without hours is always open. */
export const createParts = (days: readonly DaySpan[], open: OpenTimes | undefined) => {
  const all = days.map((day): Part => ({ ...day, counts: true }));
  const known = new Map<string, readonly Part[]>();
  return (callcenterIds: readonly (string | null)[]): readonly Part[] => {
    if (open === undefined) return all;
    const ids = [...new Set(callcenterIds)].toSorted();
    const key = ids.join(' ');
    const before = known.get(key);
    if (before !== undefined) return before;
    const times = ids.map((id) => open.byCallcenter.get(id ?? ''));
    const always = times.some((one) => one === undefined);
    const spans = always
      ? days
      : anyOpen(times.map((one) => one ?? [])).map(({ from, to }) => ({ from: seconds(from), to: seconds(to) }));
    const made = days.flatMap((day) => cutDay(day, spans, open.side === 'inside'));
    known.set(key, made);
    return made;
  };
};

export const counted = (parts: readonly Part[]): readonly Part[] => parts.filter((part) => part.counts);
