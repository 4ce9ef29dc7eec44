// Calculates a day's figures from raw events, to verify the live figures and reports. Shares no code with them and reads each event
// separately.
import type { LiveEvent } from '../live/event.ts';

/** Named numbers, such as `1/acme-sales received`. */
export type DayFigures = ReadonlyMap<string, number>;

export interface DayDifference {
  /** Compared figures: today's figures at the end of the day, the queue and agent reports, call records. */
  readonly of: 'live' | 'queues' | 'agents' | 'calls';
  readonly figure: string;
  readonly shown: number;
  readonly computed: number;
}

const OUTCOME_FIGURES = {
  answered: 'answered',
  abandoned: 'abandoned',
  'timed-out': 'timedOut',
  'left-by-key': 'leftByKey',
  'no-agent': 'noAgent',
  full: 'full',
  withdrawn: 'withdrawn',
} as const;

export const createDayFigures = () => {
  const queues = new Map<string, number>();
  const agents = new Map<string, number>();
  const add = (to: Map<string, number>, key: string, by = 1): void => void to.set(key, (to.get(key) ?? 0) + by);
  const greatest = (key: string, value: number): void => void queues.set(key, Math.max(queues.get(key) ?? 0, value));
  return {
    queues: queues,
    agents: agents,
    take: (e: LiveEvent): void => {
      if (e.kind === 'outcome') {
        const of = `${e.serverId}/${e.queue}`;
        add(queues, `${of} received`);
        add(queues, `${of} ${OUTCOME_FIGURES[e.outcome]}`);
        if (e.outcome === 'answered') add(queues, `${of} waitSeconds`, e.waitSeconds);
        greatest(`${of} longestWaitSeconds`, e.waitSeconds);
      }
      if (e.kind === 'member-removed') add(agents, `${e.serverId}/${e.interface} out`);
      if (e.kind !== 'member') return;
      const agent = `${e.serverId}/${e.row.interface}`;
      if (e.cause === 'QueueMemberAdded') add(agents, `${agent} in`);
      if (e.cause === 'QueueMemberPause') add(agents, `${agent} pauses`);
      if (e.cause === 'AgentConnect') add(agents, `${agent} taken`);
      if (e.cause === 'AgentRingNoAnswer') add(agents, `${agent} missed`);
      if (e.cause !== 'AgentComplete') return;
      add(agents, `${agent} completed`);
      add(agents, `${agent} talkSeconds`, Math.round(e.talkSeconds ?? 0));
      if (!e.completes || e.talkSeconds === null) return;
      const queue = `${e.serverId}/${e.row.queue}`;
      add(queues, `${queue} completed`);
      add(queues, `${queue} talkSeconds`, e.talkSeconds);
      if (e.reason === 'transfer') add(queues, `${queue} transferred`);
    },
  };
};

/** Returns the number of compared figures and the differences. A figure missing on one side counts as 0. */
export const compareFigures = (
  of: DayDifference['of'],
  shown: DayFigures,
  computed: DayFigures,
): { readonly compared: number; readonly differences: readonly DayDifference[] } => {
  const figures = [...new Set([...shown.keys(), ...computed.keys()])].toSorted();
  const differences = figures.flatMap((figure) => {
    const [a, b] = [shown.get(figure) ?? 0, computed.get(figure) ?? 0];
    return a === b ? [] : [{ of, figure, shown: a, computed: b }];
  });
  return { compared: figures.length, differences };
};
