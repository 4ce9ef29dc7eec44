import type { CallerRow, MemberRow, QueueRow, QueueToday } from '@ringside/core/live/state.ts';
import { aCaller, aMember, aQueue } from '@ringside/core/live/testing/rows.ts';
import { describe, expect, it } from 'vitest';
import { addUp, countPeople, noAgents, tallyQueue } from './tally.ts';

const NOW = 1_800_000_000_000;

const member = (change: Partial<MemberRow>): MemberRow => aMember({ interface: 'PJSIP/1', since: NOW, ...change });
const caller = (change: Partial<CallerRow>): CallerRow => aCaller({ joinedAt: NOW, ...change });

describe('tallyQueue', () => {
  it('counts each agent in one state', () => {
    const tally = tallyQueue(
      [
        member({}),
        member({ ringing: true, status: 6 }),
        member({ incall: true, status: 2, paused: true }),
        member({ paused: true }),
        member({ status: 5 }),
        member({ lastCall: NOW - 4000, wrapupSeconds: 10 }),
        member({ lastCall: NOW - 11_000, wrapupSeconds: 10 }),
      ],
      [],
      NOW,
    );
    expect(tally.agents).toEqual({
      available: 2,
      ringing: 1,
      incall: 1,
      elsewhere: 0,
      paused: 1,
      unavailable: 1,
      wrapup: 1,
    });
    expect(tally.members).toBe(7);
    // The agent in wrap-up becomes available without an event.
    expect(tally.nextChange).toBe(NOW + 6000);
  });

  it('counts only callers who still wait', () => {
    const tally = tallyQueue(
      [],
      [
        caller({ status: 2, joinedAt: NOW - 90_000 }),
        caller({ status: 3, joinedAt: NOW - 80_000 }),
        caller({ status: 1, joinedAt: NOW - 20_000 }),
        caller({ status: 0, joinedAt: NOW - 30_000 }),
      ],
      NOW,
    );
    expect([tally.waiting, tally.oldest]).toEqual([2, NOW - 30_000]);
  });
});

const NOBODY_HERE = { agents: noAgents(), people: 0 };

describe('addUp', () => {
  const today = (received: number, serviceLevel: number | null): QueueToday => ({
    day: '2026-11-21',
    received,
    answered: received - 3,
    answeredInTime: 0,
    abandonedShort: 1,
    abandonedLong: 2,
    abandonedInTime: 0,
    timedOut: 0,
    leftByKey: 0,
    noAgent: 0,
    full: 0,
    withdrawn: 0,
    waitSeconds: 0,
    longestWaitSeconds: 0,
    talkSeconds: 0,
    completed: 0,
    formula: 3,
    thresholdSeconds: 20,
    serviceLevel,
  });
  const queue = (name: string, of: QueueToday | null): QueueRow => aQueue({ name, today: of });
  const listed = (row: QueueRow, members: MemberRow[] = [], callers: CallerRow[] = []) => ({
    row,
    tally: tallyQueue(members, callers, NOW),
  });

  it('weights service levels by received calls, and leaves out queues without one', () => {
    const totals = addUp(
      [
        listed(queue('a', today(300, 90_000))),
        listed(queue('b', today(100, 50_000))),
        listed(queue('c', today(50, null))),
        listed(queue('d', null)),
      ],
      7,
      NOBODY_HERE,
    );
    expect(totals.serviceLevel).toBe(80_000);
    expect(totals).toMatchObject({
      calls: 7,
      queues: 4,
      received: 450,
      answered: 441,
      abandonedShort: 3,
      abandonedLong: 6,
    });
  });

  it('has no service level without calls', () => {
    expect(addUp([listed(queue('a', today(0, null)))], 0, NOBODY_HERE).serviceLevel).toBeNull();
  });

  it('counts an agent of several queues once, in the busiest state', () => {
    const busy = member({ incall: true, status: 2 });
    const elsewhere = member({ queue: 'b', paused: true });
    const other = member({ queue: 'b', interface: 'PJSIP/2' });
    const namesake = member({ serverId: 2, queue: 'b' });
    const { agents, people } = countPeople([busy, elsewhere, other, namesake], NOW);
    expect(people).toBe(3);
    expect(agents).toEqual({ ...noAgents(), incall: 1, available: 2 });
  });
});
