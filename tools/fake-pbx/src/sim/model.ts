// What a PBX holds at a moment. Everything here is mutable: it is the simulation's ground truth.
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
  /** Seconds of media, for the quality report. */
  mediaFrom: number | null;
  onHold: boolean;
  gone: boolean;
  /** What ends this channel from outside (AMI Hangup, Redirect), set by whoever drives the call. */
  driver: Driver | null;
  /** The queue call that this caller was redirected or parked away from: AgentComplete comes at its hangup. */
  owed: OwedComplete | null;
  /** Where the dialplan had the call recorded, below the recordings' folder; '' for not. */
  recording: string;
  /** Ids of the recordings that run on it. */
  monitors: string[];
  /** Call records of parts that are over, sent when the channel ends; and until when they reach. */
  records: string[];
  recordedUntil: number | null;
}

export interface Driver {
  /** This party hangs up. */
  readonly hangup: (channel: Channel, cause: number) => void;
  /** Takes the channel out of what it is in, without hanging it up; false when it cannot be. */
  readonly release: (channel: Channel) => boolean;
  /** The agent's side of a transfer: hands the other party to an extension. */
  readonly transfer?: (channel: Channel, exten: string, context: string) => boolean;
}

export interface OwedComplete {
  readonly queue: Queue;
  readonly member: Member;
  readonly holdSeconds: number;
  readonly connectedAt: number;
}

/** Anything with a device state: phones and trunks. */
export interface Device {
  readonly name: string;
  readonly endpoint: string;
  readonly noCallWaiting: boolean;
  readonly tenant: TenantPlan | null;
  readonly extension: string;
  readonly ownerName: string;
  channels: Set<Channel>;
  registered: boolean;
  /** What was last published, AST_DEVICE_*. */
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
  /** Position in the queue's order: round robin and ties. */
  order: number;
}

/** Filled as the call proceeds: the phone behind a Local channel is dialled a moment later. */
export interface AgentLegs {
  /** What the queue rings and connects. */
  readonly channel: Channel;
  /** The phone's own channel; the same without a Local channel between. */
  phone: Channel | null;
  /** The second half of a Local channel, which dials the phone. */
  readonly two: Channel | null;
}

export interface HangupHow {
  readonly cause: number;
  /** The SIP answer that refused it. */
  readonly techCause?: number;
  /** The quality report was sent already: the party hung up by itself. */
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
  /** Whose phone rings when the time is over. */
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
  /** Written anew when the queue's section changed. */
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
  /** Interface that rang last: round robin with memory. */
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
  /** Parking space → who is parked there. */
  readonly parked: Map<number, ParkedCall>;
  startedAt: number;
  reloadedAt: number;
  channelNumber: number;
  localNumber: number;
  uniqueNumber: number;
  cdrNumber: number;
  processedCalls: number;
  /** By how much the clock of its machine is wrong: what a ping tells. The time of the simulation is another matter. */
  clockOffMs: number;
  /** Microseconds of the last event: time stamps never repeat or go back. */
  lastMicros: number;
  emitted: number;
  /** Serves waiting callers: called whenever someone may have become free. */
  dispatch: () => void;
  /** Receives every event as the text of one block. */
  sink: (name: string, block: string) => void;
}
