import type { MemberRow } from '@ringside/core/live/state.ts';
import { useEffect, useReducer } from 'react';
import { store } from '../../live/live.ts';
import { topic } from '../../live/topic.ts';
import type { Seat } from './own-state.ts';

/** The memberships of the seats that are taken, as they stand now. */
export const useOwnMembers = (seats: readonly Seat[]): readonly MemberRow[] => {
  const [, changed] = useReducer((n: number) => n + 1, 0);
  const names = JSON.stringify(seats.map((s) => s.key));
  useEffect(() => {
    const keys = JSON.parse(names) as string[];
    const stops = keys.map((key) => store.subscribe(topic.row('members', key), changed));
    changed();
    return () => {
      for (const stop of stops) stop();
    };
  }, [names]);
  return seats.flatMap((s) => store.row('members', s.key) ?? []);
};
