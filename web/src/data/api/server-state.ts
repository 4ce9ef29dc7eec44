// Tracks whether the console's database is usable, from the `ringside-state` header of the last response.
import { useSyncExternalStore } from 'react';

type ServerState = 'ok' | 'read-only' | 'away';

const POLL_MS = 5_000;

let state: ServerState = 'ok';
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

const readState = (header: string | null): ServerState => {
  if (header === null) return 'ok';
  return header === 'read-only' ? 'read-only' : header === 'away' || header === 'lock-lost' ? 'away' : 'ok';
};

/**
 * Stores the state from the header. `poll` requests it again while the state is not `ok`, so that the banner disappears without user
 * action.
 */
export const adoptServerState = (header: string | null, poll: () => Promise<string | null>): void => {
  const next = readState(header);
  if (next !== state) {
    state = next;
    for (const listener of listeners) listener();
  }
  if (state === 'ok' || timer !== undefined) return;
  timer = setTimeout(() => {
    timer = undefined;
    poll().then(
      (answer) => adoptServerState(answer, poll),
      () => adoptServerState(state, poll),
    );
  }, POLL_MS);
};

export const useServerState = (): ServerState =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => state,
  );
