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

/** Returns one row and re-renders when it changes. */
export const useRow = <T extends Table>(table: T, key: string): Rows[T] | undefined =>
  useTopic(topic.row(table, key), () => store.row(table, key));

/** Returns one value of a row and re-renders when that value changes. `pick` returns a primitive or a part of the row. */
export const useRowPart = <T extends Table, V>(table: T, key: string, pick: (row: Rows[T] | undefined) => V): V =>
  useTopic(topic.row(table, key), () => pick(store.row(table, key)));

/** Returns the keys of a table and re-renders when a row is added or removed. */
export const useKeys = (table: Table): readonly string[] => useTopic(topic.keys(table), () => store.keys(table));

export const useMembersOf = (queue: string): readonly string[] =>
  useTopic(topic.members(queue), () => store.membersOf(queue));

export const useCallersOf = (queue: string): readonly string[] =>
  useTopic(topic.callers(queue), () => store.callersOf(queue));

export const useTally = (queue: string): QueueTally => useTopic(topic.tally(queue), () => store.tally(queue));

/** Returns one value of a queue's counts and re-renders when that value changes. */
export const useTallyPart = <V>(queue: string, pick: (tally: QueueTally) => V): V =>
  useTopic(topic.tally(queue), () => pick(store.tally(queue)));

export const useSocketState = (): SocketState => useSyncExternalStore(onSocketState, socketState);

/** Returns whether the shown state is current, so that actions are safe. Includes the PBX server's own link. */
export const useActable = (serverId: number): boolean => {
  const live = isLive(useSocketState());
  const server = useRow('servers', String(serverId));
  return live && server !== undefined && server.connected && !server.stale;
};

export const useRaisedErrors = () => useSyncExternalStore(errors.subscribe, errors.shown);
