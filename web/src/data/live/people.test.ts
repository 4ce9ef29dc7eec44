import fc from 'fast-check';
import type { MemberRow } from '@ringside/core/live/state.ts';
import { memberKey } from '@ringside/core/live/state.ts';
import { EVENTS } from '@ringside/core/live/testing/arbitrary-event.ts';
import { expect, it } from 'vitest';
import { createPeople } from './people.ts';
import { countPeople } from './tally.ts';

const NOW = 1_795_000_300_000;
/** Few devices and queues, so that memberships share an agent. Wrap-up ends within the test's time. */
const membership: fc.Arbitrary<MemberRow> = fc
  .record({
    event: EVENTS.member,
    queue: fc.constantFrom('a', 'b', 'c'),
    device: fc.constantFrom('PJSIP/1', 'PJSIP/2', 'PJSIP/3'),
    ended: fc.integer({ min: -20, max: 0 }),
    wrapup: fc.constantFrom(0, 5, 10),
    status: fc.constantFrom(1, 2, 5),
  })
  .map(({ event, queue, device, ended, wrapup, status }) => ({
    ...(event as { row: MemberRow }).row,
    ...{ serverId: 1, queue, interface: device, status, incall: false, ringing: false, busyElsewhere: false },
    ...{ lastCall: NOW + ended * 1000, wrapupSeconds: wrapup },
  }));

it('counts each agent once at any time, through changes, removals and the end of wrap-up', () => {
  const step = fc.record({ row: membership, removed: fc.boolean(), seconds: fc.integer({ min: 0, max: 4 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let now = NOW;
      const rows = new Map<string, MemberRow>();
      const people = createPeople(() => now);
      for (const { row, removed, seconds } of steps) {
        const key = memberKey(row.serverId, row.queue, row.interface);
        if (removed) rows.delete(key);
        else rows.set(key, row);
        people.touched(key, rows.get(key));
        now += seconds * 1000;
        people.tick();
        expect(people.count()).toEqual(countPeople(rows.values(), now));
      }
    }),
  );
});

it('reports that a count changed when wrap-up ends', () => {
  let now = NOW;
  const people = createPeople(() => now);
  const [row] = fc.sample(membership, { numRuns: 1, seed: 3 });
  people.touched('k', { ...row!, paused: false, status: 1, lastCall: NOW - 1000, wrapupSeconds: 5 });
  expect([people.tick(), people.count().agents.wrapup]).toEqual([false, 1]);
  now += 4000;
  expect([people.tick(), people.count().agents.available]).toEqual([true, 1]);
});
