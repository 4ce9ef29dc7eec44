// Memberships of one PBX, and the attempts to reach an agent: from AgentCalled over AgentConnect to the end of the call.
// An agent's other memberships show the call too. Device states alone do not tell: with `device_state_busy_at = 1` a
// ringing phone is "busy" and stays so, and AgentComplete may come late or never; so the end of the agent's channel ends
// the call as well.
import { createAttempts, type Attempt } from './attempts.ts';
import type { MemberCause } from './event.ts';
import type { ChannelFact, MemberFact, PartyFact } from './fact.ts';
import { dressed, memberRow } from './member-row.ts';
import { completedAfter, holdtimeAfter } from './queue-counters.ts';
import { pbxSeconds } from './pbx-seconds.ts';
import { memberKey, queueKey, type MemberRow, type QueueRow } from './state.ts';
import type { Tracked } from './tracked.ts';

export interface AgentCallFact {
  readonly queue: string;
  readonly interface: string;
  readonly memberName: string;
  readonly caller: PartyFact;
  readonly agent: PartyFact | null;
}

interface Report {
  readonly completes: boolean;
  readonly holdSeconds: number | null;
  readonly talkSeconds: number | null;
  readonly ringMs: number | null;
  readonly reason: string | null;
  readonly uniqueid: string | null;
}

const NO_REPORT: Report = {
  completes: false,
  holdSeconds: null,
  talkSeconds: null,
  ringMs: null,
  reason: null,
  uniqueid: null,
};

/** What a membership shows of a call, whichever queue it is of. */
const DRESS = ['ringing', 'incall', 'onHold', 'channel', 'linkedid'] as const;

const CALL_CAUSES: ReadonlySet<MemberCause> = new Set(['AgentConnect', 'AgentComplete', 'AgentRingNoAnswer']);

const keyOf = (queue: string, iface: string, callerUniqueid: string): string => `${queue}\t${iface}\t${callerUniqueid}`;

