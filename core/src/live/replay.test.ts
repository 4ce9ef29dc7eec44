// Replays every captured session through framing, decoding and tracking. Compares the result with the PBX server's own final `queue show`,
// `core show channels count` and `queue_log`.
import { describe, expect, it } from 'vitest';
import { TRUTHS, transcript, truthOf } from '../../../lab/transcripts.ts';
import { createFramer } from '../asterisk/frame.ts';
import { decode } from '../asterisk/decode.ts';
import type { LiveEvent, Outcome } from './event.ts';
import type { PbxFact } from '../asterisk/fact.ts';
import { NOBODY, type LiveState } from './state.ts';
import { createTracker } from './tracker/tracker.ts';

// The reference output of these two sessions was taken with calls up, before the session ended.
const names = TRUTHS.filter((n) => n !== '02-busy-snapshots' && n !== '14-reload-restart-shutdown');

const replay = (name: string, wanted: (fact: PbxFact) => boolean = () => true) => {
  const tracker = createTracker({ id: 1, name }, { ofQueue: () => NOBODY, ofChannel: () => NOBODY });
  const events: LiveEvent[] = [];
  const bytes = transcript(name).toString('latin1');
  let at = Number(/^Timestamp: ([\d.]+)/m.exec(bytes)?.[1] ?? 1_795_000_000) * 1000;
  const framer = createFramer({
    greeting: () => undefined,
    overlong: () => expect.fail('no message is that long'),
    block: (text) => {
      const fact = decode(text);
      // Follow the PBX clock and call `settle` every second, as the authority does.
      const stamp = Number(/^Timestamp: ([\d.]+)/m.exec(text)?.[1] ?? 0) * 1000;
      for (; at + 1000 < stamp; at += 1000) events.push(...tracker.settle(at));
      at = Math.max(at, stamp);
      if (fact && wanted(fact)) events.push(...tracker.fact(fact, at));
    },
  });
  framer.push(bytes);
  events.push(...tracker.settle(at + 60_000));
  return { state: tracker.state, events, held: tracker.held() };
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
  readonly holdtime: number;
  readonly talktime: number;
  readonly completed: number;
  readonly abandoned: number;
  readonly serviceLevelPerf: number;
  readonly members: Record<
    string,
    { name: string; penalty: number; paused: string | null; status: number; taken: number }
  >;
  readonly callers: string[];
}

const readTruth = (name: string) => {
  const queues: Record<string, Shown> = {};
  for (const part of truthOf(name, 'CLI queue show').split(/\n(?=\S)/)) {
    const head = /^(\S+) has \d+ calls .* \((\d+)s holdtime, (\d+)s talktime\).* C:(\d+), A:(\d+), SL:([\d.]+)%/.exec(
      part,
    );
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
    const [holdtime = 0, talktime = 0, completed = 0, abandoned = 0, percent = 0] = head.slice(2).map(Number);
    const figures = { holdtime, talktime, completed, abandoned, serviceLevelPerf: Math.round(percent * 1000) };
    queues[head[1] ?? ''] = { ...figures, members, callers };
  }
  const calls = Number(/(\d+) active calls/.exec(truthOf(name, 'CLI core show channels count'))?.[1]);
  return { queues, calls, log: truthOf(name, 'queue_log').split('\n') };
};

