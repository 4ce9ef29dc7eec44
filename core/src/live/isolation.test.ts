// Checks tenant isolation: two histories that differ only in other customers' data produce identical bytes for a viewer.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LiveEvent } from './event.ts';
import { sees, scopeEvent, type Viewer } from './scope.ts';
import { seesQueue } from './scope-board.ts';
import type { CallRow, CallerRow, MemberRow, Owner, QueueRow } from './state.ts';
import { EVENTS, history } from './testing/arbitrary-event.ts';
import { VIEWERS } from './testing/owners-and-viewers.ts';
import { toWire } from './wire.ts';

/** Viewers whose scope depends only on owners. */
const BY_OWNER = VIEWERS.filter((who) => who.reach !== 'platform' && !('limits' in who));
const STRANGER: Viewer = { reach: 'customer', customerId: 'nobody', serverIds: [] };

const seesOfQueue = (who: Viewer, serverId: number, queue: string, owner: Owner): boolean =>
  who.reach === 'board' ? seesQueue(who, serverId, queue, owner) : sees(who, serverId, owner);

type OfQueue = Pick<MemberRow, 'serverId' | 'queue' | 'owner'>;

/** Returns the same event with other values wherever `who` has no access. */
const twinOf = (e: LiveEvent, who: Viewer): LiveEvent => {
  const hidden = (r: OfQueue): boolean => !seesOfQueue(who, r.serverId, r.queue, r.owner);
  const queue = (q: QueueRow): QueueRow =>
    hidden({ ...q, queue: q.name }) ? { ...q, name: `${q.name}-other`, max: q.max + 1 } : q;
  const member = (m: MemberRow): MemberRow => {
    if (hidden(m)) return { ...m, queue: `${m.queue}-other`, name: 'Other', interface: 'PJSIP/other' };
    const { callQueue, callOwner } = m;
    if (callQueue === null || callOwner === null || who.reach === 'board') return m;
    if (sees(who, m.serverId, callOwner)) return m;
    const secret = { channel: 'PJSIP/other-00000009', linkedid: 'pbx-9.9', callerNumber: '+1999', callerName: 'Other' };
    return { ...m, ...secret, callQueue: 'other', incall: !m.incall, incallSince: 9, onHold: !m.onHold };
  };
  const caller = (c: CallerRow): CallerRow =>
    hidden(c) ? { ...c, queue: `${c.queue}-other`, callerIdNum: '+1999', uniqueid: 'pbx-9.9' } : c;
  const call = (c: CallRow): CallRow => {
    const owners = c.owners.map((o) => (sees(who, c.serverId, o) ? o : { customerId: 'other', callcenterId: null }));
    const other = c.queueOwner !== null && !sees(who, c.serverId, c.queueOwner);
    return { ...c, owners, ...(other ? { queue: 'other', agent: 'Other', agentInterface: 'PJSIP/other' } : {}) };
  };
  switch (e.kind) {
    case 'queues-snapshot': {
      const single = e.queue !== null && e.owner !== null && !seesOfQueue(who, e.serverId, e.queue, e.owner);
      const others = e.queues.map(queue).filter((q) => hidden({ ...q, queue: q.name }));
      return {
        ...e,
        queue: single ? `${e.queue}-other` : e.queue,
        queues: [...e.queues.map(queue), ...others.map((q) => ({ ...q, name: `${q.name}-more` }))],
        members: e.members.map(member),
        callers: e.callers.map(caller),
      };
    }
    case 'server-snapshot':
      return { ...e, calls: e.calls.map(call) };
    case 'queue':
      return { ...e, row: queue(e.row) };
    case 'member':
      return { ...e, row: member(e.row) };
    case 'caller':
      return { ...e, row: caller(e.row) };
    case 'call':
      return { ...e, row: call(e.row) };
    case 'outcome':
      return hidden(e) ? { ...e, queue: 'other', callerNumber: '+1999' } : e;
    default:
      return e;
  }
};

describe('tenant isolation', () => {
  it('sends identical bytes whatever other customers do with shared devices and equal queue names', () => {
    fc.assert(
      fc.property(history(40), fc.constantFrom(...BY_OWNER), (events, who) => {
        const sent = (list: readonly LiveEvent[]): string =>
          JSON.stringify(list.flatMap((e) => scopeEvent(e, who) ?? []).flatMap(toWire));
        expect(sent(events.map((e) => twinOf(e, who)))).toBe(sent(events));
      }),
      { numRuns: 400 },
    );
  });

  for (const kind of Object.keys(EVENTS) as LiveEvent['kind'][])
    it(`sends no ${kind} to a viewer without access to the server or the queue`, () => {
      fc.assert(
        fc.property(EVENTS[kind], fc.constantFrom(...BY_OWNER), (e, who) => {
          expect(scopeEvent(e, STRANGER)).toBeNull();
          if (e.kind === 'queues-snapshot' && e.queue !== null && e.owner !== null)
            expect(scopeEvent(e, who) !== null).toBe(seesOfQueue(who, e.serverId, e.queue, e.owner));
          else if ('queue' in e && 'owner' in e && e.owner !== null && e.kind !== 'queues-snapshot')
            if (!seesOfQueue(who, e.serverId, e.queue, e.owner)) expect(scopeEvent(e, who)).toBeNull();
        }),
      );
    });

  it('shows a device in another customer’s call as busy elsewhere', () => {
    const [acme, globex] = ['acme', 'globex'].map((customerId) => ({ customerId, callcenterId: null })) as [
      Owner,
      Owner,
    ];
    fc.assert(
      fc.property(EVENTS.member, (e) => {
        if (e.kind !== 'member') return;
        const row = { ...e.row, serverId: 2, owner: acme, callQueue: 'sales', callOwner: globex };
        const shown = scopeEvent({ ...e, serverId: 2, row }, { reach: 'customer', customerId: 'acme', serverIds: [2] });
        expect(shown).toMatchObject({
          row: {
            ...{ busyElsewhere: true, ringing: false, incall: false, incallSince: null, channel: null, linkedid: null },
            ...{ callerNumber: null, callerName: null, callQueue: null, callOwner: null, status: e.row.status },
          },
        });
      }),
    );
  });
});