export const createTrackedAgents = (t: Tracked) => {
  const attempts = createAttempts();
  /** Memberships that ended while a call was on its way or went on, as they were last. */
  const left = new Map<string, MemberRow>();

  const memberOf = (queue: string, iface: string): MemberRow | undefined =>
    t.state.members.get(memberKey(t.serverId, queue, iface));

  const shown = (m: Pick<MemberRow, 'queue' | 'interface' | 'stateInterface'>): Attempt | null => {
    let best: Attempt | null = null;
    for (const [, a] of attempts.ofDevice(m)) {
      if (a.ended) continue;
      if (!best || (a.connectedAt !== null && best.connectedAt === null) || (!best.connectedAt && a.queue === m.queue))
        best = a;
    }
    return best;
  };

  const dress = (row: MemberRow, at: number): MemberRow =>
    dressed(row, shown(row), memberOf(row.queue, row.interface), at);

  const wrapupOf = (queue: string): number => t.owners.wrapupOf?.(t.serverId, queue) ?? 0;

  const rowOf = (f: MemberFact, at: number): MemberRow => {
    const owner = t.owners.ofQueue(t.serverId, f.queue);
    const row = memberRow(f, { serverId: t.serverId, owner }, memberOf(f.queue, f.interface), at);
    // As Asterisk itself: a member's own time goes before the queue's.
    return { ...row, wrapupSeconds: row.wrapupSeconds || wrapupOf(f.queue) };
  };

  const send = (row: MemberRow, at: number, cause: MemberCause, report: Partial<Report> = {}): void => {
    t.emit({ kind: 'member', serverId: t.serverId, at, cause, row: dress(row, at), ...NO_REPORT, ...report });
  };

  /** Sends the other memberships of the same agent, where they look different now. */
  const sendOthers = (a: Pick<Attempt, 'queue' | 'interface' | 'stateInterface'>, at: number): void => {
    for (const key of t.members.of(a)) {
      const m = t.state.members.get(key);
      if (!m || (m.queue === a.queue && m.interface === a.interface)) continue;
      const next = dress(m, at);
      if (DRESS.some((field) => next[field] !== m[field])) send(m, at, 'QueueMemberStatus');
    }
  };

  const attemptOf = (f: AgentCallFact): Attempt => {
    const row = memberOf(f.queue, f.interface);
    return {
      queue: f.queue,
      interface: f.interface,
      stateInterface: row?.stateInterface ?? f.interface,
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
    };
  };

  const finish = (
    a: Attempt,
    at: number,
    cause: MemberCause,
    report: Partial<Report>,
    change: Partial<MemberRow>,
  ): void => {
    const row = memberOf(a.queue, a.interface);
    if (row) send({ ...row, ...change }, at, cause, report);
    else finishLeft(a, at, cause, report);
    sendOthers(a, at);
  };

  /** What remains of the call of an agent who logged off meanwhile: for the reports. */
  const finishLeft = (a: Attempt, at: number, cause: MemberCause, report: Partial<Report>): void => {
    const key = memberKey(t.serverId, a.queue, a.interface);
    const row = left.get(key);
    if (row === undefined || !CALL_CAUSES.has(cause)) return;
    const incall = cause === 'AgentConnect';
    if (!incall) left.delete(key);
    const shown = { ...row, ringing: false, incall, incallSince: incall ? at : null, channel: null };
    t.emit({ kind: 'member', serverId: t.serverId, at, cause, row: shown, gone: true, ...NO_REPORT, ...report });
    if (report.completes) count(a.queue, at, (q) => ({ completed: q.completed + 1 }));
  };

  /** The phone rings no more; its channel lives until the phone says so, and a list that is read then still has it. */
  const giveUp = (key: string, a: Attempt): void => {
    if (a.channelUniqueid === '') attempts.delete(key);
    else attempts.set(key, { ...a, ended: true });
  };

  /** The queue's own figures after a call; its next reading corrects what was not to be known. */
  const count = (queue: string, at: number, figures: (q: QueueRow) => Partial<QueueRow>): void => {
    const q = t.state.queues.get(queueKey(t.serverId, queue));
    if (q) t.emit({ kind: 'queue', serverId: t.serverId, at, row: { ...q, ...figures(q) } });
  };

  /** The agent's part is over, while the caller lives on elsewhere. */
  const complete = (a: Attempt, connectedAt: number, at: number): void => {
    const row = memberOf(a.queue, a.interface);
    const talkSeconds = pbxSeconds(connectedAt, at);
    const report = { completes: true, holdSeconds: row?.lastHoldtime ?? null, talkSeconds, uniqueid: a.callerUniqueid };
    const callsTaken = Math.max(row?.callsTaken ?? 0, a.callsTakenBefore + 1);
    finish(a, at, 'AgentComplete', report, { callsTaken, lastTalktime: talkSeconds });
    count(a.queue, at, (q) => completedAfter(q, a.waitedSeconds, talkSeconds));
  };

  return {
    held: (): number => attempts.size(),
    /** True while a phone rings for the caller, or its agent is being briefed. */
    isCalling(callerUniqueid: string): boolean {
      return attempts
        .ofCaller(callerUniqueid)
        .some(([, a]) => !a.ended && a.connectedAt === null && a.channelUniqueid !== '');
    },
    /** A Local channel is optimised away: the phone behind it takes its place in the bridge, and the call goes on. */
    swapped(goneUniqueid: string, by: ChannelFact, at: number): void {
      for (const [key, a] of attempts.ofChannel(goneUniqueid)) {
        if (!a.channel.startsWith('Local/')) continue;
        const next = { ...a, channel: by.channel, channelUniqueid: by.uniqueid };
        attempts.set(key, next);
        finish(next, at, 'QueueMemberStatus', {}, {});
      }
    },
    member(f: MemberFact, cause: MemberCause, at: number): void {
      if (cause === 'QueueMemberAdded') left.delete(memberKey(t.serverId, f.queue, f.interface));
      send(rowOf(f, at), at, cause);
    },
    removed(queue: string, iface: string, name: string, at: number): void {
      const row = memberOf(queue, iface);
      const busy = row && attempts.ofDevice(row).some(([, a]) => a.queue === queue && !a.ended);
      if (busy) left.set(memberKey(t.serverId, queue, iface), row);
      const owner = t.owners.ofQueue(t.serverId, queue);
      t.emit({ kind: 'member-removed', serverId: t.serverId, at, owner, queue, interface: iface, name });
    },
    called(f: AgentCallFact, at: number): void {
      const a = attemptOf(f);
      attempts.set(keyOf(f.queue, f.interface, f.caller.uniqueid), a);
      finish(a, at, 'AgentCalled', { uniqueid: f.caller.uniqueid }, {});
    },
    notAnswered(f: AgentCallFact, ringMs: number, at: number): void {
      const key = keyOf(f.queue, f.interface, f.caller.uniqueid);
      const a = attempts.get(key) ?? attemptOf(f);
      giveUp(key, a);
      finish(a, at, 'AgentRingNoAnswer', { ringMs, uniqueid: f.caller.uniqueid }, {});
    },
    /** `briefedSeconds`: what of the hold time came after the agent's phone was picked up. */
    connected(f: AgentCallFact, holdSeconds: number, ringSeconds: number, briefedSeconds: number, at: number): void {
      const key = keyOf(f.queue, f.interface, f.caller.uniqueid);
      const known = attempts.get(key) ?? attemptOf(f);
      const a: Attempt = {
        ...known,
        channel: f.agent?.channel ?? known.channel,
        channelUniqueid: f.agent?.uniqueid ?? known.channelUniqueid,
        connectedAt: at,
        waitedSeconds: Math.max(0, holdSeconds - briefedSeconds),
        ended: false,
      };
      // Whoever else rang for this caller rings no longer.
      for (const [otherKey, other] of attempts.ofCaller(a.callerUniqueid))
        if (otherKey !== key && !other.ended && !other.connectedAt) {
          giveUp(otherKey, other);
          finish(other, at, 'QueueMemberStatus', {}, {});
        }
      attempts.set(key, a);
      const report = { holdSeconds, ringMs: ringSeconds * 1000, uniqueid: f.caller.uniqueid };
      finish(a, at, 'AgentConnect', report, { lastHoldtime: holdSeconds });
      count(f.queue, at, (q) => ({ holdtime: holdtimeAfter(q, a.waitedSeconds) }));
    },
    completed(f: AgentCallFact, holdSeconds: number, talkSeconds: number, reason: string, at: number): void {
      const key = keyOf(f.queue, f.interface, f.caller.uniqueid);
      const a = attempts.get(key);
      // Kept until its channels end: a list that is read before they do shows them still in their bridge.
      if (a) attempts.set(key, { ...a, ended: true, counted: true });
      // It was counted when the agent's part ended; this one's talk time has the time elsewhere in it.
      // And so it was where both channels are gone: then the PBX tells of nobody's call.
      if (a?.counted || (a === undefined && f.caller.uniqueid === '')) return;
      const row = memberOf(f.queue, f.interface);
      const taken = a && row ? { callsTaken: Math.max(row.callsTaken, a.callsTakenBefore + 1) } : {};
      // Of a call that nobody saw being answered, only the end of the agent's own part has his channel with it.
      const waitedSeconds = a !== undefined && a.connectedAt !== null ? a.waitedSeconds : null;
      const completes = waitedSeconds !== null || f.agent !== null;
      const report = { completes, holdSeconds, talkSeconds, reason, uniqueid: f.caller.uniqueid };
      finish(a ?? attemptOf(f), at, 'AgentComplete', report, { ...taken, lastTalktime: talkSeconds });
      if (completes) count(f.queue, at, (q) => completedAfter(q, waitedSeconds ?? holdSeconds, talkSeconds));
    },
    /** A channel ended or left its bridge for good: it may have been an agent's, or a caller's. */
    channelEnded(uniqueid: string, hungUp: boolean, at: number): void {
      for (const [key, a] of attempts.ofEither(uniqueid)) {
        if (hungUp && a.callerUniqueid === uniqueid) {
          attempts.delete(key);
          if (!a.ended) finish(a, at, 'QueueMemberStatus', {}, {});
        } else if (hungUp && a.ended && a.connectedAt === null && a.channelUniqueid === uniqueid) {
          attempts.delete(key);
        } else if (!a.ended && a.channelUniqueid === uniqueid && (hungUp || a.connectedAt !== null)) {
          // AgentComplete comes before the agent's Hangup, but for a caller who was sent elsewhere: then it comes when
          // that caller hangs up at last, while Asterisk counted the call when the agent's part ended.
          if (a.connectedAt === null) attempts.delete(key);
          else attempts.set(key, { ...a, ended: true, counted: hungUp });
          if (hungUp && a.connectedAt !== null) complete(a, a.connectedAt, at);
          else finish(a, at, 'QueueMemberStatus', {}, {});
        }
      }
    },
    hold(channel: ChannelFact, onHold: boolean, at: number): void {
      for (const [key, a] of attempts.ofEither(channel.uniqueid))
        if (a.connectedAt !== null) {
          attempts.set(key, { ...a, onHold });
          finish(a, at, 'QueueMemberStatus', {}, {});
        }
    },
    rows(facts: readonly MemberFact[], at: number): MemberRow[] {
      return facts.map((f) => dress(rowOf(f, at), at));
    },
    /** Attempts whose channels are gone end with a snapshot. */
    keepOnly(alive: ReadonlySet<string>): void {
      for (const [key, a] of attempts.entries())
        if (!alive.has(a.callerUniqueid) || (a.channelUniqueid !== '' && !alive.has(a.channelUniqueid)))
          attempts.delete(key);
      for (const [key, row] of left) if (attempts.ofDevice(row).length === 0) left.delete(key);
    },
    /** A call of a list: one that began, or was answered, while nobody watched. The member's device is the agent's channel's. */
    adopt(m: MemberFact, caller: ChannelFact, agent: ChannelFact, connectedAt: number | null): void {
      const key = keyOf(m.queue, m.interface, caller.uniqueid);
      const known = attempts.get(key);
      if (known?.channelUniqueid === agent.uniqueid) {
        // Over, though its channels are not; or known already.
        if (known.ended || known.connectedAt !== null || connectedAt === null) return;
        attempts.set(key, { ...known, connectedAt });
        return;
      }
      const f = { queue: m.queue, interface: m.interface, memberName: m.name, caller, agent };
      const stateInterface = m.stateInterface || m.interface;
      attempts.set(key, { ...attemptOf(f), stateInterface, callsTakenBefore: m.callsTaken, connectedAt });
    },
    reown(at: number): void {
      for (const m of [...t.state.members.values()]) {
        const owner = t.owners.ofQueue(t.serverId, m.queue);
        // What was the member's own is not known here; it comes back with the next word of the PBX.
        send({ ...m, owner, wrapupSeconds: wrapupOf(m.queue) || m.wrapupSeconds }, at, 'QueueMember');
      }
    },
  };
};

export type TrackedAgents = ReturnType<typeof createTrackedAgents>;
