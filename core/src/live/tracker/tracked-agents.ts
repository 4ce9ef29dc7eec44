// Tracks queue members of one PBX server and the attempts to reach agents, from AgentCalled over AgentConnect to the end of the call. An
// agent's other member rows show the call too. With `device_state_busy_at = 1` a ringing phone stays "busy", and AgentComplete may be late
// or missing, so the end of the agent's channel ends the call too.
import type { ChannelFact, MemberFact, PbxFact } from '../../asterisk/fact.ts';
import type { MemberCause } from '../event.ts';
import { memberKey, type MemberRow } from '../state.ts';
import { partiesOf, type AgentCallFact } from './agent-call.ts';
import { createAgentChannels, type CallChanges } from './agent-channels.ts';
import { createAttemptEnds, type AttemptEnds } from './attempt-ends.ts';
import { attemptKey, createAttempts, type Attempt } from './attempts.ts';
import { memberRow } from './member-row.ts';
import { createMemberRows, type MemberRows } from './member-rows.ts';
import { completedAfter, holdtimeAfter } from './queue-counters.ts';
import type { Tracked } from './tracked.ts';

const newAttempt = (f: AgentCallFact, row: MemberRow | undefined): Attempt => ({
  queue: f.queue,
  interface: f.interface,
  stateInterface: row?.stateInterface ?? f.interface,
  callUniqueid: f.caller.uniqueid,
  callerUniqueid: f.caller.uniqueid,
  linkedid: f.caller.linkedid,
  channel: f.agent?.channel ?? '',
  channelUniqueid: f.agent?.uniqueid ?? '',
  callerNumber: f.caller.callerIdNum,
  callerName: f.caller.callerIdName,
  connectedAt: null,
  waitedSeconds: 0,
  callsTakenBefore: row?.callsTaken ?? 0,
  onHold: false,
  ended: false,
  counted: false,
  goneAt: null,
});

/** Tracks the calls of agents from ringing to the end of the talk. */
const createAgentCalls = (attempts: ReturnType<typeof createAttempts>, rows: MemberRows, ends: AttemptEnds) => {
  const { count, finish, giveUp, taken } = ends;
  const keyOf = (f: AgentCallFact): string => attemptKey(f.queue, f.interface, f.caller.uniqueid);
  const attemptOf = (f: AgentCallFact): Attempt => newAttempt(f, rows.memberOf(f.queue, f.interface));
  return {
    called(f: AgentCallFact, at: number): void {
      const a = attemptOf(f);
      attempts.set(keyOf(f), a);
      finish(a, at, 'AgentCalled', partiesOf(f));
    },
    notAnswered(f: AgentCallFact, ringMs: number, at: number): void {
      const a = attempts.get(keyOf(f)) ?? attemptOf(f);
      giveUp(keyOf(f), a);
      finish(a, at, 'AgentRingNoAnswer', { ringMs, ...partiesOf(f) });
    },
    /** `briefedSeconds`: the part of the hold time after the agent's phone was answered. */
    connected(f: AgentCallFact, holdSeconds: number, ringSeconds: number, briefedSeconds: number, at: number): void {
      const key = keyOf(f);
      const known = attempts.get(key) ?? attemptOf(f);
      const a: Attempt = {
        ...known,
        channel: f.agent?.channel ?? known.channel,
        channelUniqueid: f.agent?.uniqueid ?? known.channelUniqueid,
        connectedAt: at,
        waitedSeconds: Math.max(0, holdSeconds - briefedSeconds),
        ended: false,
      };
      // The phones of other agents stop ringing for this caller.
      for (const [otherKey, other] of attempts.ofCaller(a.callerUniqueid))
        if (otherKey !== key && !other.ended && !other.connectedAt) {
          giveUp(otherKey, other);
          finish(other, at, 'QueueMemberStatus');
        }
      attempts.set(key, a);
      const report = { holdSeconds, ringMs: ringSeconds * 1000, ...partiesOf(f) };
      finish(a, at, 'AgentConnect', report, { lastHoldtime: holdSeconds });
      count(f.queue, at, (q) => ({ holdtime: holdtimeAfter(q, a.waitedSeconds) }));
    },
    completed(f: AgentCallFact, holdSeconds: number, talkSeconds: number, reason: string, at: number): void {
      const { queue, interface: of, agent, caller } = f;
      const [key, a] =
        attempts.ofCompletion({ queue, interface: of, caller: caller.uniqueid, agent: agent?.uniqueid ?? '' }) ?? [];
      // Kept until its channels end, because a list read before that still shows them in their bridge.
      if (a && key !== undefined) attempts.set(key, { ...a, ended: true, counted: true });
      // The call was counted at the end of the agent's part, or the PBX server does not name the caller.
      if (a?.counted || (a === undefined && caller.uniqueid === '')) return;
      // For a call whose answer was not observed, AgentComplete names the agent's channel only at the end of the agent's own part.
      const waitedSeconds = a !== undefined && a.connectedAt !== null ? a.waitedSeconds : null;
      const completes = waitedSeconds !== null || agent !== null;
      const report = { completes, holdSeconds, talkSeconds, reason, ...partiesOf({ caller, agent }) };
      const uniqueid = a?.callUniqueid ?? caller.uniqueid;
      finish(
        a ?? attemptOf(f),
        at,
        'AgentComplete',
        { ...report, uniqueid },
        { ...(a && taken(a, at)), lastTalktime: talkSeconds },
      );
      if (completes) count(f.queue, at, (q) => completedAfter(q, waitedSeconds ?? holdSeconds, talkSeconds));
    },
    /** Adopts a listed call that started or was answered while the link was down. `agent` is the channel of the member's device. */
    adopt(m: MemberFact, caller: ChannelFact, agent: ChannelFact, connectedAt: number | null): void {
      const key = attemptKey(m.queue, m.interface, caller.uniqueid);
      const known = attempts.get(key);
      if (known?.channelUniqueid === agent.uniqueid) {
        // The attempt has ended while its channels are still up, or it is already known.
        if (known.ended || known.connectedAt !== null || connectedAt === null) return;
        attempts.set(key, { ...known, connectedAt });
        return;
      }
      const f = { queue: m.queue, interface: m.interface, memberName: m.name, caller, agent };
      const stateInterface = m.stateInterface || m.interface;
      attempts.set(key, { ...attemptOf(f), stateInterface, callsTakenBefore: m.callsTaken, connectedAt });
    },
  };
};

