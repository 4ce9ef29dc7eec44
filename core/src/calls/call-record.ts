// Converts the legs of one linked ID to call records with parties, status and talk time. One record per customer in the call.
import { isWatch } from '../asterisk/dialplan-places.ts';
import { cleanCallerId } from '../base/caller-id.ts';
import type { Leg } from '../asterisk/leg.ts';
import { billedOf, destinationOf, firstOf, inOrder, seconds, sidesOf, sourceOf } from './call-sides.ts';
import type { CallSides } from './call-sides.ts';
import type { CallStatus, Direction, QueueStay } from './call-terms.ts';
import { callViews } from './call-parties.ts';
import type { CallOwnership, CallView } from './call-parties.ts';
import { deviceOfChannel, extensionOf, isLocal, isPublic } from './channel-names.ts';
import type { OnwardLeg } from './onward-legs.ts';
import { trunkMarksOf } from './trunk-time.ts';
import type { TrunkMarks } from './trunk-time.ts';

export interface CallRecord {
  readonly linkedid: string;
  readonly uniqueid: string;
  /** Customer of an additional view. '' for the call's own customer. */
  readonly party: string;
  readonly direction: Direction;
  readonly status: CallStatus;
  readonly source: string;
  readonly sourceName: string;
  /** Dialed number. */
  readonly destination: string;
  /** The customer's line in the call, or ''. */
  readonly extension: string;
  /** Device of the line, such as `PJSIP/acme-101`. */
  readonly device: string;
  readonly queue: string | null;
  readonly agentName: string | null;
  readonly agentInterface: string | null;
  readonly startAt: number;
  /** When a person answered. */
  readonly answerAt: number | null;
  /** Start of the billed time: the first answer of the trunk channel or of an internal call. `null`: never. */
  readonly connectedAt: number | null;
  readonly endAt: number;
  readonly duration: number;
  /** Seconds until a person answered, or until the end. 0 for a call answered only by the PBX server. */
  readonly waitSeconds: number;
  readonly talkSeconds: number;
  /** The carrier's connected time, whole seconds. This is the rated time. */
  readonly billableSeconds: number;
  /** The billed trunk, such as `PJSIP/trunk.acme`. '' for none, or for a number of another customer of the PBX server. */
  readonly trunk: string;
  /** Further trunk legs, each rated separately. */
  readonly onward: readonly OnwardLeg[];
  readonly recordingFile: string;
  readonly legs: number;
}

const queueOf = (leg: Leg): string | null =>
  leg.lastApplication === 'Queue' ? (leg.lastData.split(',')[0] ?? null) || null : null;

/** Two channels that talked to each other: neither an unanswered ring nor a dialplan step. */
interface Talk {
  readonly from: string;
  readonly to: string;
  readonly leg: Leg;
}

const talksOf = (legs: readonly Leg[]): Talk[] => {
  // The far half of a Local channel dials the phone: `;1` represents the phone that `;2` reached.
  const reached = new Map<string, string>();
  for (const leg of legs) {
    if (leg.disposition !== 'ANSWERED' || !leg.channel.endsWith(';2') || leg.destinationChannel === '') continue;
    reached.set(leg.channel.replace(/;2$/, ';1'), leg.destinationChannel);
  }
  const end = (channel: string): string => {
    let found = channel;
    for (let hops = 0; hops < 8 && reached.has(found); hops++) found = reached.get(found) ?? found;
    return found;
  };
  return legs
    .filter((leg) => leg.disposition === 'ANSWERED' && leg.billableSeconds > 0 && leg.destinationChannel !== '')
    .filter((leg) => !isLocal(leg.channel))
    .map((leg) => ({ from: leg.channel, to: end(leg.destinationChannel), leg }))
    .filter((talk) => !isLocal(talk.to));
};

const failureOf = (legs: readonly Leg[], direction: Direction): CallStatus => {
  const dialled = legs
    .filter((leg) => leg.disposition !== 'ANSWERED')
    .toSorted(inOrder)
    .at(-1);
  if (dialled?.disposition === 'BUSY') return 'rejected';
  if (dialled?.disposition === 'FAILED' || dialled?.disposition === 'CONGESTION') {
    return direction === 'outbound' ? 'failed-out' : 'failed';
  }
  return 'unanswered';
};

const whoSpoke = (talks: readonly Talk[], sides: CallSides, isLine: (channel: string) => boolean): string => {
  if (sides.direction !== 'inbound') return deviceOfChannel(sides.first.channel);
  const channel = talks.map((talk) => talk.to).find(isLine);
  return channel === undefined ? '' : deviceOfChannel(channel);
};

/** Returns how many parties the first caller talked to, one after another. */
const followers = (talks: readonly Talk[], sides: CallSides): number =>
  new Set(talks.filter((talk) => talk.from === sides.first.channel).map((talk) => deviceOfChannel(talk.to))).size;

const BOX = /^v[0-9]{2,10}$/;
const isBox = (leg: Leg): boolean =>
  leg.lastApplication === 'VoiceMail' || (BOX.test(leg.destination) && leg.context.endsWith('-places'));

