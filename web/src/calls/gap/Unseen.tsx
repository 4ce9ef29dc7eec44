import { listGaps } from '@ringside/core/contract/calls/gap.ts';
import { dayOf } from '@ringside/core/reports/queue-today.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { call } from '../../data/api/call.ts';
import { GapNotes } from './GapNotes.tsx';
import { type GapPart, GapsContext, gapsOf } from './gaps-context.ts';

interface Props {
  /** ISO 8601; the end is exclusive. */
  readonly from: string;
  readonly to: string;
  readonly part: GapPart;
  readonly timeZone: string;
  readonly children: ReactNode;
}

const LOOK_AGAIN_MS = 30_000;

/** Shows the data gaps of a period as notes, and provides them to every `GapMark` below. */
export function Unseen({ from, to, part, timeZone, children }: Props) {
  const { data } = useQuery({
    queryKey: ['gaps', from, to],
    queryFn: ({ signal }) => call(listGaps, { query: { from, to }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });
  const gaps = useMemo(() => {
    const [start, end] = [Date.parse(from), Date.parse(to)];
    const all = (data?.gaps ?? []).map((gap) => ({
      ...gap,
      fromAt: Math.max(start, Date.parse(gap.from)),
      toAt: Math.min(end, gap.to === null ? end : Date.parse(gap.to)),
    }));
    return gapsOf(
      all.toSorted((a, b) => a.fromAt - b.fromAt),
      data?.days ?? [],
      part,
      timeZone,
      dayOf(start, timeZone) === dayOf(end - 1, timeZone),
    );
  }, [data, from, to, part, timeZone]);
  return (
    <GapsContext value={gaps}>
      <GapNotes />
      {children}
    </GapsContext>
  );
}
