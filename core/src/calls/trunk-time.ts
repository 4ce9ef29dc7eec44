// Calculates how long a trunk channel was connected: from its first answer to its hangup, whatever it was connected to. The carrier counts
// this time, so it is the rated time.
import type { CallMark } from '../asterisk/call-marks.ts';
import { callMarksOf } from '../asterisk/call-marks.ts';
import type { Leg } from '../asterisk/leg.ts';

type OutMark = Extract<CallMark, { kind: 'out' }>;
type EndMark = Extract<CallMark, { kind: 'end' }>;

/** Marks of trunk channels by the serial number of the channel. */
export interface TrunkMarks {
  readonly out: ReadonlyMap<string, OutMark>;
  readonly end: ReadonlyMap<string, EndMark>;
}

export const serialOf = (channel: string): string => channel.slice(-8);

export const trunkMarksOf = (legs: readonly Leg[]): TrunkMarks => {
  const out = new Map<string, OutMark>();
  const end = new Map<string, EndMark>();
  for (const { userField } of legs) {
    if (userField === '') continue;
    for (const mark of callMarksOf(userField)) {
      if (mark.kind === 'out') out.set(mark.serial, mark);
      else if (mark.kind === 'end') end.set(mark.serial, mark);
    }
  }
  return { out, end };
};

/** Epoch milliseconds. An inexact time is cut to whole seconds. */
interface Moment {
  readonly at: number;
  readonly exact: boolean;
}

const earliest = (moments: readonly number[]): Moment | null =>
  moments.length === 0 ? null : { at: Math.min(...moments), exact: false };

/** The dialplan notes an answer a moment before Asterisk logs it, maybe in the second before. */
const NOTED_BEFORE_MS = 500;

const answerOf = (channel: string, legs: readonly Leg[], marks: TrunkMarks): Moment | null => {
  const out = marks.out.get(serialOf(channel));
  if (out !== undefined) return { at: out.answerAt, exact: true };
  const dialled = legs.filter((leg) => leg.destinationChannel === channel && leg.disposition === 'ANSWERED');
  const called = legs.filter((leg) => leg.channel === channel);
  const answers = [...dialled, ...called].flatMap(({ answerAt }) => answerAt ?? []);
  const written = earliest(answers);
  const mark = marks.end.get(serialOf(channel));
  if (written === null || mark === undefined || mark.answerAt === null) return written;
  // The answer of the last leg is the first one only if no leg was answered before it.
  if (!mark.isFirstAnswer && answers.length > 1) return written;
  const sinceWritten = mark.answerAt - written.at;
  return sinceWritten > -NOTED_BEFORE_MS && sinceWritten < 1000 ? { at: mark.answerAt, exact: true } : written;
};

const endOf = (channel: string, legs: readonly Leg[], marks: TrunkMarks): Moment => {
  const mark = marks.end.get(serialOf(channel));
  if (mark !== undefined) return { at: mark.endAt, exact: true };
  return { at: Math.max(...legs.map(({ endAt }) => endAt)), exact: false };
};

const HALF_A_SECOND = 500;

interface TrunkTime {
  /** Epoch milliseconds. */
  readonly answerAt: number;
  /** Whole seconds, at least 1. */
  readonly seconds: number;
}

/** `legs`: all legs that name the channel. Returns `null` when it was never answered. */
export const trunkTime = (channel: string, legs: readonly Leg[], marks: TrunkMarks): TrunkTime | null => {
  const answer = answerOf(channel, legs, marks);
  if (answer === null) return null;
  const end = endOf(channel, legs, marks);
  const [only] = legs;
  // Asterisk's own count includes fractions that the written times have lost.
  if (legs.length === 1 && only !== undefined && !answer.exact && !end.exact) {
    return { answerAt: answer.at, seconds: Math.max(1, only.billableSeconds) };
  }
  // A truncated time was half a second later on average.
  const middle = ({ at, exact }: Moment): number => (exact ? at : at + HALF_A_SECOND);
  const seconds = Math.round((middle(end) - middle(answer)) / 1000);
  return { answerAt: answer.at, seconds: Math.max(1, seconds) };
};
