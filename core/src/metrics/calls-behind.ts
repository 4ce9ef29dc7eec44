// Which calls stand behind a figure of the queue report: of a count exactly so many, of an average or a share those that it
// is made of.

/** Sets of stays and talks that figures are counted from. */
export const CALL_SETS = [
  ...(['received', 'answered', 'unanswered', 'abandoned', 'abandonedShort', 'abandonedLong'] as const),
  ...(['timedOut', 'leftByKey', 'noAgent', 'full', 'withdrawn', 'other', 'completed', 'transferred'] as const),
  /** Whatever the service level looks at; each says whether it counts as served in time. */
  'judged',
  /** Those who waited at the moment when most did. */
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
  serviceLevel: 'judged',
} as const satisfies Record<string, CallSet>;

export type DrillFigure = keyof typeof SETS;

export const setOf = (figure: DrillFigure): CallSet => SETS[figure];

/** Figures that are the number of rows behind them. */
export const COUNTED_FIGURES = [
  ...(['received', 'answered', 'unanswered', 'abandoned', 'abandonedShort', 'abandonedLong', 'timedOut'] as const),
  ...(['leftByKey', 'noAgent', 'full', 'withdrawn', 'completed', 'transferred', 'maximumCallers'] as const),
] as const satisfies readonly DrillFigure[];

export const CALL_ORDERS = ['at', 'wait', 'talk'] as const;
export type CallOrder = (typeof CALL_ORDERS)[number];
/** What a figure is about comes first: the longest wait, the longest talk, or the latest. */
export const orderOf = (figure: DrillFigure): CallOrder => {
  if (figure === 'longestWaitSeconds' || figure === 'averageWaitSeconds') return 'wait';
  return figure === 'averageTalkSeconds' ? 'talk' : 'at';
};
