// Options of a queue: allowed values and defaults.

/** States in which agents do not count for `joinEmpty` and `leaveEmpty`. */
export const EMPTY_STATES = [
  'paused',
  'penalty',
  'inuse',
  'ringing',
  'unavailable',
  'invalid',
  'unknown',
  'wrapup',
] as const;
export type EmptyState = (typeof EMPTY_STATES)[number];

/** Whether an agent who does not answer is paused, in this queue or in all queues. */
export const AUTOPAUSES = ['no', 'yes', 'all'] as const;
/** `limit`: up to a position. `more`: announces only that there are more callers above it. */
export const ANNOUNCED_POSITIONS = ['no', 'yes', 'limit', 'more'] as const;
export const ANNOUNCED_HOLDTIMES = ['no', 'yes', 'once'] as const;
/** Rounding of the announced wait, seconds. 0: minutes only. */
export const ROUNDED_SECONDS = [0, 5, 10, 15, 20, 30] as const;
/** Which timeout ends a ring attempt if both are close: the maximum wait, or the ring time. */
export const TIMEOUT_PRIORITIES = ['app', 'conf'] as const;
/** `static`: the line always rings. `dynamic`: it rings after its agent logged in. */
export const MEMBER_KINDS = ['static', 'dynamic'] as const;
export type MemberKind = (typeof MEMBER_KINDS)[number];
/** `callcenter`: the setting of the call center. */
export const QUEUE_RECORDINGS = ['callcenter', 'none', 'all'] as const;
/** Language of the PBX's own prompts. `pbx`: the default of the PBX. */
export const SPOKEN_LANGUAGES = ['pbx', 'en', 'es', 'fr', 'he'] as const;
export type SpokenLanguage = (typeof SPOKEN_LANGUAGES)[number];

/** After this wait, only agents with these penalties ring. */
export interface PenaltyStep {
  readonly afterSeconds: number;
  readonly minPenalty: number;
  readonly maxPenalty: number;
}
export const MOST_PENALTY_STEPS = 10;

/** Sounds are files of the PBX without extension (`custom/welcome`). Empty: none. 0 seconds: never, or no limit. */
export interface QueueOptions {
  /** Connects waiting callers to free agents in parallel instead of one after the other. */
  readonly autofill: boolean;
  /** Callers cannot join while all agents are in one of these states. Empty: they always can. */
  readonly joinEmpty: readonly EmptyState[];
  /** Waiting callers leave when all agents are in one of these states. Empty: they stay. */
  readonly leaveEmpty: readonly EmptyState[];
  readonly autopause: (typeof AUTOPAUSES)[number];
  /** Seconds since the agent's last call. */
  readonly autopauseDelaySeconds: number;
  /** Also pauses when the phone is busy. */
  readonly autopauseBusy: boolean;
  readonly autopauseUnavailable: boolean;
  /** Delay between the agent's answer and the conversation. */
  readonly memberDelaySeconds: number;
  /** Announces the caller's wait to the agent. */
  readonly reportHoldTime: boolean;
  /** A busy phone restarts the ring time. */
  readonly timeoutRestart: boolean;
  readonly timeoutPriority: (typeof TIMEOUT_PRIORITIES)[number];
  /** Ignores penalties when fewer agents than this are free. */
  readonly penaltyMembersLimit: number;
  /** Penalties that a caller can reach after longer waits, in order. Empty: all from the start. */
  readonly penaltySteps: readonly PenaltyStep[];
  /** Music-on-hold class. Empty: the default of the PBX. */
  readonly musicClass: string;
  /** Played to the agent before the caller is connected. */
  readonly agentAnnouncement: string;
  readonly periodicAnnouncement: string;
  readonly periodicSeconds: number;
  /** Interval of position and wait announcements. */
  readonly announceSeconds: number;
  readonly announceMinimumSeconds: number;
  readonly announcePosition: (typeof ANNOUNCED_POSITIONS)[number];
  readonly announcePositionLimit: number;
  readonly announceHoldTime: (typeof ANNOUNCED_HOLDTIMES)[number];
  readonly announceToFirst: boolean;
  readonly announceRoundSeconds: (typeof ROUNDED_SECONDS)[number];
  /** Whether `queue_log` contains the numbers of callers with a withheld number. */
  readonly logHiddenNumbers: boolean;
  /** Key that a waiting caller presses to leave: `0` to `9`, `*`, `#` or `none`. */
  readonly exitKey: string;
  readonly recording: (typeof QUEUE_RECORDINGS)[number];
  /** Played to the caller before a recorded call begins. */
  readonly recordingAnnouncement: string;
}

export const QUEUE_DEFAULTS: QueueOptions = {
  autofill: true,
  joinEmpty: ['paused', 'unavailable', 'invalid', 'unknown'],
  leaveEmpty: [],
  autopause: 'no',
  autopauseDelaySeconds: 0,
  autopauseBusy: false,
  autopauseUnavailable: false,
  memberDelaySeconds: 0,
  reportHoldTime: false,
  timeoutRestart: false,
  timeoutPriority: 'app',
  penaltyMembersLimit: 0,
  penaltySteps: [],
  musicClass: '',
  agentAnnouncement: '',
  periodicAnnouncement: '',
  periodicSeconds: 0,
  announceSeconds: 0,
  announceMinimumSeconds: 15,
  announcePosition: 'no',
  announcePositionLimit: 10,
  announceHoldTime: 'no',
  announceToFirst: false,
  announceRoundSeconds: 0,
  logHiddenNumbers: true,
  exitKey: 'none',
  recording: 'callcenter',
  recordingAnnouncement: '',
};