export const createTrackedAgents = (t: Tracked, on: CallChanges) => {
  const attempts = createAttempts();
  const rows = createMemberRows(t, attempts);
  const ends = createAttemptEnds(t, attempts, rows);
  const { left } = ends;
  return {
    ...createAgentChannels(attempts, ends, on),
    ...createAgentCalls(attempts, rows, ends),
    held: (): number => attempts.size(),
    settle: (at: number): void => attempts.settle(at),
    member(f: MemberFact, cause: MemberCause, at: number): void {
      if (cause === 'QueueMemberAdded') left.delete(memberKey(t.serverId, f.queue, f.interface));
      rows.send(rows.rowOf(f, at), at, cause);
    },
    removed({ queue, interface: iface, name, member }: Extract<PbxFact, { kind: 'member-removed' }>, at: number): void {
      const row = rows.memberOf(queue, iface);
      const busy = row && attempts.ofDevice(row).some(([, a]) => a.queue === queue && !a.ended);
      if (busy) left.set(memberKey(t.serverId, queue, iface), row);
      const owner = t.owners.ofQueue(t.serverId, queue);
      const last = member === undefined ? {} : { row: memberRow(member, { serverId: t.serverId, owner }, row, at) };
      t.emit({ kind: 'member-removed', serverId: t.serverId, at, owner, queue, interface: iface, name, ...last });
    },
    rows: (facts: readonly MemberFact[], at: number): MemberRow[] =>
      facts.map((f) => rows.withCall(rows.rowOf(f, at), at)),
    /** Deletes attempts whose channels are missing in a list, except those that still wait for AgentComplete. */
    keepOnly(alive: ReadonlySet<string>): void {
      for (const [key, a] of attempts.entries()) {
        const isUp = alive.has(a.callerUniqueid) && (a.channelUniqueid === '' || alive.has(a.channelUniqueid));
        if (!isUp && a.goneAt === null) attempts.delete(key);
      }
      for (const [key, row] of left) if (attempts.ofDevice(row).length === 0) left.delete(key);
    },
    /** Sends member rows that show a call of a queue whose owner changed. */
    reown(at: number): void {
      for (const m of [...t.state.members.values()]) {
        const [a, b] = [m.callOwner, rows.callOwnerOf(m)];
        if (a?.customerId !== b?.customerId || a?.callcenterId !== b?.callcenterId)
          rows.send(m, at, 'QueueMemberStatus');
      }
    },
  };
};

export type TrackedAgents = ReturnType<typeof createTrackedAgents>;
