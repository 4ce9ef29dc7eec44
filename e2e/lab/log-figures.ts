// Independent calculation of the queue and agent report figures from a queue_log. It marks the state of each agent second by second and
// shares no code with the product. It does not support static members, because queue_log has no lines for them.
// Fields: time|call|queue|agent|event|data… (Asterisk: queue log).

interface FigureSettings {
  /** Limit in seconds for an answer in time, and for a short abandon. */
  readonly threshold: number;
  readonly short: number;
  /** Wrap-up time by queue, in seconds. */
  readonly wrapup: Readonly<Record<string, number>>;
  /** Agent names by the identifier in the log, which is a name or an interface. */
  readonly names: Readonly<Record<string, string>>;
}

interface Line {
  readonly at: number;
  readonly call: string;
  readonly queue: string;
  readonly agent: string;
  readonly event: string;
  readonly data: readonly string[];
}

const linesOf = (log: string, names: FigureSettings['names'] = {}): Line[] =>
  log.split('\n').flatMap((text) => {
    const [time, call = '', queue = '', agent = '', event, ...data] = text.split('|');
    return event === undefined ? [] : [{ at: Number(time), call, queue, agent: names[agent] ?? agent, event, data }];
  });

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : Math.round(sum(values) / values.length);
/** Thousandths of a percent. */
const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((100_000 * part) / whole);

const TRANSFERS = ['BLINDTRANSFER', 'ATTENDEDTRANSFER'];
const isEnd = (l: Line): boolean => l.event.startsWith('COMPLETE') || TRANSFERS.includes(l.event);
const talkOf = (l: Line): number => Number(TRANSFERS.includes(l.event) ? l.data.at(-2) : l.data[1]);
const isRefusal = (l: Line, ...says: string[]): boolean => l.event === 'LEFT' && says.includes(l.data[0] ?? '');

const LEAVES = ['CONNECT', 'ABANDON', 'EXITWITHTIMEOUT', 'EXITWITHKEY', 'EXITEMPTY', 'WITHDRAW'];

/** Largest number of concurrent waiting callers, in the order of the lines. */
const peakConcurrency = (lines: readonly Line[]): number => {
  let [waiting, most] = [0, 0];
  for (const l of lines) {
    if (l.event === 'ENTERQUEUE') waiting++;
    if (LEAVES.includes(l.event)) waiting--;
    most = Math.max(most, waiting);
  }
  return most;
};

const queueFigures = (lines: readonly Line[], { threshold, short }: FigureSettings) => {
  const waitsOf = (event: string, field: number) =>
    lines.filter((l) => l.event === event).map((l) => Number(l.data[field]));
  const answered = waitsOf('CONNECT', 0);
  const abandoned = waitsOf('ABANDON', 2);
  const others = [
    waitsOf('EXITWITHTIMEOUT', 2),
    waitsOf('EXITWITHKEY', 3),
    waitsOf('EXITEMPTY', 2),
    waitsOf('WITHDRAW', 2),
  ];
  const [timedOut = [], byKey = [], emptied = [], withdrawn = []] = others;
  const full = lines.filter((l) => isRefusal(l, 'FULL')).length;
  const refused = lines.filter((l) => isRefusal(l, 'JOINEMPTY', 'JOINUNAVAIL')).length;
  const flowOuts = others.flat().length + full + refused;
  const received = answered.length + abandoned.length + flowOuts;
  const ends = lines.filter(isEnd);
  const [a, s, b] = [
    answered.filter((wait) => wait <= threshold).length,
    abandoned.filter((wait) => wait <= short).length,
    abandoned.filter((wait) => wait <= threshold).length,
  ];
  const [A, B] = [answered.length, abandoned.length];
  return {
    counts: {
      ...{ received, answered: A, unanswered: received - A, abandoned: B, abandonedShort: s, abandonedLong: B - s },
      ...{ timedOut: timedOut.length, leftByKey: byKey.length, noAgent: emptied.length + refused, full },
      ...{ withdrawn: withdrawn.length, answeredInTime: a, abandonedInTime: b, completed: ends.length },
      transferred: ends.filter((l) => TRANSFERS.includes(l.event)).length,
      averageWaitSeconds: mean(answered),
      averageAbandonSeconds: mean(abandoned),
      longestWaitSeconds: Math.max(0, ...answered, ...abandoned, ...others.flat()),
      averageTalkSeconds: mean(ends.map(talkOf)),
      talkSeconds: sum(ends.map(talkOf)),
      answeredPercent: share(A, received),
      abandonedPercent: share(B, received),
      maximumCallers: peakConcurrency(lines),
    },
    /** By formula number. */
    serviceLevels: [
      ...[share(a, A), share(a + b, A + B), share(a, A + B), share(a, A + B - b)],
      ...[share(a + s, A + B), share(a, A + B - s), share(a, A + B + flowOuts)],
    ],
  };
};

