// The legs of one linked id as the one call that a person remembers: who called whom, what became of it, who spoke.
import { cleanCallerId } from '../format/caller-id.ts';
import type { Leg } from '../live/leg.ts';
import { markedDid } from '../base/did-mark.ts';
import { onwardLegs } from './onward-legs.ts';
import type { OnwardLeg } from './onward-legs.ts';

export type Direction = 'inbound' | 'outbound' | 'internal';
export const CALL_DIRECTIONS = ['inbound', 'outbound', 'internal'] as const satisfies readonly Direction[];

/**
 * `answered`: somebody spoke. `transferred`: more than one did, one after another. `unanswered`: it rang or waited, and
 * ended. `rejected`: busy or declined. `failed`: it could not reach anybody; `failed-out`: the carrier did not take it.
 */
export const CALL_STATUSES = ['answered', 'transferred', 'unanswered', 'rejected', 'failed', 'failed-out'] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

/** How a caller's stay in a queue ended, as the live side saw it. */
export interface QueueStay {
  readonly queue: string;
  readonly answered: boolean;
  readonly joinedAt: number;
  readonly waitSeconds: number;
  readonly agentName: string | null;
  readonly agentInterface: string | null;
}

export interface CallRecord {
  readonly linkedid: string;
  readonly uniqueid: string;
  readonly direction: Direction;
  readonly status: CallStatus;
  readonly source: string;
  readonly sourceName: string;
  /** What the caller dialled. */
  readonly destination: string;
  /** The line of the house that spoke or called; '' when none did. */
  readonly extension: string;
  /** Its device: `PJSIP/acme-101`. */
  readonly device: string;
  readonly queue: string | null;
  readonly agentName: string | null;
  readonly agentInterface: string | null;
  readonly startAt: number;
  /** When a person (or, without one, the PBX) began to speak. */
  readonly answerAt: number | null;
  readonly endAt: number;
  readonly duration: number;
  /** Until somebody spoke, or until the end. */
  readonly waitSeconds: number;
  readonly talkSeconds: number;
  /** Connected as the carrier counts it, whole seconds: what is rated. */
  readonly billableSeconds: number;
  /** Of a call from outside: what of it went outside again, each rated for itself. */
  readonly onward: readonly OnwardLeg[];
  readonly recordingFile: string;
  readonly legs: number;
}

/** Tells a line of the house from a trunk: `PJSIP/acme-101` yes, `PJSIP/carrier` no. */
export type IsOurs = (device: string) => boolean;

const seconds = (ms: number): number => Math.max(0, Math.round(ms / 1000));

/** `PJSIP/acme-101` of `PJSIP/acme-101-0000001f`. */
export const deviceOfChannel = (channel: string): string => channel.replace(/-[0-9a-f]{8}(;[12])?$/i, '');
const isLocal = (channel: string): boolean => channel.startsWith('Local/');

/** `101` of `PJSIP/acme-101` and of `Local/101@acme-agents`; the device's name where it has no number. */
const extensionOf = (device: string): string => {
  const peer = device.slice(device.indexOf('/') + 1).split('@')[0] ?? '';
  return /(?:^|[-_])(\d{2,6})$/.exec(peer)?.[1] ?? peer;
};

const queueOf = (leg: Leg): string | null =>
  leg.lastApplication === 'Queue' ? (leg.lastData.split(',')[0] ?? null) || null : null;

const inOrder = (a: Leg, b: Leg): number => a.startAt - b.startAt || a.sequence - b.sequence;

/** Two channels of a call that spoke with each other. A ring that nobody took and a step of the dialplan are none. */
interface Talk {
  readonly from: string;
  readonly to: string;
  readonly leg: Leg;
}

