// Updates the queue members and queue figures when an attempt to reach an agent changes or ends.
import { keysOf } from '../../base/keys-of.ts';
import type { MemberCause } from '../event.ts';
import { memberKey, queueKey, type MemberRow, type QueueRow } from '../state.ts';
import { CALL_CAUSES, NO_REPORT, type Report } from './agent-call.ts';
import type { Attempt, createAttempts } from './attempts.ts';
import { lastCallAt, type MemberRows } from './member-rows.ts';
import { pbxSeconds } from './pbx-seconds.ts';
import { completedAfter } from './queue-counters.ts';
import type { Tracked } from './tracked.ts';

/** Reports the rest of a call of an agent who logged off during it. `left`: the last rows of these members, by member key. */
const finishLeft = (
  t: Tracked,
  left: Map<string, MemberRow>,
  a: Attempt,
  at: number,
  cause: MemberCause,
  report: Partial<Report>,
): void => {
  const key = memberKey(t.serverId, a.queue, a.interface);
  const row = left.get(key);
  if (row === undefined || !CALL_CAUSES.has(cause)) return;
  const incall = cause === 'AgentConnect';
  if (!incall) left.delete(key);
  const shown = { ...row, ringing: false, incall, incallSince: incall ? at : null, channel: null };
  t.emit({ kind: 'member', serverId: t.serverId, at, cause, row: shown, gone: true, ...NO_REPORT, ...report });
};

export const createAttemptEnds = (t: Tracked, attempts: ReturnType<typeof createAttempts>, rows: MemberRows) => {
  /** Last rows of members who were removed during a call. */
  const left = new Map<string, MemberRow>();

  /** Sends the queue's row with its own figures after a call. The next read of the queue corrects unknown values. */
  const count = (queue: string, at: number, figures: (q: QueueRow) => Partial<QueueRow>): void => {
    const q = t.state.queues.get(queueKey(t.serverId, queue));
    if (q === undefined) return;
    const next = figures(q);
    if (keysOf(next).some((k) => next[k] !== q[k]))
      t.emit({ kind: 'queue', serverId: t.serverId, at, row: { ...q, ...next } });
  };
  /** Sends the member row of the attempt, then the agent's other member rows. */
  const finish = (
    a: Attempt,
    at: number,
    cause: MemberCause,
    report: Partial<Report> = {},
    change: Partial<MemberRow> = {},
  ): void => {
    const row = rows.memberOf(a.queue, a.interface);
    if (row) rows.send({ ...row, ...change }, at, cause, report);
    else finishLeft(t, left, a, at, cause, report);
    const isTaken = row !== undefined && change.callsTaken !== undefined && change.callsTaken > row.callsTaken;
    rows.sendOthers(a, at, isTaken ? row.lastCall : null);
  };
  /** The member's counters after the call, as Asterisk counts it. A list may have had them already. */
  const taken = (a: Attempt, at: number): Partial<MemberRow> => {
    const row = rows.memberOf(a.queue, a.interface);
    const callsTaken = a.callsTakenBefore + 1;
    return row === undefined || row.callsTaken >= callsTaken ? {} : { callsTaken, lastCall: lastCallAt(at) };
  };
  /** The agent's part is over while the caller's part continues. */
  const complete = (a: Attempt, connectedAt: number, at: number): void => {
    const row = rows.memberOf(a.queue, a.interface);
    const talkSeconds = pbxSeconds(connectedAt, at);
    const report = { completes: true, holdSeconds: row?.lastHoldtime ?? null, talkSeconds, uniqueid: a.callUniqueid };
    finish(a, at, 'AgentComplete', report, { ...taken(a, at), lastTalktime: talkSeconds });
    count(a.queue, at, (q) => completedAfter(q, a.waitedSeconds, talkSeconds));
  };

  return {
    left,
    count,
    finish,
    taken,
    complete,
    /**
     * The phone stopped ringing. The attempt is kept until its channel ends, because a list read before that still contains the channel.
     */
    giveUp: (key: string, a: Attempt): void => {
      if (a.channelUniqueid === '') attempts.delete(key);
      else attempts.set(key, { ...a, ended: true });
    },
    /**
     * Keeps an ended connected call for a while, because AgentComplete may follow. It completes a call that is not counted yet and must not
     * count another call twice.
     */
    callerEnded: (key: string, a: Attempt, at: number): void => {
      if (a.connectedAt === null) attempts.delete(key);
      else attempts.set(key, { ...a, ended: true, goneAt: at });
      if (!a.ended) finish(a, at, 'QueueMemberStatus');
    },
    agentEnded: (key: string, a: Attempt, at: number): void => {
      if (a.connectedAt === null) attempts.delete(key);
      else if (a.goneAt !== null && !a.counted) {
        attempts.set(key, { ...a, counted: true, goneAt: at });
        complete(a, a.connectedAt, at);
      }
    },
  };
};

export type AttemptEnds = ReturnType<typeof createAttemptEnds>;
