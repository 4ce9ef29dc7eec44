// What a PBX tells of itself beside its state: who it is, how its clock stands, how fast it answers, what may be asked of it.

/** What the console does on a PBX by its live login, by the AMI actions that it takes. */
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

export const CAPABILITY_NAMES = Object.keys(CAPABILITIES) as readonly Capability[];

/** `has`: whether the login may take an action; one whose module is not loaded is not there either. */
export const capabilitiesOf = (has: (action: string) => boolean): readonly Capability[] =>
  CAPABILITY_NAMES.filter((name) => CAPABILITIES[name].every(has));

export interface PbxVitals {
  /** `systemname` of its asterisk.conf; '': it has none. */
  readonly systemName: string;
  /** By which PBXs tell each other's phones apart; null: it did not say. */
  readonly entityId: string | null;
  /** When it last read all of its configuration anew, on its own clock: `2026-11-22T08:15:00`, no zone. */
  readonly reloadedAt: string | null;
  /** Its clock less the console's; positive: it is ahead. */
  readonly clockSkewMs: number | null;
  /** How long its last answer to a ping took, the way there and back included. */
  readonly lagMs: number | null;
  /** Null: the login may not ask. */
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

/** Beyond this the times that a PBX tells (of pauses, of last calls, of its call records) are seen to be wrong beside the console's. */
export const CLOCK_OFF_MS = 2_000;

export interface ClockReading {
  readonly skewMs: number;
  readonly lagMs: number;
  /** By how much the clocks differ at least, whenever on its way the PBX read its own. */
  readonly surelyMs: number;
}

/** Of a pong: `timestamp` is the PBX's clock as it answered, `1795348052.080867`. Null: it says none. */
export const readClock = (timestamp: string | undefined, sentAt: number, at: number): ClockReading | null => {
  if (timestamp === undefined || !/^\d{9,11}\.\d{1,6}$/.test(timestamp)) return null;
  const theirs = Math.round(Number(timestamp) * 1000);
  const lagMs = Math.max(0, at - sentAt);
  const surelyMs = theirs > at ? theirs - at : theirs < sentAt ? theirs - sentAt : 0;
  return { skewMs: Math.round(theirs - (sentAt + at) / 2), lagMs, surelyMs };
};
