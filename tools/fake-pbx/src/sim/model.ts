// State of a PBX. All of it is mutable: it is the simulation's ground truth.
import type { Clock, Timer } from './clock.ts';
import type { Loaded } from './loaded.ts';
import type { AgentPlan, PbxPlan, QueuePlan, TenantPlan } from './plan.ts';
import type { Random } from './random.ts';

export interface Bridge {
  readonly id: string;
  readonly kind: 'basic' | 'parking';
  channels: Channel[];
}

export interface Channel {
  name: string;
  state: number;
  callerNum: string;
  callerName: string;
  connectedNum: string;
  connectedName: string;
  account: string;
  context: string;
  exten: string;
  priority: number;
  readonly uniqueid: string;
  linkedid: string;
  tenantId: string;
  application: string;
  applicationData: string;
  readonly createdAt: number;
  answeredAt: number | null;
  bridge: Bridge | null;
  readonly device: Device;
  /** Start of the media, for the quality report. */
  mediaFrom: number | null;
  onHold: boolean;
  gone: boolean;
  /** Ends this channel from outside (AMI Hangup, Redirect). Set by the owner of the call. */
  driver: Driver | null;
  /** Queue call from which this caller was redirected or parked. AgentComplete follows at the caller's hang-up. */
  owed: OwedComplete | null;
  /** Recording path below the recordings folder; '' without recording. */
  recording: string;
  /** Ids of the active recordings. */
  monitors: string[];
  /** Call records of finished parts, sent when the channel ends, and the end of the last part. */
  records: string[];
  recordedUntil: number | null;
}

export interface Driver {
  /** This party hangs up. */
  readonly hangup: (channel: Channel, cause: number) => void;
  /** Removes the channel from its call without hanging up; false if that is impossible. */
  readonly release: (channel: Channel) => boolean;
  /** The agent's side of a transfer: sends the other party to an extension. */
  readonly transfer?: (channel: Channel, exten: string, context: string) => boolean;
}

interface OwedComplete {
  readonly queue: Queue;
  readonly member: Member;
  readonly holdSeconds: number;
  readonly connectedAt: number;
}

/** A phone or trunk with a device state. */
export interface Device {
  readonly name: string;
  readonly endpoint: string;
  readonly noCallWaiting: boolean;
  readonly tenant: TenantPlan | null;
  readonly extension: string;
  readonly ownerName: string;
  channels: Set<Channel>;
  registered: boolean;
  /** Last published state, AST_DEVICE_*. */
  state: number;
  members: Member[];
}

export interface Member {
  readonly queue: Queue;
  name: string;
  readonly interface: string;
  readonly stateInterface: string;
  dynamic: boolean;
  device: Device | null;
  penalty: number;
  callsTaken: number;
  lastCall: number;
  lastPause: number;
  loginTime: number;
  inCall: boolean;
  status: number;
  paused: boolean;
  reason: string;
  ringInUse: boolean;
  /** Position in the queue's order, for round robin and ties. */
  order: number;
}

/** Filled as the call proceeds: the phone behind a Local channel is dialed a moment later. */
export interface AgentLegs {
  /** The channel that the queue rings and connects. */
  readonly channel: Channel;
  /** The phone's own channel; the same as `channel` without a Local channel. */
  phone: Channel | null;
  /** The second half of a Local channel, which dials the phone. */
  readonly two: Channel | null;
}

export interface HangupHow {
  readonly cause: number;
  /** SIP code of the refusal. */
  readonly techCause?: number;
  /** The quality report was already sent, because the party itself hung up. */
  readonly reported?: boolean;
}

export interface Fork {
  readonly member: Member;
  readonly channel: Channel;
  readonly legs: AgentLegs;
  readonly startedAt: number;
  ended: boolean;
  timers: Timer[];
}

export interface ParkedCall {
  readonly channel: Channel;
  readonly space: number;
  readonly parkedAt: number;
  readonly timeoutSeconds: number;
  /** Phone that rings after the timeout. */
  readonly parker: Device;
}

export interface Entry {
  readonly queue: Queue;
  readonly channel: Channel;
  readonly joinedAt: number;
  readonly originalPosition: number;
  priority: number;
  forks: Fork[];
  retryTimer: Timer | null;
  ringTimer: Timer | null;
  patience: Timer | null;
  limit: Timer | null;
  withdrawn: boolean;
  gone: boolean;
}

export interface Queue {
  /** Replaced when the queue's configuration section changes. */
  plan: QueuePlan;
  readonly name: string;
  members: Member[];
  entries: Entry[];
  completed: number;
  completedInLevel: number;
  abandoned: number;
  abandonedInLevel: number;
  holdtime: number;
  talktime: number;
  /** Interface that rang last, for round robin with memory. */
  lastRung: string;
  memberOrder: number;
}

export interface Agent {
  readonly plan: AgentPlan;
  readonly device: Device;
  onShift: boolean;
  pauseTimer: Timer | null;
}

export interface World {
  readonly plan: PbxPlan;
  readonly clock: Clock;
  readonly random: Random;
  readonly queues: Map<string, Queue>;
  readonly devices: Map<string, Device>;
  readonly channels: Map<string, Channel>;
  readonly agents: Agent[];
  readonly dids: Map<string, Queue>;
  readonly trunk: Device;
  readonly loaded: Loaded;
  /** Parked call by parking space. */
  readonly parked: Map<number, ParkedCall>;
  startedAt: number;
  reloadedAt: number;
  channelNumber: number;
  localNumber: number;
  uniqueNumber: number;
  cdrNumber: number;
  processedCalls: number;
  /** Clock error of the machine in ms, visible in a ping. Independent of the simulated time. */
  clockOffMs: number;
  /** Microseconds of the last event. Timestamps never repeat or go back. */
  lastMicros: number;
  emitted: number;
  /** Serves waiting callers. Called whenever an agent may have become free. */
  dispatch: () => void;
  /** Receives every event as the text of one block. */
  sink: (name: string, block: string) => void;
}
