// Stores the queue member rows of one PBX server, each with its agent's current call.
import type { MemberFact } from '../../asterisk/fact.ts';
import type { MemberCause } from '../event.ts';
import { memberKey, type MemberRow, type Owner } from '../state.ts';
import { NO_REPORT, type Report } from './agent-call.ts';
import type { Attempt, createAttempts } from './attempts.ts';
import { dressed, memberRow, sameMemberRow } from './member-row.ts';
import type { Tracked } from './tracked.ts';

/** Fields of a queue member that show a call of any queue. */
const CALL_FIELDS = ['ringing', 'incall', 'onHold', 'channel', 'linkedid', 'callsTaken'] as const;

/** Time of a call's end as Asterisk reports it, in whole seconds. */
export const lastCallAt = (at: number): number => Math.floor(at / 1000) * 1000;

export const createMemberRows = (t: Tracked, attempts: ReturnType<typeof createAttempts>) => {
  const memberOf = (queue: string, iface: string): MemberRow | undefined =>
    t.state.members.get(memberKey(t.serverId, queue, iface));

  /** Returns the attempt to show: a connected call first, then a call of the member's own queue. */
  const shown = (m: Pick<MemberRow, 'queue' | 'interface' | 'stateInterface'>): Attempt | null => {
    let best: Attempt | null = null;
    for (const [, a] of attempts.ofDevice(m)) {
      if (a.ended) continue;
      if (!best || (a.connectedAt !== null && best.connectedAt === null) || (!best.connectedAt && a.queue === m.queue))
        best = a;
    }
    return best;
  };
  const ownerOf = (a: Attempt | null): Owner | null => (a === null ? null : t.owners.ofQueue(t.serverId, a.queue));
  const withCall = (row: MemberRow, at: number): MemberRow => {
    const a = shown(row);
    return dressed(row, a, ownerOf(a), memberOf(row.queue, row.interface), at);
  };
  const rowOf = (f: MemberFact, at: number): MemberRow => {
    const owner = t.owners.ofQueue(t.serverId, f.queue);
    const row = memberRow(f, { serverId: t.serverId, owner }, memberOf(f.queue, f.interface), at);
    // Asterisk also prefers the member's wrap-up time over the queue's.
    return { ...row, wrapupSeconds: row.wrapupSeconds || (t.owners.wrapupOf?.(t.serverId, f.queue) ?? 0) };
  };
  /** A report of Asterisk that changes nothing makes no event. Reports read all causes but these two. */
  const isRedundant = (row: MemberRow, cause: MemberCause): boolean => {
    if (cause !== 'QueueMember' && cause !== 'QueueMemberStatus') return false;
    const known = memberOf(row.queue, row.interface);
    return known !== undefined && sameMemberRow(row, known);
  };
  const send = (row: MemberRow, at: number, cause: MemberCause, report: Partial<Report> = {}): void => {
    const next = withCall(row, at);
    if (isRedundant(next, cause)) return;
    t.emit({ kind: 'member', serverId: t.serverId, at, cause, row: next, ...NO_REPORT, ...report });
  };

  return {
    memberOf,
    withCall,
    /** Returns the owner of the queue whose call the member shows. */
    callOwnerOf: (row: MemberRow): Owner | null => ownerOf(shown(row)),
    rowOf,
    send,
    /**
     * Sends the agent's other member rows whose call changed. `lastCall`: the agent's last call before the one that just ended, `null` when
     * no call ended. With `shared_lastcall` Asterisk counts a call in every queue of the agent, so that the rows have the same last call.
     */
    sendOthers: (
      a: Pick<Attempt, 'queue' | 'interface' | 'stateInterface'>,
      at: number,
      lastCall: number | null = null,
    ): void => {
      for (const key of t.members.of(a)) {
        const m = t.state.members.get(key);
        if (!m || (m.queue === a.queue && m.interface === a.interface)) continue;
        const isCounted = lastCall !== null && m.lastCall === lastCall && m.interface === a.interface;
        const row = isCounted ? { ...m, callsTaken: m.callsTaken + 1, lastCall: lastCallAt(at) } : m;
        const next = withCall(row, at);
        if (CALL_FIELDS.some((field) => next[field] !== m[field])) send(row, at, 'QueueMemberStatus');
      }
    },
  };
};

export type MemberRows = ReturnType<typeof createMemberRows>;