const talksOf = (legs: readonly Leg[]): Talk[] => {
  // The far half of a Local channel dials the phone: `;1` stands for whom `;2` reached.
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

/** From the first answer to the last end of the legs, so that overlapping attempts count once. */
const connectedSeconds = (legs: readonly Leg[]): number => {
  const answered = legs.flatMap((leg) => (leg.answerAt === null ? [] : [{ from: leg.answerAt, to: leg.endAt }]));
  if (answered.length === 0) return 0;
  const one = answered.length === 1 ? legs.find((leg) => leg.answerAt !== null) : undefined;
  // Asterisk's own count knows the fractions that the written moments have lost.
  if (one !== undefined) return one.billableSeconds;
  return seconds(Math.max(...answered.map((a) => a.to)) - Math.min(...answered.map((a) => a.from)));
};

interface Parties {
  readonly direction: Direction;
  readonly first: Leg;
  /** Of the channel that began the call. */
  readonly own: readonly Leg[];
  readonly toTrunk: readonly Leg[];
}

const partiesOf = (legs: readonly Leg[], isOurs: IsOurs): Parties | null => {
  const ordered = legs.toSorted(inOrder);
  const first = ordered.find((leg) => leg.uniqueid === leg.linkedid) ?? ordered.find((leg) => !isLocal(leg.channel));
  const start = first ?? ordered[0];
  if (start === undefined) return null;
  const ours = (channel: string): boolean => isLocal(channel) || isOurs(deviceOfChannel(channel));
  const toTrunk = ordered.filter((leg) => leg.destinationChannel !== '' && !ours(leg.destinationChannel));
  const direction = !ours(start.channel) ? 'inbound' : toTrunk.length > 0 ? 'outbound' : 'internal';
  return { direction, first: start, own: ordered.filter((leg) => leg.channel === start.channel), toTrunk };
};

const whoSpoke = (talks: readonly Talk[], parties: Parties, isOurs: IsOurs): string => {
  if (parties.direction !== 'inbound') return deviceOfChannel(parties.first.channel);
  const device = talks.map((talk) => deviceOfChannel(talk.to)).find((to) => isOurs(to));
  return device ?? '';
};

/** How many parties the first caller spoke with, one after another. */
const followers = (talks: readonly Talk[], parties: Parties): number =>
  new Set(talks.filter((talk) => talk.from === parties.first.channel).map((talk) => deviceOfChannel(talk.to))).size;

/** Moments of legs are whole seconds, and news takes its time to arrive. */
const CLOCK_TOLERANCE_MS = 2_000;

/**
 * When an agent took the caller. Of a call that was seen live the stay is told on the console's clock, its legs on that of the
 * PBX: a stay that lies outside its call says that the two differ, and its wait counts from the caller's way into the queue.
 */
const takenAt = (stay: QueueStay, queueLeg: Leg | undefined, startAt: number, endAt: number): number => {
  const at = stay.joinedAt + stay.waitSeconds * 1000;
  const isWithin = stay.joinedAt >= startAt - CLOCK_TOLERANCE_MS && at <= endAt + CLOCK_TOLERANCE_MS;
  return isWithin ? at : Math.max(startAt, queueLeg?.startAt ?? startAt) + stay.waitSeconds * 1000;
};

/**
 * Null for no legs. `stays`: what the live side saw of the call in queues; without it the wait in a queue cannot be told
 * from the talk, because Asterisk counts both as answered.
 */
export const callRecordOf = (legs: readonly Leg[], stays: readonly QueueStay[], isOurs: IsOurs): CallRecord | null => {
  const parties = partiesOf(legs, isOurs);
  if (parties === null) return null;
  const { direction, first, own, toTrunk } = parties;
  const talks = talksOf(legs.toSorted(inOrder));
  const answeredStay = stays.find((stay) => stay.answered);
  const stay = answeredStay ?? stays.at(-1);
  const queueLeg = own.find((leg) => queueOf(leg) !== null);
  const byMachine = talks.length === 0 && queueLeg === undefined && own.some((leg) => leg.billableSeconds > 0);
  const startAt = Math.min(...legs.map((leg) => leg.startAt));
  const endAt = Math.max(...legs.map((leg) => leg.endAt));
  const spoke = talks.length > 0 || byMachine;
  const status: CallStatus = !spoke
    ? failureOf(legs, direction)
    : followers(talks, parties) > 1
      ? 'transferred'
      : 'answered';
  const firstTalk = talks[0]?.leg ?? (byMachine ? own.find((leg) => leg.billableSeconds > 0) : undefined);
  const byQueue = answeredStay === undefined ? null : takenAt(answeredStay, queueLeg, startAt, endAt);
  const answerAt = spoke ? Math.min(byQueue ?? firstTalk?.answerAt ?? startAt, endAt) : null;
  const device = whoSpoke(talks, parties, isOurs);
  const billable = direction === 'outbound' ? toTrunk : own;
  // A colleague was called, whose line sent the call outside: that is where it went. From outside a number of ours was called,
  // wherever a line sent the call then.
  const meant =
    direction === 'inbound'
      ? own.flatMap((leg) => markedDid(leg.userField) ?? [])[0]
      : direction === 'outbound' && !toTrunk.includes(first)
        ? onwardLegs(toTrunk, deviceOfChannel)[0]?.number
        : undefined;
  return {
    linkedid: first.linkedid,
    uniqueid: first.uniqueid,
    direction,
    status,
    source: cleanCallerId(first.source),
    sourceName: cleanCallerId(first.callerId.replace(/<[^<>]*>\s*$/, '')),
    destination: cleanCallerId(meant ?? first.destination),
    extension: device === '' ? '' : extensionOf(device),
    device,
    queue: stay?.queue ?? (queueLeg === undefined ? null : queueOf(queueLeg)),
    agentName: answeredStay?.agentName ?? null,
    agentInterface: answeredStay?.agentInterface ?? (queueLeg === undefined || device === '' ? null : device),
    startAt,
    answerAt,
    endAt,
    duration: seconds(endAt - startAt),
    waitSeconds: seconds((answerAt ?? endAt) - startAt),
    talkSeconds: answerAt === null ? 0 : seconds(endAt - answerAt),
    billableSeconds: spoke ? connectedSeconds(billable.filter((leg) => leg.disposition === 'ANSWERED')) : 0,
    onward: direction === 'inbound' ? onwardLegs(toTrunk, deviceOfChannel) : [],
    recordingFile: legs.find((leg) => leg.recordingFile !== '')?.recordingFile ?? '',
    legs: legs.length,
  };
};
