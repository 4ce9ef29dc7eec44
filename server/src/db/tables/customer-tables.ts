// What a customer has: call centers, queues, lines.
import type { ColumnType, Generated } from 'kysely';
import type {
  EmptyState,
  MemberKind,
  PenaltyStep,
  QueueOptions,
  SpokenLanguage,
} from '@ringside/core/base/queue-options.ts';
import type { LineTransport } from '@ringside/core/base/line-transports.ts';
import type { PauseReason } from '@ringside/core/contract/callcenters.ts';
import type { Destination } from '@ringside/core/contract/destination.ts';
import type { Json, MadeTimestamp, Stamped } from './columns.ts';

interface CustomersTable extends Stamped {
  id: string;
  parentId: string | null;
  code: string;
  name: string;
  status: string;
  timezone: string;
  currency: string;
  language: string;
  country: string;
  contactName: string;
  contactEmail: string;
  phone: string;
  statusReason: Generated<string>;
  legalName: Generated<string>;
  taxId: Generated<string>;
  billingLine1: Generated<string>;
  billingLine2: Generated<string>;
  billingPostcode: Generated<string>;
  billingCity: Generated<string>;
  billingRegion: Generated<string>;
  billingCountry: Generated<string | null>;
  billingEmail: Generated<string>;
  externalId: Generated<string>;
  maxSubscribers: Generated<number | null>;
  maxQueues: Generated<number | null>;
  maxUsers: Generated<number | null>;
  maxAgents: Generated<number | null>;
  maxConcurrentCalls: Generated<number | null>;
  maxCallsPerSecond: Generated<number | null>;
  maxRecordingMb: Generated<number | null>;
  recordingBytes: Generated<string | number | null>;
  recordingFull: Generated<boolean>;
  defaultAreaCode: Generated<string>;
  recordingDefault: Generated<'none' | 'inbound' | 'outbound' | 'all'>;
  networkRules: Generated<boolean>;
  supervision: Generated<'silent' | 'tone' | 'off'>;
  brandName: Generated<string>;
  brandColor: Generated<string>;
  brandHost: Generated<string>;
  statusSince: MadeTimestamp;
  suspendedAt: Generated<Date | null>;
  terminatedAt: Generated<Date | null>;
  recordingRetentionDays: Generated<number | null>;
  recordingHold: Generated<boolean>;
  cdrRetentionDays: Generated<number | null>;
  callersGoneBefore: Generated<Date | null>;
  allowRecordingDelete: Generated<boolean>;
  showPrices: Generated<boolean>;
  serverIds: Json<number[]>;
}

interface CallcentersTable extends Stamped {
  id: string;
  customerId: string;
  name: string;
  code: string;
  status: string;
  timezone: string;
  slaTargetSeconds: number;
  slaTargetPercent: number;
  slaFormula: number;
  shortAbandonSeconds: number;
  wrapupSeconds: number;
  maxWaitSeconds: number;
  pauseReasons: Json<PauseReason[]>;
  hoursId: string | null;
  description: Generated<string>;
  language: Generated<SpokenLanguage>;
  recording: Generated<'none' | 'all'>;
  maxAgents: number | null;
  defaultServerId: number | null;
  overflowDestination: ColumnType<Destination | null, string | null | undefined, string | null>;
  outboundNumber: Generated<string>;
}