export interface Span {
  readonly from: number;
  readonly to: number;
  readonly what: string;
}

/** Runs of equal values. `null` values belong to no run. */
const spansOf = (seconds: readonly (string | null)[], start: number): Span[] => {
  const made: Span[] = [];
  for (let i = 0; i < seconds.length; i++) {
    const what = seconds[i] ?? null;
    if (what === null) continue;
    const first = i;
    while (i + 1 < seconds.length && seconds[i + 1] === what) i++;
    made.push({ from: start + first, to: start + i + 1, what });
  }
  return made;
};

/** A gap between two memberships of at most this many seconds does not end a session. */
const MAX_GAP_SECONDS = 5;

const fillGaps = (there: boolean[]): boolean[] => {
  const filled = [...there];
  for (let i = 0; i < there.length; i++)
    if (!there[i] && there.slice(Math.max(0, i - MAX_GAP_SECONDS), i).some(Boolean)) {
      const next = there.indexOf(true, i);
      const last = there.lastIndexOf(true, i);
      if (next >= 0 && next - last - 1 <= MAX_GAP_SECONDS) filled[i] = true;
    }
  return filled;
};

/** State of an agent in each second from `start` on. */
const agentSeconds = (own: readonly Line[], start: number, length: number, wrapup: FigureSettings['wrapup']) => {
  const blank = <T>(value: T): T[] => Array.from({ length }, () => value);
  const there = blank(false);
  const paused = blank<string | null>(null);
  const talking = blank(false);
  const wrapping = blank(false);
  const mark = <T>(into: T[], from: number, to: number, value: T): void =>
    void into.fill(value, Math.max(0, from - start), Math.max(0, Math.min(length, to - start)));
  for (let i = 0; i < length; i++) {
    const before = own.filter((l) => l.at <= start + i);
    const queues = [...new Set(before.map((l) => l.queue))].flatMap((queue) => {
      const of = before.filter((l) => l.queue === queue);
      const came = of.findLast((l) => l.event === 'ADDMEMBER' || l.event === 'REMOVEMEMBER');
      if (came?.event !== 'ADDMEMBER') return [];
      const since = of.slice(of.indexOf(came));
      const pauseLines = since.filter((l) => l.event === 'PAUSE' || l.event === 'UNPAUSE');
      const last = pauseLines.at(-1);
      if (last?.event !== 'PAUSE') return [{ pause: last === undefined && came.data[0] === 'PAUSED' ? came : null }];
      // A repeated pause with the same reason counts from its first line.
      const broken = pauseLines.findLastIndex((l) => l.event === 'UNPAUSE' || l.data[0] !== last.data[0]);
      return [{ pause: pauseLines[broken + 1] ?? last }];
    });
    there[i] = queues.length > 0;
    const pauses = queues.flatMap((q) => q.pause ?? []);
    if (queues.length > 0 && pauses.length === queues.length) {
      const latest = pauses.reduce((a, b) => (own.indexOf(b) > own.indexOf(a) ? b : a));
      paused[i] = latest.event === 'PAUSE' ? (latest.data[0] ?? '') : '';
    }
  }
  for (const [i, l] of own.entries()) {
    if (l.event === 'CONNECT') {
      const end = own.slice(i).find((other) => isEnd(other) && other.call === l.call && other.queue === l.queue);
      mark(talking, l.at, end?.at ?? Infinity, true);
    }
    if (!isEnd(l)) continue;
    const rings = own.slice(i + 1).flatMap((r) => {
      if (r.event === 'CONNECT') return [r.at - Number(r.data[2])];
      return r.event === 'RINGNOANSWER' ? [r.at - Math.round(Number(r.data[0]) / 1000)] : [];
    });
    mark(wrapping, l.at, Math.min(l.at + (wrapup[l.queue] ?? 0), rings[0] ?? Infinity), true);
  }
  const session = fillGaps(there);
  const states = session.map((is, i) => {
    if (!is) return null;
    if (talking[i]) return 'talk';
    if (paused[i] !== null) return 'pause';
    return wrapping[i] ? 'wrapup' : 'idle';
  });
  return { session: session.map((is) => (is ? 'session' : null)), paused, states };
};

