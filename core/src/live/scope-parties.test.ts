// Checks that the call parties in Agent* and QueueCaller* events reach only viewers of the queue and never a wallboard.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sees, scopeEvent, type Viewer } from './scope.ts';
import { EVENTS } from './testing/arbitrary-event.ts';
import { VIEWERS } from './testing/owners-and-viewers.ts';
import { toWire } from './wire.ts';

const PARTY = /PJSIP\/party-/;
const withParties = fc.oneof(EVENTS.member, EVENTS['caller-left'], EVENTS['caller-abandoned']);

it('sends the parties of a call only to viewers of the queue', () => {
  fc.assert(
    fc.property(withParties, fc.constantFrom(...VIEWERS), (event, who: Viewer) => {
      const seen = scopeEvent(event, who);
      const text = seen === null ? '' : JSON.stringify(toWire(seen));
      const owner = event.kind === 'member' ? event.row.owner : 'owner' in event ? event.owner : null;
      const permitted = who.reach !== 'board' && owner !== null && sees(who, event.serverId, owner);
      if (PARTY.test(text)) expect(permitted).toBe(true);
      if ('masks' in who) expect(text).not.toContain('+34910555123');
    }),
  );
});
