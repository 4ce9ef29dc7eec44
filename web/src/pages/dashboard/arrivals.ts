import { useCallback, useSyncExternalStore } from 'react';

// Commands under way: which members wait for an answer, and which queues an agent is being moved to. What is shown as
// coming is only a mark; the row itself changes when the PBX says so.
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

/** Marks a member as waiting for an answer; `toQueue`: where it is moving to. Returns how to unmark. */
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

/** How many agents are on their way to the queue. */
export const useArrivals = (queue: string): number =>
  useSyncExternalStore(
    listen,
    useCallback(() => [...busy.values()].filter((to) => to === queue).length, [queue]),
  );