const shownOf = (state: LiveState, queue: string): Pick<Shown, 'members' | 'callers'> => ({
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
  const { state, events, held } = replay(name);
  const truth = readTruth(name);

  it('ends with the same queues as `queue show`', () => {
    for (const [queue, shown] of Object.entries(truth.queues)) {
      if (!state.queues.has(`1\t${queue}`)) continue;
      const { callers, members, ...figures } = shown;
      expect(shownOf(state, queue), queue).toEqual({ callers, members });
      expect(state.queues.get(`1\t${queue}`), queue).toMatchObject(figures);
    }
  });

  it('holds no internal state at the end', () => {
    expect(held).toBe(0);
  });

  it('ends without calls and without ringing or in-call members', () => {
    expect([...state.calls.values()]).toEqual([]);
    expect([...state.members.values()].filter((m) => m.ringing || m.incall)).toEqual([]);
  });

  it('reports each queue visit once', () => {
    const stays = events.filter((e) => e.kind === 'outcome');
    const keys = stays.map((e) => `${e.uniqueid} ${e.queue} ${e.joinedAt}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

/** `queue_log` events by outcome. */
const LOGGED: Record<string, Outcome> = {
  CONNECT: 'answered',
  ABANDON: 'abandoned',
  EXITWITHTIMEOUT: 'timed-out',
  EXITWITHKEY: 'left-by-key',
  EXITEMPTY: 'no-agent',
  WITHDRAW: 'withdrawn',
  // Written by the lab's dialplan: Asterisk does not log refused callers.
  'LEFT JOINEMPTY': 'no-agent',
  'LEFT FULL': 'full',
};

it.each(['17-mixed-pbx1', '17-mixed-pbx2', '21-optimised-gosub-exit'])(
  '%s: reports the same outcomes as queue_log',
  (name) => {
    const { events } = replay(name);
    const ours: Record<string, number> = {};
    for (const e of events)
      if (e.kind === 'outcome') ours[`${e.queue} ${e.outcome}`] = (ours[`${e.queue} ${e.outcome}`] ?? 0) + 1;
    const logged: Record<string, number> = {};
    const joined = new Set(events.flatMap((e) => (e.kind === 'outcome' ? [e.uniqueid] : [])));
    for (const line of readTruth(name).log) {
      const [, uniqueid, queue, , verb = '', first = ''] = line.split('|');
      const outcome = LOGGED[verb] ?? LOGGED[`${verb} ${first}`];
      if (!outcome || !joined.has(uniqueid ?? '')) continue;
      logged[`${queue} ${outcome}`] = (logged[`${queue} ${outcome}`] ?? 0) + 1;
    }
    expect(ours).toEqual(logged);
  },
);

it('reports an outcome for a caller refused by a full queue, although Asterisk sends no queue event', () => {
  const { events } = replay('04-abandon-timeout-full-withdraw');
  const kinds = new Set(events.flatMap((e) => (e.kind === 'outcome' ? [e.outcome] : [])));
  expect(kinds).toContain('full');
  expect(kinds).toContain('timed-out');
  expect(kinds).toContain('withdrawn');
  expect(kinds).toContain('abandoned');
});

it.each(['17-mixed-pbx1', '17-mixed-pbx2'])('%s: keeps queue figures correct without re-reading the queue', (name) => {
  const read = new Set<string>();
  const { state } = replay(
    name,
    (f) => f.kind !== 'queue-params' || (!read.has(f.queue) && read.add(f.queue).has(f.queue)),
  );
  const { queues } = readTruth(name);
  expect([...read].sort()).toEqual(Object.keys(queues).sort());
  for (const [queue, { members: _, callers: __, ...figures }] of Object.entries(queues))
    expect(state.queues.get(`1\t${queue}`), queue).toMatchObject(figures);
});

it('keeps an agent in the call until the phone hangs up when the Local channel is optimized away', () => {
  const { events } = replay('21-optimised-gosub-exit');
  const rows = events.flatMap((e) => (e.kind === 'member' && e.row.queue === 'corner-optimised' ? [e] : []));
  const talking = rows.filter((e) => e.row.incall);
  expect(talking.at(-1)?.row.channel).toMatch(/^PJSIP\/acme-101-/);
  expect(rows.filter((e) => e.completes)).toMatchObject([{ cause: 'AgentComplete', talkSeconds: 6, reason: 'agent' }]);
  expect(rows.slice(rows.indexOf(talking[0] as (typeof rows)[0])).findIndex((e) => !e.row.incall)).toBe(talking.length);
});

it('keeps an agent ringing during the briefing before the call is connected and reports the caller as answered once', () => {
  const { events } = replay('21-optimised-gosub-exit');
  const outcomes = events.flatMap((e) => (e.kind === 'outcome' && e.queue === 'corner-gosub' ? [e.outcome] : []));
  expect(outcomes).toEqual(['answered', 'answered']);
});