interface QueuesTable extends Stamped {
  id: string;
  customerId: string;
  callcenterId: string;
  serverId: number;
  name: string;
  label: string;
  /** Made on the PBX by the console; else only claimed. */
  managed: Generated<boolean>;
  extension: Generated<string>;
  strategy: Generated<string>;
  ringSeconds: Generated<number>;
  retrySeconds: Generated<number>;
  wrapupSeconds: Generated<number>;
  maxCallers: Generated<number>;
  weight: Generated<number>;
  serviceLevelSeconds: Generated<number>;
  ringInUse: Generated<boolean>;
  maxWaitSeconds: Generated<number>;
  autofill: Generated<boolean>;
  joinEmpty: Json<EmptyState[]>;
  leaveEmpty: Json<EmptyState[]>;
  autopause: Generated<QueueOptions['autopause']>;
  autopauseDelaySeconds: Generated<number>;
  autopauseBusy: Generated<boolean>;
  autopauseUnavailable: Generated<boolean>;
  memberDelaySeconds: Generated<number>;
  reportHoldTime: Generated<boolean>;
  timeoutRestart: Generated<boolean>;
  timeoutPriority: Generated<QueueOptions['timeoutPriority']>;
  penaltyMembersLimit: Generated<number>;
  penaltySteps: Json<PenaltyStep[]>;
  musicClass: Generated<string>;
  agentAnnouncement: Generated<string>;
  periodicAnnouncement: Generated<string>;
  periodicSeconds: Generated<number>;
  announceSeconds: Generated<number>;
  announceMinimumSeconds: Generated<number>;
  announcePosition: Generated<QueueOptions['announcePosition']>;
  announcePositionLimit: Generated<number>;
  announceHoldTime: Generated<QueueOptions['announceHoldTime']>;
  announceToFirst: Generated<boolean>;
  announceRoundSeconds: Generated<QueueOptions['announceRoundSeconds']>;
  logHiddenNumbers: Generated<boolean>;
  exitKey: Generated<string>;
  recording: Generated<QueueOptions['recording']>;
  recordingAnnouncement: Generated<string>;
  timeoutDestination: ColumnType<Destination | null, string | null | undefined, string | null>;
  fullDestination: ColumnType<Destination | null, string | null | undefined, string | null>;
  exitDestination: ColumnType<Destination | null, string | null | undefined, string | null>;
  closedDestination: ColumnType<Destination | null, string | null | undefined, string | null>;
}

interface QueuePlacesTable {
  serverId: number;
  name: string;
  customerId: string;
  queueId: string;
  leftAt: MadeTimestamp;
}

interface QueueMembersTable extends Stamped {
  id: string;
  customerId: string;
  queueId: string;
  subscriberId: string;
  kind: Generated<MemberKind>;
  penalty: Generated<number>;
  position: Generated<number>;
}

interface SubscribersTable extends Stamped {
  /** Made by the database. */
  search: ColumnType<string, never, never>;
  id: string;
  customerId: string;
  serverId: number;
  extension: string;
  name: string;
  /** Sealed (`secrets.ts`). */
  secret: string;
  secretChangedAt: MadeTimestamp;
  status: string;
  codecs: Json<string[]>;
  webrtc: boolean;
  callLimit: number;
  ringSeconds: number;
  callerIdNumber: string;
  callerIdName: string;
  forwardAlways: string;
  forwardBusy: string;
  forwardNoAnswer: string;
  forwardUnregistered: string;
  forwardShows: Generated<'line' | 'caller'>;
  dnd: boolean;
  voicemail: boolean;
  voicemailEmail: string;
  /** Sealed; '' while there is none. */
  voicemailPin: Generated<string>;
  voicemailAttach: Generated<boolean>;
  voicemailGreeting: Generated<string>;
  voicemailBusyGreeting: Generated<string>;
  voicemailNameGreeting: Generated<string>;
  recording: string;
  addresses: Json<string[]>;
  barring: Generated<'none' | 'foreign' | 'outgoing' | 'inbound' | 'all'>;
  maxContacts: Generated<number>;
  pickupGroup: Generated<string>;
  hideNumber: Generated<boolean>;
  transport: Generated<LineTransport>;
  emergencyLocation: Generated<string>;
  userId: string | null;
}

interface CustomerLogosTable {
  customerId: string;
  key: string;
  contentType: string;
  bytes: Uint8Array;
  createdAt: MadeTimestamp;
}

export interface CustomerTables {
  customerLogos: CustomerLogosTable;
  customers: CustomersTable;
  callcenters: CallcentersTable;
  queues: QueuesTable;
  queueMembers: QueueMembersTable;
  queuePlaces: QueuePlacesTable;
  subscribers: SubscribersTable;
}
