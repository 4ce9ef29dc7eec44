import type { Table } from '@ringside/core/live/state.ts';
import { useCallback, useSyncExternalStore } from 'react';
import { errors, onSocketState, socketState, store } from './live.ts';
import { isLive, type SocketState } from './socket-state.ts';
import type { Rows } from './store.ts';
import type { QueueTally } from './tally.ts';
import { topic } from './topic.ts';

const useTopic = <T>(name: string, read: () => T): T =>
  useSyncExternalStore(
    useCallback((listener: () => void) => store.subscribe(name, listener), [name]),
    read,
  );

/** One row; re-renders when that row is replaced. */
export const useRow = <T extends Table>(table: T, key: string): Rows[T] | undefined =>
  useTopic(topic.row(table, key), () => store.row(table, key));

/** The keys of a table; re-renders when a row comes or goes. */
export const useKeys = (table: Table): readonly string[] => useTopic(topic.keys(table), () => store.keys(table));

export const useMembersOf = (queue: string): readonly string[] =>
  useTopic(topic.members(queue), () => store.membersOf(queue));

export const useCallersOf = (queue: string): readonly string[] =>
  useTopic(topic.callers(queue), () => store.callersOf(queue));

export const useTally = (queue: string): QueueTally => useTopic(topic.tally(queue), () => store.tally(queue));

export const useSocketState = (): SocketState => useSyncExternalStore(onSocketState, socketState);

/** True while what is shown is exact, so that acting on it is safe. Takes the server's own link into account. */
export const useActable = (serverId: number): boolean => {
  const live = isLive(useSocketState());
  const server = useRow('servers', String(serverId));
  return live && server !== undefined && server.connected && !server.stale;
};

export const useRaisedErrors = () => useSyncExternalStore(errors.subscribe, errors.shown);
