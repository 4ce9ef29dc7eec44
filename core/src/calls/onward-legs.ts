// Trunk legs of a call. The carrier counts each as a separate call, so each is rated separately: the leg that a line dialed, and legs added
// by a forwarding, an overflow or a transfer.
import { callMarksOf } from '../asterisk/call-marks.ts';
import type { Leg } from '../asterisk/leg.ts';
import { deviceOfChannel, isPublic } from './channel-names.ts';
import { serialOf, trunkTime } from './trunk-time.ts';
import type { TrunkMarks } from './trunk-time.ts';

export interface OnwardLeg {
  /** International form with a plus, or as dialed if the leg has no mark. */
  readonly number: string;
  /** The trunk, such as `PJSIP/trunk.acme`. '' for a number of another customer of the PBX server. */
  readonly device: string;
  /** The line that caused it, such as `acme-101`. '' for none, absent when unknown. */
  readonly line?: string;
  /** Epoch milliseconds. */
  readonly answerAt: number;
  /** Whole seconds, above 0. */
  readonly seconds: number;
}

/** Excludes short numbers, such as emergency numbers, which have at most six digits. */
const INTERNATIONAL = /^[1-9][0-9]{6,14}$/;

/** Adds the plus. Without it the digits would be read as a national number. */
const international = (digits: string): string => (INTERNATIONAL.test(digits) ? `+${digits}` : digits);

/** Numbers in contexts that lead to a trunk are in international form. */
export const destinationIn = ({ destination, context }: Leg): string =>
  context.endsWith('-outside') ? international(destination) : destination;

const DIGITS = /^\+?[0-9]{2,24}$/;
/** The part between technology and trunk in `PJSIP/+442079460000@trunk.acme,90`. */
const DIALLED = /^[A-Za-z0-9]+\/([^@,&/]+)@/;

const numberOf = (leg: Leg): string => {
  const written = DIALLED.exec(leg.lastData)?.[1] ?? '';
  if (DIGITS.test(leg.destination)) return destinationIn(leg);
  return DIGITS.test(written) ? written : leg.destination;
};

/** Returns the mark of a call to another customer's number. */
const crossingIn = (leg: Leg | undefined) => {
  const mark = callMarksOf(leg?.userField ?? '').findLast(({ kind }) => kind === 'call');
  return mark?.kind === 'call' ? mark : undefined;
};

/** `channels`: trunk channels in order of dialing. `legs`: all of the call and of calls joined with it. Omits unanswered channels. */
export const onwardLegs = (
  channels: readonly string[],
  legs: readonly Leg[],
  marks: TrunkMarks,
  deviceOf = deviceOfChannel,
): readonly OnwardLeg[] =>
  channels.flatMap((channel) => {
    const own = legs.filter((leg) => leg.channel === channel || leg.destinationChannel === channel);
    const time = trunkTime(channel, own, marks);
    if (time === null) return [];
    const dialled = own.find((leg) => leg.destinationChannel === channel) ?? own[0];
    const mark = isPublic(channel) ? crossingIn(dialled) : marks.out.get(serialOf(channel));
    const number = mark === undefined ? (dialled === undefined ? '' : numberOf(dialled)) : international(mark.number);
    return [{ number, device: deviceOf(channel), ...(mark === undefined ? {} : { line: mark.line }), ...time }];
  });
