// What a command is about, found in what the caller may see. What is not there and what is another customer's are alike: not found.
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
  caller(queue: string, caller: string): CallerRow;
  /** The call that a channel which the caller may see is part of. */
  call(channel: string): TargetCall;
  /** Whether a device is that of an agent in scope. */
  isMember(device: string): boolean;
}

export interface TargetCall {
  readonly owner: Owner;
  readonly linkedid: string;
  /** Channels of the agents in it. */
  readonly memberChannels: ReadonlySet<string>;
  /** Nobody out of scope has a part in it. */
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
