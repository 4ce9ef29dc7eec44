// Every captured session with the PBX's own account of its end: the bytes through framing, decoding and tracking give what
// `queue show`, `core show channels count` and the queue log say.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createFramer } from '../ami/frame.ts';
import { decode } from '../ami/decode.ts';
import type { LiveEvent, Outcome } from './event.ts';
import { NOBODY, type LiveState } from './state.ts';
import { createTracker } from './tracker.ts';

const folder = new URL('../../../lab/transcripts/', import.meta.url);
const names = readdirSync(folder)
  .filter((f) => f.endsWith('.truth.txt'))
  .map((f) => f.replace('.truth.txt', ''))
  // Their truth was written in the middle, with calls up; the session went on.
  .filter((n) => n !== '02-busy-snapshots' && n !== '14-reload-restart-shutdown');

const replay = (name: string) => {
  const tracker = createTracker({ id: 1, name }, { ofQueue: () => NOBODY, ofChannel: () => NOBODY });
  const events: LiveEvent[] = [];
  let at = 1_795_000_000_000;
  const framer = createFramer({
    greeting: () => undefined,
    overlong: () => expect.fail('no message is that long'),
    block: (text) => {
      const fact = decode(text);
      at += 10;
      if (fact) events.push(...tracker.fact(fact, at));
    },
  });
  framer.push(readFileSync(new URL(`${name}.ami`, folder), 'latin1'));
  events.push(...tracker.settle(at + 60_000));
  return { state: tracker.state, events };
};

const STATUS: Record<string, number> = {
  Unknown: 0,
  'Not in use': 1,
  'In use': 2,
  Busy: 3,
  Invalid: 4,
  Unavailable: 5,
  Ringing: 6,
  'Ring+Inuse': 7,
  'On Hold': 8,
};

interface Shown {
  readonly completed: number;
  readonly abandoned: number;
  readonly members: Record<
    string,
    { name: string; penalty: number; paused: string | null; status: number; taken: number }
  >;
  readonly callers: string[];
}

const readTruth = (name: string) => {
  const text = readFileSync(new URL(`${name}.truth.txt`, folder), 'utf8');
  const section = (title: string): string => text.split(`===== ${title}\n`)[1]?.split('\n=====')[0] ?? '';
  const queues: Record<string, Shown> = {};
  for (const part of section('CLI queue show').split(/\n(?=\S)/)) {
    const head = /^(\S+) has \d+ calls .* C:(\d+), A:(\d+),/.exec(part);
    if (!head) continue;
    const members: Shown['members'] = {};
    for (const line of part.split('\n')) {
      const m =
        /^ {6}(.+?) \(((?:PJSIP|Local)\/[^ )]+)[^)]*\)(?: with penalty (\d+))?(.*) has taken (no|\d+) calls/.exec(line);
      if (!m) continue;
      const states = [...(m[4] ?? '').matchAll(/\(([^)]+)\)/g)].map((s) => s[1] ?? '');
      members[m[2] ?? ''] = {
        name: m[1] ?? '',
        penalty: Number(m[3] ?? 0),
        paused: states.map((s) => /^paused(?::(.*?))?(?: was|$)/.exec(s)).find(Boolean)?.[1] ?? null,
        status: states.map((s) => STATUS[s]).find((s) => s !== undefined) ?? -1,
        taken: m[5] === 'no' ? 0 : Number(m[5]),
      };
    }
    const callers = [...part.matchAll(/^ +\d+\. (\S+) \(wait/gm)].map((c) => c[1] ?? '');
    queues[head[1] ?? ''] = { completed: Number(head[2]), abandoned: Number(head[3]), members, callers };
  }
  const calls = Number(/(\d+) active calls/.exec(text)?.[1]);
  return { queues, calls, log: section('queue_log').split('\n') };
};

const shownOf = (state: LiveState, queue: string): Omit<Shown, 'completed' | 'abandoned'> => ({
  members: Object.fromEntries(
    [...state.members.values()]
      .filter((m) => m.queue === queue)
      .map((m) => [
        m.interface,
        {
          name: m.name,
          penalty: m.penalty,
          paused: m.paused ? m.pausedReason : null,
          status: m.status,
          taken: m.callsTaken,
        },
      ]),
  ),
  callers: [...state.callers.values()]
    .filter((c) => c.queue === queue)
    .sort((a, b) => a.position - b.position)
    .map((c) => c.channel),
});

describe.each(names)('%s', (name) => {
  const { state, events } = replay(name);
  const truth = readTruth(name);

  it('ends with the queues as the PBX shows them', () => {
    for (const [queue, shown] of Object.entries(truth.queues)) {
      if (!state.queues.has(`1\t${queue}`)) continue;
      const ours = shownOf(state, queue);
      expect(ours.callers).toEqual(shown.callers);
      expect(ours.members).toEqual(shown.members);
      expect(state.queues.get(`1\t${queue}`)).toMatchObject({ completed: shown.completed, abandoned: shown.abandoned });
    }
  });

  it('leaves no call and nobody ringing or in a call', () => {
    expect([...state.calls.values()]).toEqual([]);
    expect([...state.members.values()].filter((m) => m.ringing || m.incall)).toEqual([]);
  });

  it('decides each stay once', () => {
    const stays = events.filter((e) => e.kind === 'outcome');
    const keys = stays.map((e) => `${e.uniqueid} ${e.queue} ${e.joinedAt}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

/** What the queue log calls them. */
const LOGGED: Record<string, Outcome> = {
  CONNECT: 'answered',
  ABANDON: 'abandoned',
  EXITWITHTIMEOUT: 'timed-out',
  EXITWITHKEY: 'left-by-key',
  EXITEMPTY: 'no-agent',
  WITHDRAW: 'withdrawn',
};

it.each(['17-mixed-pbx1', '17-mixed-pbx2'])('%s: outcomes are those of the queue log', (name) => {
  const { events } = replay(name);
  const ours: Record<string, number> = {};
  for (const e of events)
    if (e.kind === 'outcome') ours[`${e.queue} ${e.outcome}`] = (ours[`${e.queue} ${e.outcome}`] ?? 0) + 1;
  const logged: Record<string, number> = {};
  const joined = new Set(events.flatMap((e) => (e.kind === 'outcome' ? [e.uniqueid] : [])));
  for (const line of readTruth(name).log) {
    const [, uniqueid, queue, , verb] = line.split('|');
    const outcome = LOGGED[verb ?? ''];
    if (!outcome || !joined.has(uniqueid ?? '')) continue;
    logged[`${queue} ${outcome}`] = (logged[`${queue} ${outcome}`] ?? 0) + 1;
  }
  expect(ours).toEqual(logged);
});

it('a caller whom a full queue refused is an outcome, though Asterisk sends no event of the queue', () => {
  const { events } = replay('04-abandon-timeout-full-withdraw');
  const kinds = new Set(events.flatMap((e) => (e.kind === 'outcome' ? [e.outcome] : [])));
  expect(kinds).toContain('full');
  expect(kinds).toContain('timed-out');
  expect(kinds).toContain('withdrawn');
  expect(kinds).toContain('abandoned');
});
