// Defines the figures of wallboards: unit, and the worse direction.

import { keysOf } from '../base/keys-of.ts';
interface WallFigureFacts {
  /** `percent` is in thousandths of a percent. */
  readonly unit: 'count' | 'seconds' | 'percent';
  readonly worse: 'high' | 'low';
}

export const WALL_FIGURES = {
  /** Callers currently waiting. */
  waiting: { unit: 'count', worse: 'high' },
  /** Wait of the first waiting caller. */
  longestWait: { unit: 'seconds', worse: 'high' },
  available: { unit: 'count', worse: 'low' },
  ringing: { unit: 'count', worse: 'high' },
  incall: { unit: 'count', worse: 'high' },
  paused: { unit: 'count', worse: 'high' },
  /** Agents who can be called: all except those whose phone is unavailable. */
  signedIn: { unit: 'count', worse: 'low' },
  /** Figures of the call center's day. */
  serviceLevel: { unit: 'percent', worse: 'low' },
  received: { unit: 'count', worse: 'high' },
  answered: { unit: 'count', worse: 'low' },
  abandoned: { unit: 'count', worse: 'high' },
  averageWait: { unit: 'seconds', worse: 'high' },
  averageTalk: { unit: 'seconds', worse: 'high' },
} as const satisfies Record<string, WallFigureFacts>;

export type WallFigure = keyof typeof WALL_FIGURES;
export const WALL_FIGURE_NAMES = keysOf(WALL_FIGURES);
