// What a command is about, found in what the caller may see. What is not there and what is another customer's are alike: not found.
import { scope, type Viewer } from '@ringside/core/live/scope.ts';
import {
  callerKey,
  memberKey,
  queueKey,
  serverKey,
  type LiveState,
  type MemberRow,
  type Owner,
  type QueueRow,
} from '@ringside/core/live/state.ts';
import { Refusal } from '../http/errors.ts';

export interface Targets {
  queue(name: string, path?: string): QueueRow;
  member(queue: string, iface: string): MemberRow;
  findMember(queue: string, iface: string): MemberRow | null;
  /** All memberships of the agent on this server, at least one. */
  memberships(iface: string): readonly MemberRow[];
  /** Whether somebody else is a member with the same device in a queue that the caller may not see. */
  isShared(iface: string): boolean;
  /** Owner of the waiting caller, by channel or unique id; and his channel. */
  caller(queue: string, caller: string): { readonly channel: string; readonly owner: Owner };
  /** Owner of a channel that has a part in something that the caller may see. */
  channel(name: string): Owner | null;
}

const notFound = (path: string): Refusal => new Refusal('not-found', { errors: [{ path, code: 'unknown' }] });

/** Throws `not-found` for a server out of scope. */
export const targetsFor = (state: LiveState, viewer: Viewer, serverId: number): Targets => {
  const seen = scope(state, viewer);
  if (!seen.servers.has(serverKey(serverId))) throw notFound('serverId');
  const of = <R extends { readonly serverId: number }>(rows: Iterable<R>): R[] =>
    [...rows].filter((r) => r.serverId === serverId);
  const findMember = (queue: string, iface: string): MemberRow | null =>
    seen.members.get(memberKey(serverId, queue, iface)) ?? null;

  return {
    queue: (name, path = 'Queue') => {
      const row = seen.queues.get(queueKey(serverId, name));
      if (row === undefined) throw notFound(path);
      return row;
    },
    findMember,
    member: (queue, iface) => {
      const row = findMember(queue, iface);
      if (row === null) throw notFound('Interface');
      return row;
    },
    memberships: (iface) => {
      const rows = of(seen.members.values()).filter((m) => m.interface === iface);
      if (rows.length === 0) throw notFound('Interface');
      return rows;
    },
    isShared: (iface) =>
      [...state.members].some(([key, m]) => m.serverId === serverId && m.interface === iface && !seen.members.has(key)),
    caller: (queue, caller) => {
      const byId = seen.callers.get(callerKey(serverId, queue, caller));
      const row = byId ?? of(seen.callers.values()).find((c) => c.queue === queue && c.channel === caller);
      if (row === undefined) throw notFound('Caller');
      return row;
    },
    channel: (name) => {
      const call = of(seen.calls.values()).find((c) => c.channel === name);
      if (call !== undefined) return call.owners[0] ?? null;
      const caller = of(seen.callers.values()).find((c) => c.channel === name);
      if (caller !== undefined) return caller.owner;
      const member = of(seen.members.values()).find((m) => m.channel === name);
      return member?.owner ?? null;
    },
  };
};
