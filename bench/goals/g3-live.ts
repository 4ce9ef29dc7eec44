// G3: all steps from a PBX's bytes to the socket messages: framing, decoding, tracking, reducing and encoding, over real sessions, next to
// the scanner. Also checks that the browser's final state equals the PBX's own, with link losses on the way.
import type { LiveEvent } from '@ringside/core/live/event.ts';
import { reduce } from '@ringside/core/live/reduce.ts';
import { NOBODY, emptyState, queueKey } from '@ringside/core/live/state.ts';
import type { LiveState } from '@ringside/core/live/state.ts';
import { createPbxModel } from '@ringside/core/live/testing/pbx-model.ts';
import type { Told } from '@ringside/core/live/testing/pbx-model.ts';
import { createTracker } from '@ringside/core/live/tracker/tracker.ts';
import { createWireReader } from '@ringside/core/live/wire-reader.ts';
import type { WireMessage } from '@ringside/core/live/wire-rows.ts';
import { toWire } from '@ringside/core/live/wire.ts';
import type { Result } from '../harness.ts';
import { figuresTable, progress, race, ratio } from '../harness.ts';
import { SCANNER, readFacts, scan, startReplay, toFacts } from '../ingest.ts';
import { transcript, truthOf } from '../../lab/transcripts.ts';
import { STORM } from '../transcripts.ts';

const ROUNDS = 5;
const REDUCED = 'up to the reduced state';
const TEXTS = 'up to the wire text';
const OWNERS = { ofQueue: () => NOBODY, ofChannel: () => NOBODY };
/** Reads up to the reduced state. `take` receives the live events. */
const readEvents = async (port: number, take: (events: readonly LiveEvent[]) => void): Promise<void> => {
  const tracker = createTracker({ id: 1, name: 'one' }, OWNERS);
  let at = 1_795_233_000_000;
  await readFacts(port, (fact) => take(tracker.fact(fact, (at += 15))));
  take(tracker.settle(at + 60_000));
};
/** The text of every message is written once, for all viewers with the same view. */
const writeTexts = (events: readonly LiveEvent[]): void => {
  for (const event of events) for (const message of toWire(event)) JSON.stringify(message);
};

interface Far {
  readonly state: LiveState;
  take(events: readonly LiveEvent[]): void;
}

/** The browser side: reads messages as text and reduces them like a browser. */
const overWire = (): Far => {
  const state = emptyState();
  const reader = createWireReader();
  return {
    state,
    take: (events) => {
      for (const event of events)
        for (const message of toWire(event))
          for (const back of reader.read(JSON.parse(JSON.stringify(message)) as WireMessage)) reduce(state, back);
    },
  };
};

const told = (name: string): Told[] => {
  const found: Told[] = [];
  let at = 1_795_233_000_000;
  toFacts((fact) => found.push({ fact, at: (at += 15) }))(transcript(name).toString('latin1'));
  return found;
};

/** Formats the browser's state of each queue like `queue show`. */
const shownAs = (state: LiveState, queue: string): string => {
  const row = state.queues.get(queueKey(1, queue));
  const waiting = [...state.callers.values()].filter((c) => c.queue === queue).length;
  const members = [...state.members.values()]
    .filter((m) => m.queue === queue)
    .map((m) => `${m.name} ${m.interface} ${m.callsTaken}`);
  return [`${waiting} C:${row?.completed} A:${row?.abandoned}`, ...members.sort()].join('\n');
};

/** Asterisk's own state at the end of the session. */
const truth = (name: string): Map<string, string> => {
  const shown = truthOf(name, 'CLI queue show');
  const queues = new Map<string, string>();
  for (const part of shown.split(/\n(?=\S)/)) {
    const head = /^(\S+) has (\d+) calls .*C:(\d+), A:(\d+),/.exec(part);
    if (!head) continue;
    const members = [...part.matchAll(/^ {6}(.+?) \(((?:PJSIP|Local)\/[^ )]+).* has taken (no|\d+) calls/gm)];
    const lines = members.map((m) => `${m[1]} ${m[2]} ${m[3] === 'no' ? 0 : m[3]}`);
    queues.set(head[1] ?? '', [`${head[2]} C:${head[3]} A:${head[4]}`, ...lines.sort()].join('\n'));
  }
  return queues;
};

/** Loses the link `losses` times, each for a fiftieth of the session, and compares the final states. */
const endsRight = (name: string, losses: number): boolean => {
  const session = told(name);
  const model = createPbxModel();
  const tracker = createTracker({ id: 1, name: 'one' }, OWNERS);
  const far = overWire();
  const every = Math.ceil(session.length / (losses + 1));
  const away = Math.ceil(session.length / 50);
  const isAway = (i: number): boolean => i >= every && i % every < away;
  for (const [i, each] of session.entries()) {
    const { fact, at } = each;
    if (isAway(i) && !isAway(i - 1))
      far.take(tracker.link({ kind: 'away', problem: { code: 'connection-lost', line: null }, retryInMs: 1 }, at));
    if (!isAway(i) && isAway(i - 1)) {
      far.take(tracker.link({ kind: 'up', version: '22.10.1', problems: [] }, at));
      far.take(tracker.snapshot(model.snapshot(at), at));
    }
    model.follow(each);
    if (!isAway(i)) far.take(tracker.fact(fact, at));
  }
  const { state } = far;
  const idle = [...state.members.values()].every((m) => !m.incall && !m.ringing);
  return idle && state.calls.size === 0 && [...truth(name)].every(([queue, shown]) => shownAs(state, queue) === shown);
};

export const measure = async (): Promise<Result[]> => {
  const replay = await startReplay(STORM);
  progress(`${replay.events.toLocaleString('en')} events a round`);
  const figures = await race(
    [
      replay.contender(SCANNER, scan),
      replay.contender(REDUCED, (port) => readEvents(port, () => undefined)),
      replay.contender(TEXTS, (port) => readEvents(port, writeTexts)),
    ],
    ROUNDS,
  );
  replay.stop();
  console.log(figuresTable(figures, 'event'));
  progress('final states');
  const right = ['17-mixed-pbx1', '17-mixed-pbx2'].every((name) =>
    [0, 1, 5].every((losses) => endsRight(name, losses)),
  );
  return [
    ...(
      [
        [REDUCED, 3.2],
        [TEXTS, 4],
      ] as const
    ).map(([name, most]) => {
      const times = ratio(figures, name, SCANNER);
      return {
        goal: 'G3',
        what: `${name}: CPU per event, of ${SCANNER}`,
        reached: `${times.toFixed(2)} ×`,
        aim: `≤ ${most} ×`,
        met: times <= most,
      };
    }),
    {
      goal: 'G3',
      what: 'state at the far side of the wire is what the PBX says at the end, link lost 0, 1 and 5 times',
      reached: right ? 'yes' : 'no',
      aim: 'yes',
      met: right,
    },
  ];
};
