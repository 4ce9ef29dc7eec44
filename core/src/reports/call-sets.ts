// Selects the calls behind a figure of the queue report: exactly the counted calls, or the calls that an average or a percentage is made
// of.

/** Sets of queue visits and talks that figures count. */
export const CALL_SETS = [
  ...(['received', 'answered', 'unanswered', 'abandoned', 'abandonedShort', 'abandonedLong'] as const),
  ...(['timedOut', 'leftByKey', 'noAgent', 'full', 'withdrawn', 'other', 'completed', 'transferred'] as const),
  /** All calls in the service level. Each row tells whether it counts as in time. */
  'serviceLevel',
  /** Callers who waited at the time of the maximum. */
  'waiting',
] as const;
export type CallSet = (typeof CALL_SETS)[number];

const SETS = {
  received: 'received',
  answered: 'answered',
  answeredPercent: 'answered',
  unanswered: 'unanswered',
  unansweredPercent: 'unanswered',
  abandoned: 'abandoned',
  abandonedPercent: 'abandoned',
  abandonedShort: 'abandonedShort',
  abandonedLong: 'abandonedLong',
  timedOut: 'timedOut',
  leftByKey: 'leftByKey',
  noAgent: 'noAgent',
  full: 'full',
  withdrawn: 'withdrawn',
  completed: 'completed',
  transferred: 'transferred',
  averageWaitSeconds: 'answered',
  averageAbandonSeconds: 'abandoned',
  longestWaitSeconds: 'received',
  averageTalkSeconds: 'completed',
  maximumCallers: 'waiting',
  serviceLevel: 'serviceLevel',
} as const satisfies Record<string, CallSet>;

export type DrillFigure = keyof typeof SETS;

export const setOf = (figure: DrillFigure): CallSet => SETS[figure];

export const CALL_ORDERS = ['at', 'wait', 'talk'] as const;
export type CallOrder = (typeof CALL_ORDERS)[number];
/** Returns the order for a figure: by longest wait, by longest talk, or by time. */
export const orderOf = (figure: DrillFigure): CallOrder => {
  if (figure === 'longestWaitSeconds' || figure === 'averageWaitSeconds') return 'wait';
  return figure === 'averageTalkSeconds' ? 'talk' : 'at';
};
