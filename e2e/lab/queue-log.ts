// Asterisk's queue_log, folded into how every stay in a queue ended: the day's own account, against which the console's
// figures of today are held. Fields: time|call|queue|agent|event|data… (Asterisk: queue_log documentation).

interface QueueDay {
  received: number;
  answered: number;
  abandoned: number;
  timedOut: number;
  leftByKey: number;
  /** Left when the last agent went, or refused because none was there. */
  noAgent: number;
  /** Refused. */
  full: number;
  withdrawn: number;
  completed: number;
  /** Sum of the waits of answered callers, seconds. */
  waitSeconds: number;
  /** The longest wait of all, whatever its end. */
  longestWaitSeconds: number;
}

const emptyDay = (): QueueDay => ({
  received: 0,
  answered: 0,
  abandoned: 0,
  timedOut: 0,
  leftByKey: 0,
  noAgent: 0,
  full: 0,
  withdrawn: 0,
  completed: 0,
  waitSeconds: 0,
  longestWaitSeconds: 0,
});

const COUNTED: Readonly<Record<string, keyof QueueDay>> = {
  ENTERQUEUE: 'received',
  ABANDON: 'abandoned',
  EXITWITHTIMEOUT: 'timedOut',
  EXITWITHKEY: 'leftByKey',
  EXITEMPTY: 'noAgent',
  WITHDRAW: 'withdrawn',
  COMPLETECALLER: 'completed',
  COMPLETEAGENT: 'completed',
};

/** LEFT is the lab's own line, with QUEUESTATUS: of a refused caller it is the only one. */
const REFUSED: Readonly<Record<string, 'full' | 'noAgent'>> = {
  FULL: 'full',
  JOINEMPTY: 'noAgent',
  JOINUNAVAIL: 'noAgent',
};

/** By queue name. Lines before `since` (epoch seconds) do not count. */
export const foldQueueLog = (log: string, since = 0): Map<string, QueueDay> => {
  const days = new Map<string, QueueDay>();
  for (const line of log.split('\n')) {
    const [time, , queue, , event, first, , third] = line.split('|');
    if (!queue || !event || queue === 'NONE' || Number(time) < since) continue;
    const refused = event === 'LEFT' ? REFUSED[first ?? ''] : undefined;
    if (refused !== undefined) {
      const day = days.get(queue) ?? emptyDay();
      days.set(queue, day);
      day.received++;
      day[refused]++;
    }
    const counted = COUNTED[event];
    if (counted === undefined && event !== 'CONNECT') continue;
    const day = days.get(queue) ?? emptyDay();
    days.set(queue, day);
    if (counted !== undefined) day[counted]++;
    // CONNECT has the wait first; the ways to leave unanswered have position, position at the start, wait.
    const wait = Number(event === 'CONNECT' ? first : counted !== 'received' && counted !== 'completed' ? third : 0);
    day.longestWaitSeconds = Math.max(day.longestWaitSeconds, wait || 0);
    if (event !== 'CONNECT') continue;
    day.answered++;
    day.waitSeconds += wait;
  }
  return days;
};

/** What the reports of queues and agents must say, as far as the log tells it; sums are seconds. */
export interface LoggedFigures {
  readonly queues: ReadonlyMap<string, Readonly<Record<string, number | null>>>;
  readonly agents: ReadonlyMap<string, Readonly<Record<string, number | null>>>;
}

interface Counting {
  completed: number;
  transferred: number;
  talk: number;
  taken: number;
  missed: number;
  abandonWait: number;
}

const TRANSFERS: ReadonlySet<string> = new Set(['BLINDTRANSFER', 'ATTENDEDTRANSFER']);
const rounded = (sum: number, count: number): number | null => (count === 0 ? null : Math.round(sum / count));

/** Counted by itself, from the lines alone: nothing of the console's own arithmetic has a part in it. */
export const figuresOfLog = (log: string): LoggedFigures => {
  const counted = new Map<string, Counting>();
  const of = (key: string): Counting => {
    const known = counted.get(key) ?? { completed: 0, transferred: 0, talk: 0, taken: 0, missed: 0, abandonWait: 0 };
    counted.set(key, known);
    return known;
  };
  for (const line of log.split('\n')) {
    const [, , queue = '', agent = '', event = '', ...data] = line.split('|');
    const ended = event.startsWith('COMPLETE') || TRANSFERS.has(event);
    for (const one of agent === 'NONE' ? [of(`queue ${queue}`)] : [of(`queue ${queue}`), of(`agent ${agent}`)]) {
      if (event === 'CONNECT') one.taken++;
      if (event === 'RINGNOANSWER') one.missed++;
      if (event === 'ABANDON') one.abandonWait += Number(data[2]);
      if (!ended) continue;
      one.completed++;
      one.talk += Number(TRANSFERS.has(event) ? data.at(-2) : data[1]);
      if (TRANSFERS.has(event)) one.transferred++;
    }
  }
  const queues = new Map(
    [...foldQueueLog(log)].map(([queue, { waitSeconds, ...day }]) => {
      const { completed, transferred, talk, abandonWait } = of(`queue ${queue}`);
      return [
        queue,
        {
          ...{ ...day, completed, transferred, unanswered: day.received - day.answered },
          averageWaitSeconds: rounded(waitSeconds, day.answered),
          averageTalkSeconds: rounded(talk, completed),
          averageAbandonSeconds: rounded(abandonWait, day.abandoned),
        },
      ] as const;
    }),
  );
  const agents = new Map(
    [...counted].flatMap(([key, { taken, missed, completed, talk }]) =>
      key.startsWith('agent ') && taken + missed + completed > 0
        ? [[key.slice(6), { taken, missed, completed, averageTalkSeconds: rounded(talk, completed) }] as const]
        : [],
    ),
  );
  return { queues, agents };
};
