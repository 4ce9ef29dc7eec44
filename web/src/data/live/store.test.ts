import type { LiveEvent } from '@ringside/core/live/event.ts';
import { reduce } from '@ringside/core/live/reduce.ts';
import { emptyState, queueKey, type LiveState, type Table } from '@ringside/core/live/state.ts';
import { anyEvent, EVENTS, history } from '@ringside/core/live/testing/arbitrary-event.ts';
import { toWire } from '@ringside/core/live/wire.ts';
import { createWireReader } from '@ringside/core/live/wire-reader.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLiveStore } from './store.ts';
import { topic } from './topic.ts';
import { countPeople, tallyQueue } from './tally.ts';

const NOW = 1_795_000_300_000;
const TABLES: readonly Table[] = ['servers', 'quality', 'queues', 'members', 'callers', 'calls'];

/** Creates a store whose notifications the test triggers. */
const make = () => {
  let due: (() => void)[] = [];
  let asked = 0;
  const store = createLiveStore({
    now: () => NOW,
    clock: () => 0,
    later: (run) => {
      asked++;
      due.push(run);
    },
  });
  const frame = (): void => {
    const runs = due;
    due = [];
    for (const run of runs) run();
  };
  return { store, asked: () => asked, frame };
};

const events = fc.array(anyEvent, { maxLength: 60 });
const expected = (list: readonly LiveEvent[]): LiveState => {
  const state = emptyState();
  for (const e of list) reduce(state, e);
  return state;
};

describe('events from the wire', () => {
  it('produce the same state as the reducer, regardless of how frames split them', () => {
    fc.assert(
      fc.property(fc.oneof(events, history(40)), fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (list, sizes) => {
        const { store, frame } = make();
        const reader = createWireReader();
        const messages = list.flatMap(toWire);
        for (let at = 0; at < messages.length;) {
          const size = sizes.next().value ?? 1;
          // Only JSON values, as received from a socket.
          const batch = JSON.parse(JSON.stringify(messages.slice(at, at + size))) as typeof messages;
          store.apply(batch.flatMap((m) => reader.read(m)));
          if (size % 2) frame();
          at += size;
        }
        expect(store.state).toEqual(expected(list));
      }),
    );
  });

  it('remove everything of a server that no longer exists', () => {
    fc.assert(
      fc.property(events, (list) => {
        const { store } = make();
        store.apply(list);
        store.keepOnly(new Set([2]), NOW);
        const others = TABLES.flatMap((t) => [...store.state[t].keys()]).filter((key) => key.split('\t')[0] !== '2');
        expect(others).toEqual([]);
        store.clear();
        expect(TABLES.map((t) => store.state[t].size + store.keys(t).length)).toEqual([0, 0, 0, 0, 0, 0]);
      }),
    );
  });
});

describe('derived lists', () => {
  it('equal a full scan of the state at any time', () => {
    fc.assert(
      fc.property(events, fc.func(fc.boolean()), (list, readNow) => {
        const { store, frame } = make();
        const check = (): void => {
          for (const q of store.state.queues.values()) {
            const key = queueKey(q.serverId, q.name);
            const ofIt = (r: { serverId: number; queue: string }): boolean =>
              r.serverId === q.serverId && r.queue === q.name;
            const members = [...store.state.members].filter(([, m]) => ofIt(m));
            const callers = [...store.state.callers].filter(([, c]) => ofIt(c));
            expect([...store.membersOf(key)].sort()).toEqual(members.map(([k]) => k).sort());
            expect([...store.callersOf(key)].sort()).toEqual(callers.map(([k]) => k).sort());
            const positions = store.callersOf(key).map((k) => store.row('callers', k)?.position ?? -1);
            expect(positions).toEqual([...positions].sort((a, b) => a - b));
            const rows = { members: members.map(([, m]) => m), callers: callers.map(([, c]) => c) };
            expect(store.tally(key)).toEqual(tallyQueue(rows.members, rows.callers, NOW));
          }
          expect(store.people()).toEqual(countPeople(store.state.members.values(), NOW));
          for (const table of TABLES)
            expect([...store.keys(table)].sort()).toEqual([...store.state[table].keys()].sort());
        };
        for (const e of list) {
          store.apply([e]);
          if (readNow(e)) check();
          frame();
        }
        check();
      }),
      { numRuns: 40 },
    );
  });
});

describe('listeners', () => {
  it('are notified of every changed row and of no other', () => {
    fc.assert(
      fc.property(events, anyEvent, (list, next) => {
        const { store, frame } = make();
        store.apply(list);
        frame();
        const all = TABLES.flatMap((t) => [...store.state[t].keys()].map((key) => [t, key] as const));
        const before = new Map(all.map(([t, key]) => [`${t} ${key}`, store.row(t, key)]));
        const told = new Set<string>();
        for (const [t, key] of all) store.subscribe(topic.row(t, key), () => told.add(`${t} ${key}`));
        store.apply([next]);
        frame();
        for (const [t, key] of all) {
          const name = `${t} ${key}`;
          // A snapshot may replace a row with an equal one. Reporting it is allowed; missing a change is not.
          if (store.row(t, key) !== before.get(name)) expect(told).toContain(name);
        }
      }),
    );
  });

  it('are notified once per interval, regardless of the number of events', () => {
    const { store, frame, asked } = make();
    const [first, second] = fc.sample(EVENTS.server, { numRuns: 2, seed: 7 });
    let rows = 0;
    for (const id of ['1', '2']) store.subscribe(topic.row('servers', id), () => rows++);
    let any = 0;
    store.subscribe(topic.any('servers'), () => any++);
    for (let i = 0; i < 50; i++) store.apply([first as LiveEvent, second as LiveEvent]);
    // One interval for rows and one for lists.
    expect([rows, any, asked()]).toEqual([0, 0, 2]);
    frame();
    expect(any).toBe(1);
    expect(rows).toBeLessThanOrEqual(2);
    expect(rows).toBeGreaterThan(0);
  });

  it('get the same count object while nothing in it changed', () => {
    fc.assert(
      fc.property(events, (list) => {
        const { store, frame } = make();
        store.apply(list);
        const counts = store.keys('queues').map((q) => [q, store.tally(q)] as const);
        for (const m of [...store.state.members.values()])
          store.apply([
            {
              kind: 'member',
              serverId: m.serverId,
              at: NOW,
              cause: 'QueueMemberPenalty',
              row: { ...m, penalty: m.penalty + 1 },
              completes: false,
              holdSeconds: null,
              talkSeconds: null,
              ringMs: null,
              reason: null,
              uniqueid: null,
            },
          ]);
        frame();
        for (const [queue, tally] of counts) expect(store.tally(queue)).toBe(tally);
      }),
    );
  });
});