const agentFigures = (own: readonly Line[], start: number, length: number, { wrapup }: FigureSettings) => {
  const { session, paused, states } = agentSeconds(own, start, length, wrapup);
  const sessions = spansOf(session, start);
  const pauses = spansOf(paused, start);
  const inState = (state: string): number => states.filter((s) => s === state).length;
  const ends = own.filter(isEnd);
  const taken = own.filter((l) => l.event === 'CONNECT');
  const missed = own.filter((l) => l.event === 'RINGNOANSWER');
  const lengths = sessions.map((s) => s.to - s.from);
  const seconds = {
    sessionSeconds: sum(lengths),
    talkSeconds: inState('talk'),
    pauseSeconds: inState('pause'),
    wrapupSeconds: inState('wrapup'),
    idleSeconds: inState('idle'),
    shortestSessionSeconds: Math.min(...lengths),
    longestSessionSeconds: Math.max(...lengths),
  };
  return {
    sessions,
    pauses,
    /** Integers that do not depend on clock differences. */
    counts: {
      sessions: sessions.length,
      taken: taken.length,
      missed: missed.length,
      completed: ends.length,
      averageTalkSeconds: mean(ends.map(talkOf)),
      ringSeconds:
        sum(taken.map((l) => Number(l.data[2]))) + sum(missed.map((l) => Math.round(Number(l.data[0]) / 1000))),
    },
    callSeconds: sum(ends.map(talkOf)),
    /** Each duration can differ by a second at both ends. */
    seconds,
    /** Number of spans that the durations are made of. */
    spans: spansOf(states, start).length,
    pausesByReason: Map.groupBy(pauses, (p) => p.what),
  };
};

export type AgentLogFigures = ReturnType<typeof agentFigures>;

export const logFigures = (log: string, settings: FigureSettings) => {
  const lines = linesOf(log, settings.names);
  const queues = new Map(
    [...Map.groupBy(lines, (l) => l.queue)]
      .filter(([queue, own]) => queue !== 'NONE' && own.some((l) => l.event === 'ENTERQUEUE' || l.event === 'LEFT'))
      .map(([queue, own]) => [queue, queueFigures(own, settings)]),
  );
  const start = Math.min(...lines.map((l) => l.at));
  const length = Math.max(...lines.map((l) => l.at)) - start + 60;
  const known = new Set(Object.values(settings.names));
  const agents = new Map(
    [
      ...Map.groupBy(
        lines.filter((l) => l.queue !== 'NONE'),
        (l) => l.agent,
      ),
    ]
      .filter(([agent]) => known.has(agent))
      .map(([agent, own]) => [agent, agentFigures(own, start, length, settings)]),
  );
  return { queues, agents };
};
