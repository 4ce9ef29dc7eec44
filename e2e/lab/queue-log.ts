// Asterisk's queue_log, folded into how every stay in a queue ended: the day's own account, against which the console's
// figures of today are held. Fields: time|call|queue|agent|event|data… (Asterisk: queue_log documentation).

export interface QueueDay {
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
