// Legs of a call from outside that left the house again: a line that forwards to a mobile phone, a queue's overflow, a transfer.
// The carrier counts each of them as a call of its own, beside the one that came in.
import type { Leg } from '../live/leg.ts';

export interface OnwardLeg {
  /** As it was dialled to the trunk, or to the house where the trunk's own writing says less. */
  readonly number: string;
  /** The trunk: `PJSIP/trunk.acme`. */
  readonly device: string;
  /** Epoch milliseconds. */
  readonly answerAt: number;
  /** Whole seconds, above 0. */
  readonly seconds: number;
}

const DIGITS = /^\+?[0-9]{2,24}$/;
/** What stands between the technology and the trunk: `PJSIP/+442079460000@trunk.acme,90`. */
const DIALLED = /^[A-Za-z0-9]+\/([^@,&/]+)@/;

const numberOf = (leg: Leg): string => {
  const written = DIALLED.exec(leg.lastData)?.[1] ?? '';
  if (DIGITS.test(leg.destination)) return leg.destination;
  return DIGITS.test(written) ? written : leg.destination;
};

/** `toTrunk`: the legs of the call towards trunks, in order. Attempts that nobody answered are none. `deviceOf`: of a channel. */
export const onwardLegs = (toTrunk: readonly Leg[], deviceOf: (channel: string) => string): readonly OnwardLeg[] =>
  toTrunk.flatMap((leg) =>
    leg.disposition === 'ANSWERED' && leg.billableSeconds > 0
      ? [
          {
            number: numberOf(leg),
            device: deviceOf(leg.destinationChannel),
            answerAt: leg.answerAt ?? leg.startAt,
            seconds: leg.billableSeconds,
          },
        ]
      : [],
  );
