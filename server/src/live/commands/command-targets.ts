// Finds the targets of a command in the caller's scope. Missing objects and objects of other customers both throw `not-found`.
import { scope, type Viewer } from '@ringside/core/live/scope.ts';
import {
  callKey,
  callerKey,
  memberKey,
  queueKey,
  serverKey,
  type CallerRow,
  type LiveState,
  type MemberRow,
  type Owner,
  type QueueRow,
} from '@ringside/core/live/state.ts';
import { Refusal } from '../../platform/caller/refusal.ts';

export interface Targets {
  queue(name: string, path?: string): QueueRow;
  member(queue: string, iface: string): MemberRow;
  findMember(queue: string, iface: string): MemberRow | null;
  /** Returns all memberships of the agent on this server, at least one. */
  memberships(iface: string): readonly MemberRow[];
  /** Returns whether the interface is also a member of a queue that the caller may not see. */
  isShared(iface: string): boolean;
  /** Returns the waiting caller's row, by channel or unique id. */
  caller(queue: string, caller: string): CallerRow;
  /** Returns the visible call that a channel is part of. */
  call(channel: string): TargetCall;
  /** Returns the devices of the customer's queue members in scope. */
  devices(customerId: string): readonly string[];
  /** Returns whether the device belongs to a queue member in scope. */
  isMember(device: string): boolean;
}

interface TargetCall {
  readonly owner: Owner;
  readonly linkedid: string;
  /** Channels of the queue members in the call. */
  readonly memberChannels: ReadonlySet<string>;
  /** Whether all parties of the call belong to one customer. */
  readonly wholly: boolean;
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
    devices: (customerId) => {
      const own = of(seen.members.values()).filter((m) => m.owner.customerId === customerId);
      return [...new Set(own.flatMap((m) => [m.interface, m.stateInterface]))];
    },
    isMember: (device) => of(seen.members.values()).some((m) => m.interface === device || m.stateInterface === device),
    call: (name) => {
      const members = of(seen.members.values());
      const call = of(seen.calls.values()).find((c) => c.channel === name);
      const caller = call ? undefined : of(seen.callers.values()).find((c) => c.channel === name);
      const member = call || caller ? undefined : members.find((m) => m.channel === name);
      const owner = call?.owners[0] ?? caller?.owner ?? member?.owner;
      const linkedid = call?.linkedid ?? (caller ? (caller.linkedid ?? caller.uniqueid) : member?.linkedid);
      if (owner === undefined || !linkedid) throw notFound('Channel');
      const whole = state.calls.get(callKey(serverId, linkedid))?.owners ?? [owner];
      return {
        owner,
        linkedid,
        memberChannels: new Set(members.flatMap((m) => (m.linkedid === linkedid && m.channel ? [m.channel] : []))),
        wholly: whole.every((o) => o.customerId === owner.customerId),
      };
    },
  };
};
