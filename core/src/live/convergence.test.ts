// Checks that a link lost at any moment and restored at any later moment leaves the live state as if it had never been lost. Replays facts
// of recorded sessions. A model of the PBX server that sees every fact produces the lists.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { transcript } from '../../../lab/transcripts.ts';
import { decode } from '../asterisk/decode.ts';
import { createFramer } from '../asterisk/frame.ts';
import type { LiveEvent } from './event.ts';
import type { LiveState } from './state.ts';
import { createPbxModel, newTracker, type Told } from './testing/pbx-model.ts';

const read = (name: string): Told[] => {
  const told: Told[] = [];
  let at = 0;
  const framer = createFramer({
    greeting: () => undefined,
    overlong: () => undefined,
    block: (text) => {
      at = Math.max(at, Number(/^Timestamp: ([\d.]+)/m.exec(text)?.[1] ?? 0) * 1000);
      const fact = decode(text);
      if (fact) told.push({ fact, at });
    },
  });
  framer.push(transcript(name).toString('latin1'));
  return told;
};

/**
 * Returns the visible state without values that cannot be known after an outage: timestamps, and the agent of a call that goes on without
 * one.
 */
const shown = (s: LiveState) => ({
  queues: new Map([...s.queues].map(([k, q]) => [k, { completed: q.completed, abandoned: q.abandoned }])),
  members: new Map(
    [...s.members].map(([k, { status, paused, pausedReason, penalty, ringing, incall, channel, callQueue }]) => [
      k,
      { status, paused, pausedReason, penalty, ringing, incall, channel, callQueue },
    ]),
  ),
  callers: new Map([...s.callers].map(([k, { position, channel, status }]) => [k, { position, channel, status }])),
  calls: new Map([...s.calls].map(([k, { channel }]) => [k, { channel }])),
  talking: [...s.members.values()].flatMap((m) => {
    const call = m.incall && m.queue === m.callQueue ? s.calls.get(`1\t${m.linkedid}`) : undefined;
    return call ? [[m.interface, m.name, call.linkedid, call.queue, call.agent]] : [];
  }),
});

describe.each(['17-mixed-pbx1', '17-mixed-pbx2', '09-local-channel-members', '21-optimised-gosub-exit'])(
  '%s',
  (name) => {
    const told = read(name);
    const cut = fc.integer({ min: 0, max: told.length });
    // Events of one moment arrive one by one. A list taken between them contains only some of them.
    const quiet = told.flatMap((t, i) => ((told[i + 1]?.at ?? Infinity) - t.at > 20 ? [i + 1] : []));
    const quietCut = fc.constantFrom(...quiet);

    it('shows the same state after a reconnect as without an outage', () => {
      fc.assert(
        fc.property(cut, quietCut, cut, (a, back, b) => {
          const lost = Math.min(a, back);
          const end = Math.max(b, back);
          const model = createPbxModel();
          const ours = newTracker();
          told.slice(0, back).forEach((t, i) => {
            model.follow(t);
            if (i < lost) ours.fact(t.fact, t.at);
          });
          const at = told[back - 1]?.at ?? 0;
          ours.link({ kind: 'away', problem: { code: 'connection-lost', line: null }, retryInMs: 1 }, at);
          ours.link({ kind: 'up', version: '22.10.1', problems: [] }, at);
          ours.snapshot(model.snapshot(at), at);
          expect(shown(ours.state)).toEqual(shown(model.tracker.state));
          for (const t of told.slice(back, end)) {
            model.follow(t);
            ours.fact(t.fact, t.at);
          }
          expect(shown(ours.state)).toEqual(shown(model.tracker.state));
          // The link is lost again and all calls end during the outage. The tracker must hold none of them.
          ours.link({ kind: 'away', problem: { code: 'connection-lost', line: null }, retryInMs: 1 }, at);
          ours.snapshot({ ...model.snapshot(at), entries: [], channels: [] }, at);
          ours.settle((told.at(-1)?.at ?? 0) + 60_000);
          expect(ours.held()).toBe(0);
        }),
        { numRuns: 40 },
      );
    });

    it('changes nothing visible when lists are re-read on a healthy link, and counts every queue visit exactly once', () => {
      const countsOf = (rereadAt: number) => {
        const model = createPbxModel();
        const ours = newTracker();
        const outcomes: string[] = [];
        const take = (events: readonly LiveEvent[]): void => {
          for (const e of events) if (e.kind === 'outcome') outcomes.push(`${e.uniqueid} ${e.queue} ${e.outcome}`);
        };
        const first = told[0]?.at ?? 0;
        take(ours.snapshot(model.snapshot(first), first));
        told.forEach((t, i) => {
          model.follow(t);
          take(ours.fact(t.fact, t.at));
          if (i === rereadAt) {
            take(ours.snapshot(model.snapshot(t.at), t.at));
            expect(shown(ours.state)).toEqual(shown(model.tracker.state));
          }
        });
        take(ours.settle((told.at(-1)?.at ?? 0) + 60_000));
        return { outcomes: outcomes.sort(), end: shown(ours.state) };
      };
      const undisturbed = countsOf(-1);
      fc.assert(
        fc.property(cut, (at) => {
          expect(countsOf(at)).toEqual(undisturbed);
        }),
        { numRuns: 15 },
      );
    });
  },
);
