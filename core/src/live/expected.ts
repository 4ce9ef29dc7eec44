// What a PBX tells once it did what it was asked. An acknowledgement says that a request was understood; these facts say
// what came of it. Plain data, so that it can be asked for on another node.
import { assertNever } from '../base/assert-never.ts';
import type { PbxFact } from './fact.ts';

export type Expected =
  | {
      readonly kind: 'member';
      /** null: whichever queue tells first. */
      readonly queue: string | null;
      readonly interface: string;
      readonly change: 'added' | 'removed' | 'paused' | 'unpaused' | 'penalty';
    }
  /** The channel ends. */
  | { readonly kind: 'ended'; readonly uniqueid: string }
  /** The queue was read anew: what changes without an event shows in it. */
  | { readonly kind: 'queue-read'; readonly queue: string }
  | { readonly kind: 'blind-transfer'; readonly uniqueid: string }
  /** Whoever transfers calls the other one: a Local channel of that name begins. */
  | { readonly kind: 'consulting'; readonly exten: string; readonly context: string }
  /** The channel leaves what it was in: queue, bridge, parking space. */
  | { readonly kind: 'moved-on'; readonly uniqueid: string }
  | { readonly kind: 'parked'; readonly uniqueid: string }
  | { readonly kind: 'recording'; readonly uniqueid: string; readonly on: boolean }
  /** A phone that was rung on someone's behalf, and how far it should come. */
  | {
      readonly kind: 'phone';
      readonly device: string;
      readonly uniqueid: string;
      readonly goal: 'answered' | 'spying' | 'connected';
    }
  /** A channel calls someone. */
  | { readonly kind: 'dialling'; readonly linkedid: string; readonly uniqueid: string };

/** `ok: false`: it came to nothing; `reason` says why, as a word of `FAILURES` or the PBX's own. */
export interface Seen {
  readonly ok: boolean;
  readonly reason: string;
  readonly channel: string;
  readonly context: string;
  /** Parking space. */
  readonly space: string | null;
}

/** Why a phone that was rung did not answer. */
export const FAILURES = ['busy', 'declined', 'no-answer', 'unreachable', 'ended'] as const;
export type Failure = (typeof FAILURES)[number];

const SEEN: Seen = { ok: true, reason: '', channel: '', context: '', space: null };
const failed = (reason: string): Seen => ({ ...SEEN, ok: false, reason });

/** By hang-up cause (Q.850): 17 busy, 18 and 19 no answer, 21 declined; 26 is Asterisk's own for answered elsewhere. */
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

/** By the reason of OriginateResponse (AST_CONTROL_*). */
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

const judgePhone = (e: Phone, f: PbxFact): Seen | null => {
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

const judgeMember = (e: Member, f: PbxFact): Seen | null => {
  if ((f.kind !== 'member' && f.kind !== 'member-removed') || f.interface !== e.interface) return null;
  if (e.queue !== null && f.queue !== e.queue) return null;
  if (e.change === 'removed') return f.kind === 'member-removed' ? SEEN : null;
  if (f.kind !== 'member' || f.cause !== MEMBER_CAUSES[e.change]) return null;
  if (e.change === 'paused' || e.change === 'unpaused') return f.paused === (e.change === 'paused') ? SEEN : null;
  return SEEN;
};

const judgeMovedOn = (uniqueid: string, f: PbxFact): Seen | null => {
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

/** Whether the fact settles the expectation; null: it says nothing about it. */
export const judge = (e: Expected, f: PbxFact): Seen | null => {
  switch (e.kind) {
    case 'member':
      return judgeMember(e, f);
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
      return judgeMovedOn(e.uniqueid, f);
    case 'parked':
      return f.kind === 'parked' && f.uniqueid === e.uniqueid ? { ...SEEN, space: f.space } : null;
    case 'recording':
      return f.kind === 'recording' && f.uniqueid === e.uniqueid && f.on === e.on ? SEEN : null;
    case 'phone':
      return judgePhone(e, f);
    case 'dialling':
      if (f.kind === 'hangup') return f.uniqueid === e.uniqueid ? failed(causeOf(f.cause)) : null;
      return f.kind === 'dial-begin' && f.callee.linkedid === e.linkedid ? SEEN : null;
    default:
      return assertNever(e);
  }
};