/** Returns the status of a call without a person. `null`: the PBX server answered and no line was tried. */
const machineOf = (sides: CallSides, legs: readonly Leg[], queueLeg: Leg | undefined): CallStatus | null => {
  const answered = sides.own.filter((leg) => leg.answerAt !== null && leg.billableSeconds > 0);
  if (sides.direction === 'outbound' || answered.length === 0) return null;
  if (sides.own.some(isBox)) return 'voicemail';
  const tried = queueLeg !== undefined || legs.some((leg) => leg.destinationChannel !== '');
  return tried || sides.own.some(({ lastApplication }) => lastApplication === 'Dial') ? null : 'automated';
};

/** Leg times are whole seconds, and events arrive with a delay. */
const CLOCK_TOLERANCE_MS = 2_000;

/**
 * When an agent answered the caller. For a live call the queue visit has the console's clock and the legs have the PBX's clock.
 * If the visit lies outside its call, the clocks differ, and the wait counts from the time the caller entered the queue.
 */
const takenAt = (stay: QueueStay, queueLeg: Leg | undefined, startAt: number, endAt: number): number => {
  const at = stay.joinedAt + stay.waitSeconds * 1000;
  const isWithin = stay.joinedAt >= startAt - CLOCK_TOLERANCE_MS && at <= endAt + CLOCK_TOLERANCE_MS;
  return isWithin ? at : Math.max(startAt, queueLeg?.startAt ?? startAt) + stay.waitSeconds * 1000;
};

const recordOf = (view: CallView, joined: readonly Leg[], marks: TrunkMarks, who: CallOwnership): CallRecord | null => {
  const legs = view.legs.toSorted(inOrder);
  const first = firstOf(legs);
  if (first === undefined) return null;
  const isLine = (channel: string): boolean =>
    isLocal(channel) || (!isPublic(channel) && who.isLine(deviceOfChannel(channel)));
  const sides = sidesOf(legs, first, isLine);
  const { direction, own } = sides;
  const talks = talksOf(legs);
  const { stays } = view;
  const answeredStay = stays.find((stay) => stay.answered);
  const stay = answeredStay ?? stays.at(-1);
  const queueLeg = own.find((leg) => queueOf(leg) !== null);
  const startAt = Math.min(...legs.map((leg) => leg.startAt));
  const endAt = Math.max(...legs.map((leg) => leg.endAt));
  const billed = billedOf(sides, view, joined, marks, who);
  // An outbound call had an answering party even if no leg lasted a second.
  const spoke = talks.length > 0 || (direction === 'outbound' && billed.seconds > 0);
  const machine = spoke ? null : machineOf(sides, legs, queueLeg);
  const status: CallStatus = !spoke
    ? (machine ?? failureOf(legs, direction))
    : followers(talks, sides) > 1
      ? 'transferred'
      : 'answered';
  const byQueue = answeredStay === undefined ? null : takenAt(answeredStay, queueLeg, startAt, endAt);
  const answerAt = spoke ? Math.min(byQueue ?? talks[0]?.leg.answerAt ?? billed.connectedAt ?? startAt, endAt) : null;
  const device = whoSpoke(talks, sides, isLine);
  // Internal ringing and waiting is free.
  const isUnbilled = direction === 'internal' && !spoke && machine === null;
  return {
    linkedid: first.linkedid,
    uniqueid: first.uniqueid,
    party: view.isOwn ? '' : (view.customer ?? ''),
    direction,
    status,
    source: cleanCallerId(sourceOf(sides)),
    sourceName: cleanCallerId(first.callerId.replace(/<[^<>]*>\s*$/, '')),
    destination: cleanCallerId(destinationOf(sides, billed)),
    extension: device === '' ? '' : extensionOf(device),
    device,
    queue: stay?.queue ?? (queueLeg === undefined ? null : queueOf(queueLeg)),
    agentName: answeredStay?.agentName ?? null,
    agentInterface: answeredStay?.agentInterface ?? (queueLeg === undefined || device === '' ? null : device),
    startAt,
    answerAt,
    connectedAt: isUnbilled ? null : billed.connectedAt,
    endAt,
    duration: seconds(endAt - startAt),
    waitSeconds: machine === null ? seconds((answerAt ?? endAt) - startAt) : 0,
    talkSeconds: answerAt === null ? 0 : seconds(endAt - answerAt),
    billableSeconds: isUnbilled ? 0 : billed.seconds,
    trunk: billed.trunk,
    onward: billed.onward,
    recordingFile: legs.find((leg) => leg.recordingFile !== '')?.recordingFile ?? '',
    legs: legs.length,
  };
};

/**
 * `legs`: all of one linked ID. `stays`: queue visits seen live. Without them the wait cannot be separated from the talk, because Asterisk
 * counts both as answered. The first record belongs to the call's own customer.
 */
export const callRecordsOf = (
  legs: readonly Leg[],
  stays: readonly QueueStay[],
  who: CallOwnership,
  joined: readonly Leg[] = [],
): readonly CallRecord[] => {
  const ordered = legs.filter((leg) => !isWatch(leg.channel) && !isWatch(leg.destinationChannel)).toSorted(inOrder);
  const first = firstOf(ordered);
  if (first === undefined) return [];
  const marks = trunkMarksOf(joined.length === 0 ? ordered : [...ordered, ...joined]);
  return callViews(ordered, first, stays, who).flatMap((view) => recordOf(view, joined, marks, who) ?? []);
};
