// The figures that a wallboard shows: in which unit each is counted, and on which side of a threshold it is worse.

export interface WallFigureFacts {
  /** `percent` is in thousandths of a percent, as everywhere. */
  readonly unit: 'count' | 'seconds' | 'percent';
  readonly worse: 'high' | 'low';
}

export const WALL_FIGURES = {
  /** Callers who wait now. */
  waiting: { unit: 'count', worse: 'high' },
  /** How long the first of them has waited. */
  longestWait: { unit: 'seconds', worse: 'high' },
  available: { unit: 'count', worse: 'low' },
  ringing: { unit: 'count', worse: 'high' },
  incall: { unit: 'count', worse: 'high' },
  paused: { unit: 'count', worse: 'high' },
  /** Agents who could be called: everyone but those whose phone is off. */
  signedIn: { unit: 'count', worse: 'low' },
  /** Of today, in the call center's day. */
  serviceLevel: { unit: 'percent', worse: 'low' },
  received: { unit: 'count', worse: 'high' },
  answered: { unit: 'count', worse: 'low' },
  abandoned: { unit: 'count', worse: 'high' },
  averageWait: { unit: 'seconds', worse: 'high' },
  averageTalk: { unit: 'seconds', worse: 'high' },
} as const satisfies Record<string, WallFigureFacts>;

export type WallFigure = keyof typeof WALL_FIGURES;
export const WALL_FIGURE_NAMES = Object.keys(WALL_FIGURES) as WallFigure[];
