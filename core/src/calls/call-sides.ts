// Determines the two sides of a call from its legs: origin, destination and billed legs.
import { callMarksOf } from '../asterisk/call-marks.ts';
import type { CallMark } from '../asterisk/call-marks.ts';
import type { Leg } from '../asterisk/leg.ts';
import { customerOfMark } from './call-parties.ts';
import type { CallOwnership, CallView } from './call-parties.ts';
import type { Direction } from './call-terms.ts';
import { deviceOfChannel, isLocal, isPublic } from './channel-names.ts';
import { destinationIn, onwardLegs } from './onward-legs.ts';
import type { OnwardLeg } from './onward-legs.ts';
import { serialOf, trunkTime } from './trunk-time.ts';
import type { TrunkMarks } from './trunk-time.ts';

export const seconds = (ms: number): number => Math.max(0, Math.round(ms / 1000));
export const inOrder = (a: Leg, b: Leg): number => a.startAt - b.startAt || a.sequence - b.sequence;

export interface CallSides {
  readonly direction: Direction;
  readonly first: Leg;
  /** Legs of the first channel. */
  readonly own: readonly Leg[];
  readonly toTrunk: readonly Leg[];
}

/** Returns the leg of the first channel. */
export const firstOf = (ordered: readonly Leg[]): Leg | undefined =>
  ordered.find((leg) => leg.uniqueid === leg.linkedid) ?? ordered.find((leg) => !isLocal(leg.channel)) ?? ordered[0];

export const sidesOf = (ordered: readonly Leg[], first: Leg, isLine: (channel: string) => boolean): CallSides => {
  const toTrunk = ordered.filter((leg) => leg.destinationChannel !== '' && !isLine(leg.destinationChannel));
  const direction = !isLine(first.channel) ? 'inbound' : toTrunk.length > 0 ? 'outbound' : 'internal';
  return { direction, first, own: ordered.filter((leg) => leg.channel === first.channel), toTrunk };
};

/** Counts from the first answer to the last end, so that overlapping attempts count once. */
const connectedSeconds = (legs: readonly Leg[]): number => {
  const answered = legs.flatMap((leg) => (leg.answerAt === null ? [] : [{ from: leg.answerAt, to: leg.endAt }]));
  if (answered.length === 0) return 0;
  const one = answered.length === 1 ? legs.find((leg) => leg.answerAt !== null) : undefined;
  // Asterisk's own count includes fractions that the written times have lost.
  if (one !== undefined) return one.billableSeconds;
  return seconds(Math.max(...answered.map((a) => a.to)) - Math.min(...answered.map((a) => a.from)));
};

/** Billed legs: the call itself and further ones. */
interface Billed {
  readonly connectedAt: number | null;
  readonly seconds: number;
  readonly trunk: string;
  /** The number dialed by the line's leg. */
  readonly number: string | null;
  readonly onward: readonly OnwardLeg[];
}

const trunkName = (channel: string): string => (isPublic(channel) ? '' : deviceOfChannel(channel));

const namedIn = (legs: readonly Leg[], channel: string): readonly Leg[] =>
  legs.filter((leg) => leg.channel === channel || leg.destinationChannel === channel);

/** `joined`: legs of other linked IDs with the same trunk channels, from calls that were connected with this one. */
export const billedOf = (
  sides: CallSides,
  view: CallView,
  joined: readonly Leg[],
  marks: TrunkMarks,
  who: CallOwnership,
): Billed => {
  const { direction, first, own, toTrunk } = sides;
  const all = joined.length === 0 ? view.legs : [...view.legs, ...joined];
  const isBilled = (channel: string): boolean => {
    if (isPublic(channel)) return true;
    const since = Math.min(...namedIn(view.legs, channel).map((leg) => leg.startAt));
    // Connected to this call after it started in another call, which has its own record and price.
    if (namedIn(joined, channel).some((leg) => leg.startAt < since)) return false;
    const mark = marks.out.get(serialOf(channel));
    if (mark === undefined) return true;
    if (mark.linkedid !== first.linkedid && joined.some((leg) => leg.linkedid === mark.linkedid)) return false;
    const customer = customerOfMark(mark.line, who);
    return customer === null || view.customer === null || customer === view.customer;
  };
  const dialled = [...new Set(toTrunk.map((leg) => leg.destinationChannel))].filter(
    (channel) => channel !== first.channel && isBilled(channel),
  );
  const legs = onwardLegs(dialled, all, marks, trunkName);
  if (direction === 'inbound') {
    const time = trunkTime(first.channel, namedIn(all, first.channel), marks);
    const trunk = trunkName(first.channel);
    return { connectedAt: time?.answerAt ?? null, seconds: time?.seconds ?? 0, trunk, number: null, onward: legs };
  }
  if (direction === 'internal') {
    const answered = own.filter((leg) => leg.disposition === 'ANSWERED');
    const total = connectedSeconds(answered);
    const since = answered.flatMap(({ answerAt }) => answerAt ?? []);
    const connectedAt = total === 0 ? null : Math.min(...since);
    return { connectedAt, seconds: total, trunk: '', number: null, onward: [] };
  }
  const [leg, ...onward] = legs;
  if (leg === undefined) return { connectedAt: null, seconds: 0, trunk: '', number: null, onward: [] };
  return { connectedAt: leg.answerAt, seconds: leg.seconds, trunk: leg.device, number: leg.number, onward };
};

const markedNumber = (legs: readonly Leg[], kinds: readonly CallMark['kind'][]): string | undefined => {
  for (const { userField } of legs) {
    for (const mark of callMarksOf(userField)) if ('number' in mark && kinds.includes(mark.kind)) return mark.number;
  }
  return undefined;
};

/** Returns the dialed number. */
export const destinationOf = (sides: CallSides, billed: Billed): string => {
  const { direction, first, own, toTrunk } = sides;
  if (direction === 'inbound') return markedNumber(own, ['did']) ?? first.destination;
  if (direction === 'internal') return markedNumber(own, ['to', 'did']) ?? first.destination;
  // The called line forwarded the call outside, so the outside number is the destination.
  return toTrunk.includes(first) ? destinationIn(first) : (billed.number ?? destinationIn(first));
};

/** Returns the caller: the number shown outside for a line, or the original number if the dialplan replaced it. */
export const sourceOf = ({ direction, own, first, toTrunk }: CallSides): string => {
  if (direction !== 'outbound') return markedNumber(own, ['from']) ?? first.source;
  const serial = serialOf(toTrunk[0]?.destinationChannel ?? '');
  const shown = toTrunk
    .flatMap((leg) => callMarksOf(leg.userField))
    .find((mark) => (mark.kind === 'out' && mark.serial === serial) || mark.kind === 'call');
  return shown !== undefined && 'shown' in shown && shown.shown !== '' ? `+${shown.shown}` : first.source;
};
