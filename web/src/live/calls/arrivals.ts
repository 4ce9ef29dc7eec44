import { useCallback, useSyncExternalStore } from 'react';

// Tracks running commands: members that wait for an answer, and the queues that agents are moving to. These are only marks. The rows change
// when the PBX reports the move.
const busy = new Map<string, string | null>();
const listeners = new Set<() => void>();

const tell = (): void => {
  for (const listener of listeners) listener();
};
const listen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Marks a member as waiting for an answer. `toQueue`: target of a move. Returns a function that removes the mark. */
export const markBusy = (member: string, toQueue: string | null): (() => void) => {
  busy.set(member, toQueue);
  tell();
  return () => {
    busy.delete(member);
    tell();
  };
};

export const useBusy = (member: string): boolean =>
  useSyncExternalStore(
    listen,
    useCallback(() => busy.has(member), [member]),
  );

/** Returns the number of agents moving to the queue. */
export const useArrivals = (queue: string): number =>
  useSyncExternalStore(
    listen,
    useCallback(() => [...busy.values()].filter((to) => to === queue).length, [queue]),
  );
