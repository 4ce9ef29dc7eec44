// Describes a PBX server apart from its live state: identity, clock offset, response time and permissions of its AMI login.

import { keysOf } from '../base/keys-of.ts';
/** Console capabilities and the AMI actions that each one needs from the live login. */
export const CAPABILITIES = {
  members: ['QueueAdd', 'QueueRemove', 'QueuePause', 'QueuePenalty'],
  callers: ['QueueChangePriorityCaller', 'QueueWithdrawCaller'],
  hangup: ['Hangup'],
  transfer: ['BlindTransfer', 'Atxfer'],
  'take-back': ['CancelAtxfer'],
  park: ['Park'],
  listen: ['Originate'],
  record: ['MixMonitor', 'StopMixMonitor'],
  voicemail: ['MailboxCount'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type Capability = keyof typeof CAPABILITIES;

export const CAPABILITY_NAMES = keysOf(CAPABILITIES);

/** `has` tells whether the login may take an action. Actions of modules that are not loaded are missing too. */
export const capabilitiesOf = (has: (action: string) => boolean): readonly Capability[] =>
  CAPABILITY_NAMES.filter((name) => CAPABILITIES[name].every(has));

export interface PbxVitals {
  /** `systemname` of asterisk.conf. Empty when it is not set. */
  readonly systemName: string;
  /** Asterisk's entity ID, which identifies servers in device state distribution. `null` when not reported. */
  readonly entityId: string | null;
  /** Time of the last full reload, in the PBX server's local time without a zone: `2026-11-22T08:15:00`. */
  readonly reloadedAt: string | null;
  /** PBX clock minus console clock, milliseconds. Positive when the PBX clock is ahead. */
  readonly clockSkewMs: number | null;
  /** Round-trip time of the last answered ping, milliseconds. */
  readonly lagMs: number | null;
  /** `null`: the login may not list its commands. */
  readonly capabilities: readonly Capability[] | null;
}

export const NO_VITALS: PbxVitals = {
  systemName: '',
  entityId: null,
  reloadedAt: null,
  clockSkewMs: null,
  lagMs: null,
  capabilities: null,
};

/** Above this offset, times reported by the PBX server (pauses, last calls, call records) visibly differ from the console's times. */
export const CLOCK_OFF_MS = 2_000;

interface ClockReading {
  readonly skewMs: number;
  readonly lagMs: number;
  /** Minimum clock difference, whenever the PBX server read its clock between request and answer. */
  readonly surelyMs: number;
}

/** Reads the clock from a pong. `timestamp`: PBX time such as `1795348052.080867`. Returns `null` when it is missing or malformed. */
export const readClock = (timestamp: string | undefined, sentAt: number, at: number): ClockReading | null => {
  if (timestamp === undefined || !/^\d{9,11}\.\d{1,6}$/.test(timestamp)) return null;
  const theirs = Math.round(Number(timestamp) * 1000);
  const lagMs = Math.max(0, at - sentAt);
  const surelyMs = theirs > at ? theirs - at : theirs < sentAt ? theirs - sentAt : 0;
  return { skewMs: Math.round(theirs - (sentAt + at) / 2), lagMs, surelyMs };
};
