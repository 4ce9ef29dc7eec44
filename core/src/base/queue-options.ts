// What a queue can be told beside whom it rings: the choices, and what the console takes when nobody chose.

/** An agent in one of these is as if he were not there, to who wants to join or stay. */
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

/** Whether an agent who does not answer is paused: in this queue, or in all of his. */
export const AUTOPAUSES = ['no', 'yes', 'all'] as const;
/** `limit`: up to a position; `more`: beyond it only that there are more. */
export const ANNOUNCED_POSITIONS = ['no', 'yes', 'limit', 'more'] as const;
export const ANNOUNCED_HOLDTIMES = ['no', 'yes', 'once'] as const;
/** Seconds that an announced wait is rounded to; 0: minutes alone. */
export const ROUNDED_SECONDS = [0, 5, 10, 15, 20, 30] as const;
/** Which clock ends a ring attempt when both are near: the longest wait, or the ring time. */
export const TIMEOUT_PRIORITIES = ['app', 'conf'] as const;
/** A line of a queue: rung whether anybody signs in or not, or once its agent logged in. */
export const MEMBER_KINDS = ['static', 'dynamic'] as const;
export type MemberKind = (typeof MEMBER_KINDS)[number];
/** `callcenter`: as its call center says. */
export const QUEUE_RECORDINGS = ['callcenter', 'none', 'all'] as const;
/** What a caller is spoken to in by the PBX itself; `pbx`: as the PBX speaks anyway. */
export const SPOKEN_LANGUAGES = ['pbx', 'en', 'es', 'fr', 'he'] as const;
export type SpokenLanguage = (typeof SPOKEN_LANGUAGES)[number];

/** From so long a wait on, agents of these penalties are rung and no others. */
export interface PenaltyStep {
  readonly afterSeconds: number;
  readonly minPenalty: number;
  readonly maxPenalty: number;
}
export const MOST_PENALTY_STEPS = 10;

/** Sounds are files of the PBX without their ending, `custom/welcome`; empty: none. Seconds of 0: never, or no limit. */
export interface QueueOptions {
  /** Callers are given to free agents side by side, not one after the other. */
  readonly autofill: boolean;
  /** With every agent in one of these states nobody joins; empty: everybody may. */
  readonly joinEmpty: readonly EmptyState[];
  /** With every agent in one of these states who waits leaves; empty: he stays. */
  readonly leaveEmpty: readonly EmptyState[];
  readonly autopause: (typeof AUTOPAUSES)[number];
  /** Since his last call. */
  readonly autopauseDelaySeconds: number;
  /** Also when his phone says busy, or is away. */
  readonly autopauseBusy: boolean;
  readonly autopauseUnavailable: boolean;
  /** Between the agent's answer and the conversation. */
  readonly memberDelaySeconds: number;
  /** The agent is told how long the caller waited. */
  readonly reportHoldTime: boolean;
  /** A busy phone lets the ring time begin anew. */
  readonly timeoutRestart: boolean;
  readonly timeoutPriority: (typeof TIMEOUT_PRIORITIES)[number];
  /** With fewer agents than these free, penalties are passed over. */
  readonly penaltyMembersLimit: number;
  /** Whom a caller may reach as he waits longer, in order; empty: everybody from the start. */
  readonly penaltySteps: readonly PenaltyStep[];
  /** Class of music on hold; empty: the PBX's default. */
  readonly musicClass: string;
  /** Played to the agent before he is connected. */
  readonly agentAnnouncement: string;
  readonly periodicAnnouncement: string;
  readonly periodicSeconds: number;
  /** Position and wait are told so often. */
  readonly announceSeconds: number;
  readonly announceMinimumSeconds: number;
  readonly announcePosition: (typeof ANNOUNCED_POSITIONS)[number];
  readonly announcePositionLimit: number;
  readonly announceHoldTime: (typeof ANNOUNCED_HOLDTIMES)[number];
  readonly announceToFirst: boolean;
  readonly announceRoundSeconds: (typeof ROUNDED_SECONDS)[number];
  /** The number of who hides it stands in the queue log. */
  readonly logHiddenNumbers: boolean;
  /** What a waiting caller presses to leave, `0` to `9`, `*`, `#`; or `none`. */
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
