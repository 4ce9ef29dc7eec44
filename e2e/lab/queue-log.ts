// Queue figures calculated from Asterisk's queue_log, to compare with the console's figures of today.
// Fields: time|call|queue|agent|event|data… (Asterisk: queue_log documentation).

interface QueueDay {
  received: number;
  answered: number;
  abandoned: number;
  timedOut: number;
  leftByKey: number;
  /** Left because no agent remained, or refused because no agent was available. */
  noAgent: number;
  /** Refused because the queue was full. */
  full: number;
  withdrawn: number;
  completed: number;
  /** Sum of the waits of answered callers, seconds. */
  waitSeconds: number;
  /** The longest wait of any caller, whatever the outcome. */
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

/** LEFT is written by the lab's dialplan with QUEUESTATUS. A refused caller has no other line. */
const REFUSED: Readonly<Record<string, 'full' | 'noAgent'>> = {
  FULL: 'full',
  JOINEMPTY: 'noAgent',
  JOINUNAVAIL: 'noAgent',
};

/** Figures by queue name. Ignores lines before `since` (epoch seconds). */
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
    // CONNECT has the wait in its first field. The events of unanswered callers have position, original position, wait.
    const wait = Number(event === 'CONNECT' ? first : counted !== 'received' && counted !== 'completed' ? third : 0);
    day.longestWaitSeconds = Math.max(day.longestWaitSeconds, wait || 0);
    if (event !== 'CONNECT') continue;
    day.answered++;
    day.waitSeconds += wait;
  }
  return days;
};

/** Expected figures of the queue and agent reports, as far as the log contains them. Sums are seconds. */
interface LoggedFigures {
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

/** Counts the lines of the log and shares no code with the console. */
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
