// Describes the facts that confirm an action. An AMI acknowledgement only says that the PBX server accepted the request. The values are
// plain data, so another node can wait for them.
import { assertNever } from '../base/assert-never.ts';
import type { PbxFact } from '../asterisk/fact.ts';

export type Expected =
  | {
      readonly kind: 'member';
      /** `null`: any queue; the first fact counts. */
      readonly queue: string | null;
      readonly interface: string;
      readonly change: 'added' | 'removed' | 'paused' | 'unpaused' | 'penalty';
    }
  /** The channel ends. */
  | { readonly kind: 'ended'; readonly uniqueid: string }
  /** The queue was read again. Some changes send no event. */
  | { readonly kind: 'queue-read'; readonly queue: string }
  | { readonly kind: 'blind-transfer'; readonly uniqueid: string }
  /** The transferring party calls the target: a Local channel with this name starts. */
  | { readonly kind: 'consulting'; readonly exten: string; readonly context: string }
  /** The channel leaves its queue, bridge or parking space. */
  | { readonly kind: 'moved-on'; readonly uniqueid: string }
  | { readonly kind: 'parked'; readonly uniqueid: string }
  | { readonly kind: 'recording'; readonly uniqueid: string; readonly on: boolean }
  /** A phone that the console rang for a user, and the state to reach. */
  | {
      readonly kind: 'phone';
      readonly device: string;
      readonly uniqueid: string;
      readonly goal: 'answered' | 'spying' | 'connected';
    }
  /** The channel starts to dial. */
  | { readonly kind: 'dialling'; readonly linkedid: string; readonly uniqueid: string };

/** Result of an action. With `ok: false`, `reason` is one of `FAILURES` or a code of the PBX server. */
export interface Seen {
  readonly ok: boolean;
  readonly reason: string;
  readonly channel: string;
  readonly context: string;
  /** Parking space. */
  readonly space: string | null;
}

/** Reasons why a phone did not answer. */
const FAILURES = ['busy', 'declined', 'no-answer', 'unreachable', 'ended'] as const;
type Failure = (typeof FAILURES)[number];

const SEEN: Seen = { ok: true, reason: '', channel: '', context: '', space: null };
const failed = (reason: string): Seen => ({ ...SEEN, ok: false, reason });

/** Maps a Q.850 hangup cause: 17 busy, 18 and 19 no answer, 21 declined. 26 is Asterisk's own code for answered elsewhere. */
const causeOf = (cause: number): Failure => {
  switch (cause) {
    case 17:
      return 'busy';
    case 21:
      return 'declined';
    case 16:
    case 26:
      return 'ended';
    case 0:
    case 18:
    case 19:
      return 'no-answer';
    default:
      return 'unreachable';
  }
};

/** Maps the reason of OriginateResponse (AST_CONTROL_*). */
const reasonOf = (reason: number): Failure => {
  switch (reason) {
    case 5:
      return 'busy';
    case 3:
      return 'no-answer';
    default:
      return 'unreachable';
  }
};

const UP = 6;

type Phone = Extract<Expected, { kind: 'phone' }>;

const matchPhone = (e: Phone, f: PbxFact): Seen | null => {
  switch (f.kind) {
    case 'hangup':
      return f.uniqueid === e.uniqueid ? failed(causeOf(f.cause)) : null;
    case 'originated': {
      const mine = f.uniqueid === e.uniqueid || (f.uniqueid === '' && f.channel === e.device);
      return mine && !f.success ? failed(reasonOf(f.reason)) : null;
    }
    case 'channel':
      return e.goal === 'answered' && f.uniqueid === e.uniqueid && f.state === UP
        ? { ...SEEN, channel: f.channel, context: f.context }
        : null;
    case 'spying':
      return e.goal === 'spying' && f.on && f.spyer.uniqueid === e.uniqueid
        ? { ...SEEN, channel: f.spyer.channel }
        : null;
    case 'bridge-enter':
      return e.goal === 'connected' && f.uniqueid === e.uniqueid ? { ...SEEN, channel: f.channel } : null;
    default:
      return null;
  }
};

type Member = Extract<Expected, { kind: 'member' }>;

const MEMBER_CAUSES = {
  added: 'QueueMemberAdded',
  paused: 'QueueMemberPause',
  unpaused: 'QueueMemberPause',
  penalty: 'QueueMemberPenalty',
} as const;

const matchMember = (e: Member, f: PbxFact): Seen | null => {
  if ((f.kind !== 'member' && f.kind !== 'member-removed') || f.interface !== e.interface) return null;
  if (e.queue !== null && f.queue !== e.queue) return null;
  if (e.change === 'removed') return f.kind === 'member-removed' ? SEEN : null;
  if (f.kind !== 'member' || f.cause !== MEMBER_CAUSES[e.change]) return null;
  if (e.change === 'paused' || e.change === 'unpaused') return f.paused === (e.change === 'paused') ? SEEN : null;
  return SEEN;
};

const matchMovedOn = (uniqueid: string, f: PbxFact): Seen | null => {
  switch (f.kind) {
    case 'caller-left':
    case 'caller-abandoned':
      return f.caller.uniqueid === uniqueid ? SEEN : null;
    case 'unparked':
    case 'bridge-leave':
      return f.uniqueid === uniqueid ? SEEN : null;
    default:
      return null;
  }
};

/** Returns the result when the fact settles the expectation, otherwise `null`. */
export const matchExpected = (e: Expected, f: PbxFact): Seen | null => {
  switch (e.kind) {
    case 'member':
      return matchMember(e, f);
    case 'ended':
      return f.kind === 'hangup' && f.uniqueid === e.uniqueid ? SEEN : null;
    case 'queue-read':
      return f.kind === 'queue-read' && f.queue === e.queue ? SEEN : null;
    case 'blind-transfer':
      if (f.kind !== 'blind-transfer' || f.transferer.uniqueid !== e.uniqueid) return null;
      return f.result === 'Success' ? SEEN : failed(f.result);
    case 'consulting':
      return f.kind === 'channel' && f.cause === 'Newchannel' && f.channel.startsWith(`Local/${e.exten}@${e.context}-`)
        ? { ...SEEN, channel: f.channel }
        : null;
    case 'moved-on':
      return matchMovedOn(e.uniqueid, f);
    case 'parked':
      return f.kind === 'parked' && f.uniqueid === e.uniqueid ? { ...SEEN, space: f.space } : null;
    case 'recording':
      return f.kind === 'recording' && f.uniqueid === e.uniqueid && f.on === e.on ? SEEN : null;
    case 'phone':
      return matchPhone(e, f);
    case 'dialling':
      if (f.kind === 'hangup') return f.uniqueid === e.uniqueid ? failed(causeOf(f.cause)) : null;
      return f.kind === 'dial-begin' && f.callee.linkedid === e.linkedid ? SEEN : null;
    default:
      return assertNever(e);
  }
};
