// Made from the schema by testing/make-table-types.ts: change the schema instead.
import type { Generated, GeneratedAlways } from 'kysely';
import type { ColumnTypes } from './column-types.ts';
import type { Json, MadeTimestamp, NullableJson, Stamped } from './columns.ts';

/** A call center: a group of queues with common targets, pause reasons and hours. */
interface CallcentersTable extends Stamped {
  id: string;
  customerId: string;
  name: string;
  code: string;
  description: Generated<string>;
  status: Generated<'active' | 'paused'>;
  timezone: string;
  /** Language of position and wait announcements. `pbx`: that of the PBX. */
  language: Generated<'pbx' | 'en' | 'es' | 'fr' | 'he'>;
  hoursId: string | null;
  /** Where new queues are placed. */
  defaultServerId: number | null;
  /** Maximum number of agents. null: no limit. */
  maxAgents: number | null;
  slaTargetSeconds: Generated<number>;
  slaTargetPercent: Generated<number>;
  /** Which of the seven service level formulas applies. */
  slaFormula: Generated<number>;
  /** Callers who hang up earlier do not count as abandoned. */
  shortAbandonSeconds: Generated<number>;
  /** A longer wait notifies the supervisors. */
  maxWaitSeconds: Generated<number>;
  wrapupSeconds: Generated<number>;
  /** [{code, name, names by language, …}]. */
  pauseReasons: Json<ColumnTypes['callcenters.pauseReasons']>;
  recording: Generated<'none' | 'all'>;
  /** Caller ID of calls that the agents make. */
  outboundNumber: Generated<string>;
  /** For callers of queues that set none. */
  overflowDestination: NullableJson<ColumnTypes['callcenters.overflowDestination']>;
  overflowToSubscriber: GeneratedAlways<string | null>;
  overflowToQueue: GeneratedAlways<string | null>;
  overflowToRingGroup: GeneratedAlways<string | null>;
  overflowToIvr: GeneratedAlways<string | null>;
}

/** A queue on a PBX server, with the options of app_queue. */
interface QueuesTable extends Stamped {
  id: string;
  customerId: string;
  callcenterId: string;
  serverId: number;
  /** Name on the PBX. */
  name: string;
  /** Name on screens. Empty: the name on the PBX. */
  label: Generated<string>;
  /** The console writes the queue to the PBX. false: the files of the PBX define it, and the console only claims it. */
  managed: Generated<boolean>;
  /** Internal number. Empty: none. */
  extension: Generated<string>;
  strategy: Generated<
    'ringall' | 'leastrecent' | 'fewestcalls' | 'random' | 'rrmemory' | 'linear' | 'wrandom' | 'rrordered'
  >;
  ringSeconds: Generated<number>;
  retrySeconds: Generated<number>;
  wrapupSeconds: Generated<number>;
  weight: Generated<number>;
  autofill: Generated<boolean>;
  ringInUse: Generated<boolean>;
  memberDelaySeconds: Generated<number>;
  reportHoldTime: Generated<boolean>;
  timeoutRestart: Generated<boolean>;
  timeoutPriority: Generated<'app' | 'conf'>;
  /** 0: no limit. */
  maxCallers: Generated<number>;
  /** 0: no limit. */
  maxWaitSeconds: Generated<number>;
  serviceLevelSeconds: Generated<number>;
  /** States of agents that do not count as present when a caller joins. */
  joinEmpty: Json<ColumnTypes['queues.joinEmpty']>;
  leaveEmpty: Json<ColumnTypes['queues.leaveEmpty']>;
  autopause: Generated<'no' | 'yes' | 'all'>;
  autopauseDelaySeconds: Generated<number>;
  autopauseBusy: Generated<boolean>;
  autopauseUnavailable: Generated<boolean>;
  penaltyMembersLimit: Generated<number>;
  /** Which agents a caller reaches as the wait grows: [{afterSeconds, minPenalty, maxPenalty}], in order. */
  penaltySteps: Json<ColumnTypes['queues.penaltySteps']>;
  /** Music on hold. Empty: the default of the PBX. */
  musicClass: Generated<string>;
  agentAnnouncement: Generated<string>;
  periodicAnnouncement: Generated<string>;
  periodicSeconds: Generated<number>;
  announceSeconds: Generated<number>;
  announceMinimumSeconds: Generated<number>;
  announcePosition: Generated<'no' | 'yes' | 'limit' | 'more'>;
  announcePositionLimit: Generated<number>;
  announceHoldTime: Generated<'no' | 'yes' | 'once'>;
  announceToFirst: Generated<boolean>;
  announceRoundSeconds: Generated<ColumnTypes['queues.announceRoundSeconds']>;
  logHiddenNumbers: Generated<boolean>;
  /** Key that leads waiting callers to `exit_destination`. */
  exitKey: Generated<string>;
  /** `callcenter`: the setting of the call center. */
  recording: Generated<'callcenter' | 'none' | 'all'>;
  recordingAnnouncement: Generated<string>;
  /** Where callers go after the maximum wait. null: the overflow of the call center, or the call ends. */
  timeoutDestination: NullableJson<ColumnTypes['queues.timeoutDestination']>;
  fullDestination: NullableJson<ColumnTypes['queues.fullDestination']>;
  exitDestination: NullableJson<ColumnTypes['queues.exitDestination']>;
  /** While the call center is closed or paused. */
  closedDestination: NullableJson<ColumnTypes['queues.closedDestination']>;
  timeoutToSubscriber: GeneratedAlways<string | null>;
  timeoutToQueue: GeneratedAlways<string | null>;
  timeoutToRingGroup: GeneratedAlways<string | null>;
  timeoutToIvr: GeneratedAlways<string | null>;
  fullToSubscriber: GeneratedAlways<string | null>;
  fullToQueue: GeneratedAlways<string | null>;
  fullToRingGroup: GeneratedAlways<string | null>;
  fullToIvr: GeneratedAlways<string | null>;
  exitToSubscriber: GeneratedAlways<string | null>;
  exitToQueue: GeneratedAlways<string | null>;
  exitToRingGroup: GeneratedAlways<string | null>;
  exitToIvr: GeneratedAlways<string | null>;
  closedToSubscriber: GeneratedAlways<string | null>;
  closedToQueue: GeneratedAlways<string | null>;
  closedToRingGroup: GeneratedAlways<string | null>;
  closedToIvr: GeneratedAlways<string | null>;
  agentAnnouncementUploaded: GeneratedAlways<string | null>;
  periodicAnnouncementUploaded: GeneratedAlways<string | null>;
  recordingAnnouncementUploaded: GeneratedAlways<string | null>;
  musicClassUploaded: GeneratedAlways<string | null>;
}

/** Subscribers who are agents of a queue. */
interface QueueMembersTable extends Stamped {
  id: string;
  customerId: string;
  queueId: string;
  subscriberId: string;
  /** `static`: always a member. `dynamic`: after signing in to the queue. */
  kind: Generated<'static' | 'dynamic'>;
  penalty: Generated<number>;
  /** Order in which linear strategies ring. */
  position: Generated<number>;
}

/** PBX servers and names that a queue had before it moved. Reports find its history by them. No foreign key to the server: the history outlives it. */
interface QueuePlacesTable {
  serverId: number;
  name: string;
  customerId: string;
  queueId: string;
  leftAt: MadeTimestamp;
}

export interface QueuesTables {
  callcenters: CallcentersTable;
  queues: QueuesTable;
  queueMembers: QueueMembersTable;
  queuePlaces: QueuePlacesTable;
}
