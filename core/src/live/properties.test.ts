import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LiveEvent } from './event.ts';
import { reduce } from './reduce.ts';
import { customersOfEvent, customersSeenBy, scope, scopeEvent, type Viewer } from './scope.ts';
import { emptyState, type LiveState } from './state.ts';
import { EVENTS, history } from './testing/arbitrary-event.ts';
import { OWNERS, VIEWERS } from './testing/owners-and-viewers.ts';
import { toWire } from './wire.ts';
import { createWireReader } from './wire-reader.ts';

const play = (events: readonly LiveEvent[], state: LiveState = emptyState()): LiveState => {
  for (const e of events) reduce(state, e);
  return state;
};

const seen = (events: readonly LiveEvent[], who: Viewer): LiveEvent[] =>
  events.flatMap((e) => scopeEvent(e, who) ?? []);

describe('scope', () => {
  it('gives the same state when applied before or after reduce, for every viewer', () => {
    fc.assert(
      fc.property(history(60), fc.constantFrom(...VIEWERS), (events, who) => {
        expect(play(seen(events, who))).toEqual(scope(play(events), who));
      }),
      { numRuns: 400 },
    );
  });

  it('shows events of customers only to their viewers and platform staff', () => {
    fc.assert(
      fc.property(fc.oneof(...Object.values(EVENTS)), fc.constantFrom(...VIEWERS), (event, who) => {
        const [concerned, seen] = [customersOfEvent(event), customersSeenBy(who)];
        if (concerned === null || seen === null) return;
        if (!seen.some((id) => concerned.includes(id))) expect(scopeEvent(event, who)).toBeNull();
      }),
      { numRuns: 2_000 },
    );
  });

  it('contains no data of another customer in any kind of event', () => {
    const foreign = OWNERS.filter((o) => o.customerId !== 'acme').map((o) => o.customerId ?? 'null-owner');
    fc.assert(
      fc.property(history(30), (events) => {
        for (const e of seen(events, VIEWERS[1] as Viewer)) {
          const text = JSON.stringify(toWire(e));
          for (const id of foreign) expect(text).not.toContain(`"${id}"`);
        }
      }),
    );
  });

  it('shows a wallboard only its own queues, and only the wait of each caller', () => {
    const boards = VIEWERS.filter((who) => who.reach === 'board');
    fc.assert(
      fc.property(history(40), fc.constantFrom(...boards), (events, who) => {
        const state = play(seen(events, who));
        for (const table of [state.members, state.callers] as const)
          for (const row of table.values()) {
            expect(who.queues).toContain(`${row.serverId}\t${row.queue}`);
            expect(row.owner.customerId).toBe(who.customerId);
          }
        const text = JSON.stringify(seen(events, who).flatMap(toWire));
        for (const number of ['+972501234567', '+442079460958', 'carrier-00000002']) expect(text).not.toContain(number);
        expect([state.calls.size, state.quality.size]).toEqual([0, 0]);
      }),
    );
  });

  it('hides the problem of a lost link from customers', () => {
    const [event] = fc.sample(
      EVENTS.server.filter((e) => e.kind === 'server' && e.server.problem !== null && e.serverId === 1),
      1,
    ) as [LiveEvent];
    expect(scopeEvent(event, VIEWERS[1] as Viewer)).toMatchObject({ server: { problem: null } });
  });
});

describe('wire format', () => {
  for (const kind of Object.keys(EVENTS) as LiveEvent['kind'][])
    it(`encodes and decodes ${kind} without loss`, () => {
      fc.assert(
        fc.property(EVENTS[kind], (event) => {
          const reader = createWireReader();
          // Serialize to JSON, as on the socket.
          const messages = JSON.parse(JSON.stringify(toWire(event))) as Record<string, unknown>[];
          expect(messages.flatMap((m) => reader.read(m))).toEqual([event]);
          for (const m of messages) expect([3, 4]).toContain(m['Type']);
          for (const m of messages) expect(m['server_id']).toBe(event.serverId);
        }),
      );
    });

  it('ignores unknown events', () => {
    expect(createWireReader().read({ Type: 3, server_id: 1, Event: 'Newexten' })).toEqual([]);
  });

  it('reads a message without server_id and Type as an event of server 1', () => {
    const [m] = toWire({ kind: 'server-removed', serverId: 1, at: 5 });
    const { Type: _, server_id: __, ...bare } = m as Record<string, unknown>;
    expect(createWireReader().read(bare)).toEqual([{ kind: 'server-removed', serverId: 1, at: 5 }]);
  });
});

describe('reduce', () => {
  for (const kind of Object.keys(EVENTS) as LiveEvent['kind'][])
    it(`gives the same state when ${kind} is applied twice`, () => {
      fc.assert(
        fc.property(history(30), EVENTS[kind], (events, e) => {
          const once = play([...events, e]);
          expect(play([...events, e, e])).toEqual(once);
        }),
      );
    });

  it('reports the rows it changed and keeps all other row objects', () => {
    fc.assert(
      fc.property(history(40), fc.oneof(...Object.values(EVENTS)), (events, e) => {
        const state = play(events);
        const before = Object.fromEntries(
          Object.entries(state).map(([t, m]) => [t, new Map(m as Map<string, unknown>)]),
        );
        const touched = new Set(reduce(state, e).map(([t, k]) => `${t} ${k}`));
        for (const [table, map] of Object.entries(state) as [string, Map<string, unknown>][]) {
          const old = before[table] as Map<string, unknown>;
          for (const key of new Set([...old.keys(), ...map.keys()]))
            if (old.get(key) !== map.get(key)) expect(touched).toContain(`${table} ${key}`);
        }
      }),
    );
  });

  it('uses memory in proportion to current rows, not to past events', () => {
    const events = fc.sample(history(2_000), 1)[0] as LiveEvent[];
    const state = play(events);
    expect(state.callers.size).toBeLessThanOrEqual(2 * 5 * 4);
    expect(state.members.size).toBeLessThanOrEqual(2 * 5 * 3);
    expect(state.calls.size).toBeLessThanOrEqual(2 * 4);
    for (const q of state.quality.values()) expect(q.minutes.length).toBeLessThanOrEqual(30);
  });
});
