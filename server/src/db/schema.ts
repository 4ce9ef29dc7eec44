// The tables as Kysely sees them: camelCase here, snake_case in SQL (CamelCasePlugin). Every other room that keeps
// rows adds its tables here and its own numbered file in `migrations/`.
import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';
import type { EmptyState, MemberKind, QueueOptions } from '@ringside/core/base/queue-options.ts';
import type { PauseReason } from '@ringside/core/contract/callcenters.ts';
import type { Destination } from '@ringside/core/contract/destination.ts';
import type { Holiday, Interval } from '@ringside/core/contract/hours.ts';
import type { PlanTerms } from '@ringside/core/contract/plans.ts';
import type { IncludeLine, RunCounts, RunProblem } from '@ringside/core/contract/provisioning.ts';
import type { WallPage } from '@ringside/core/contract/wallboards.ts';

/** Read as Date, written as Date or ISO text. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** The database writes it when it is left out. */
export type MadeTimestamp = ColumnType<Date, Date | string | undefined, Date | string>;
/** Read as a value, written as JSON text (`JSON.stringify`): drivers differ in what they do with arrays. */
export type Json<T> = ColumnType<T, string | undefined, string>;

interface Stamped {
  createdAt: MadeTimestamp;
  updatedAt: MadeTimestamp;
  version: Generated<number>;
}

export interface CustomersTable extends Stamped {
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
  billingAddress: Generated<string>;
  billingEmail: Generated<string>;
  externalId: Generated<string>;
  maxSubscribers: Generated<number | null>;
  maxQueues: Generated<number | null>;
  maxUsers: Generated<number | null>;
  maxConcurrentCalls: Generated<number | null>;
  supervision: Generated<'silent' | 'tone' | 'off'>;
  brandName: Generated<string>;
  brandColor: Generated<string>;
  recordingRetentionDays: Generated<number | null>;
  recordingHold: Generated<boolean>;
}

export interface EndpointsTable extends Stamped {
  id: Generated<number>;
  name: string;
  description: string;
  region: string;
  amiHost: string;
  amiPort: number;
  amiTls: boolean;
  amiTlsCa: string;
  amiUsername: string;
  /** Sealed (`secrets.ts`). */
  amiSecret: string;
  enabled: boolean;
  sipHost: Generated<string>;
  maintenance: Generated<boolean>;
  maintenanceUntil: Timestamp | null;
  maintenanceReason: Generated<string>;
}

export interface CallcentersTable extends Stamped {
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
}

export interface QueuesTable extends Stamped {
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

export interface QueueMembersTable extends Stamped {
  id: string;
  customerId: string;
  queueId: string;
  subscriberId: string;
  kind: Generated<MemberKind>;
  penalty: Generated<number>;
  position: Generated<number>;
}

/** Where the recordings of a PBX are; without a row, in the folder of the console's own machine. */
export interface RecordingSourcesTable {
  serverId: number;
  kind: 'local' | 'ari' | 'http' | 's3';
  pbxFolder: Generated<string>;
  address: Generated<string>;
  username: Generated<string>;
  /** Sealed (`secrets.ts`); '' while there is none. */
  secret: Generated<string>;
  bucket: Generated<string>;
  region: Generated<string>;
  prefix: Generated<string>;
  mayDelete: Generated<boolean>;
}

/** Recordings that people began by hand; each is whose its call is. */
export interface HandRecordingsTable {
  id: string;
  serverId: number;
  linkedid: string;
  file: string;
  begunBy: string;
  begunAt: MadeTimestamp;
  state: Generated<'deleting' | 'deleted' | 'missing' | null>;
  stateAt: Timestamp | null;
}

/** The login that configures a PBX, and how that goes. */
export interface ProvisioningTable {
  serverId: number;
  enabled: Generated<boolean>;
  username: Generated<string>;
  /** Sealed (`secrets.ts`); '' while there is none. */
  secret: Generated<string>;
  port: Generated<number>;
  tls: Generated<boolean>;
  checkMinutes: Generated<number>;
  held: Generated<boolean>;
  failures: Generated<number>;
  retryAt: Timestamp | null;
  problem: ColumnType<RunProblem | null, string | null | undefined, string | null>;
  liveLoginWrites: Generated<boolean>;
  includes: Json<IncludeLine[]>;
  checkedAt: Timestamp | null;
  driver: Generated<string>;
}

/** What a PBX reads from the database instead of files, as rendered (`lines`) and as columns (`options`). */
export interface RealtimeSectionsTable {
  serverId: number;
  sheet: string;
  name: string;
  lines: ColumnType<readonly (readonly [string, string])[], string, string>;
  options: ColumnType<Record<string, string>, string, string>;
}

export interface RealtimeMembersTable {
  uniqueid: Generated<number>;
  serverId: number;
  sheet: Generated<string>;
  queueName: string;
  interface: string;
  membername: string;
  penalty: number;
  paused: Generated<number>;
  reasonPaused: Generated<string>;
}

/** Written by triggers, in the transaction of the change. */
export interface ProvisioningMarksTable {
  id: Generated<number>;
  serverId: number;
  resource: string;
  resourceId: string;
  at: MadeTimestamp;
}

export interface ProvisioningObjectsTable {
  serverId: number;
  kind: string;
  name: string;
  resource: Generated<string>;
  resourceId: Generated<string>;
  state: string;
  reason: string | null;
  params: Json<Record<string, string | number>>;
  appliedHash: Generated<string>;
  appliedAt: Timestamp | null;
}

export interface ProvisioningRunsTable {
  id: string;
  serverId: number;
  kind: string;
  outcome: Generated<string>;
  username: Generated<string>;
  startedAt: MadeTimestamp;
  finishedAt: Timestamp | null;
  counts: Json<Partial<RunCounts>>;
  problem: ColumnType<RunProblem | null, string | null | undefined, string | null>;
  /** Sealed (`secrets.ts`). */
  files: string | null;
}

export interface RolesTable extends Stamped {
  id: string;
  customerId: string | null;
  name: string;
  description: string;
  builtIn: boolean;
  reach: string;
  holders: string;
  level: number;
}

export interface RoleAbilitiesTable {
  roleId: string;
  action: string;
  resource: string;
}

export interface PermissionsTable extends Stamped {
  id: string;
  key: string;
  resource: string;
  actions: Json<string[]>;
  description: string;
  builtIn: boolean;
}

export interface UsersTable extends Stamped {
  /** Made by the database. */
  search: ColumnType<string, never, never>;
  id: string;
  customerId: string | null;
  username: string;
  email: string;
  firstname: string;
  lastname: string;
  roleId: string;
  language: string;
  timezone: string;
  theme: Json<Record<string, string | number | boolean | null>>;
  status: string;
  passwordHash: string | null;
  passwordChangedAt: Timestamp | null;
  lastLoginAt: Timestamp | null;
}

export interface UserCallcentersTable {
  userId: string;
  customerId: string;
  callcenterId: string;
}

export interface SessionsTable {
  id: string;
  userId: string;
  /** SHA-256 of the token, hex. */
  tokenHash: string;
  ip: string;
  userAgent: string;
  /** Somebody of the support who acts in the user's name. */
  actedBy: Generated<string | null>;
  createdAt: MadeTimestamp;
  lastSeenAt: MadeTimestamp;
  expiresAt: Timestamp;
}

export interface ApiKeysTable extends Stamped {
  id: string;
  customerId: string | null;
  ownerUserId: string;
  name: string;
  prefix: string;
  /** SHA-256 of the key's text, hex. */
  secretHash: string;
  last4: string;
  scopes: Json<string[]>;
  cidrs: Json<string[]>;
  rateLimitPerMinute: number;
  status: Generated<string>;
  expiresAt: Timestamp | null;
  lastUsedAt: Timestamp | null;
  lastUsedIp: Generated<string>;
  useCount: Generated<number>;
  createdBy: string;
  revokedBy: Generated<string>;
  revokedReason: Generated<string>;
  rotatedFrom: string | null;
}

export interface AclRulesTable extends Stamped {
  id: string;
  customerId: string | null;
  kind: string;
  name: string;
  description: string;
  enabled: boolean;
  priority: number;
  subjectType: string;
  subjectId: string | null;
  effect: string;
  resource: string | null;
  actions: Json<string[]>;
  cidrs: Json<string[]>;
  prefixes: Json<string[]>;
  validFrom: Timestamp | null;
  validUntil: Timestamp | null;
}

export interface OneTimeLinksTable {
  id: string;
  kind: string;
  userId: string | null;
  tokenHash: string;
  createdAt: MadeTimestamp;
  expiresAt: Timestamp;
}

export interface TwoFactorTable {
  userId: string;
  /** Base32, sealed (`secrets.ts`). */
  seed: string;
  lastStep: Generated<number>;
  startedAt: Timestamp;
  enabledAt: Timestamp | null;
}

export interface RecoveryCodesTable {
  userId: string;
  /** argon2id; the codes of one user share their salt, so that one computation finds which it is. */
  codeHash: string;
}

export interface PasskeysTable {
  id: string;
  userId: string;
  /** Base64url, as the device gave it. */
  credentialId: string;
  /** COSE. */
  publicKey: Uint8Array;
  counter: number;
  transports: Json<string[]>;
  rpId: string;
  synced: boolean;
  name: string;
  device: string;
  createdAt: Timestamp;
  lastUsedAt: Timestamp | null;
}

export interface PasskeyChallengesTable {
  challengeHash: string;
  boundTo: string;
  address: string;
  expiresAt: Timestamp;
}

export interface AvatarsTable {
  userId: string;
  key: string;
  contentType: string;
  bytes: Uint8Array;
  createdAt: MadeTimestamp;
}

export interface NotificationsTable {
  id: string;
  userId: string;
  kind: string;
  params: Json<Record<string, string | number>>;
  /** Of what still goes on; null: told and done. */
  openKey: string | null;
  at: Timestamp;
  readAt: Timestamp | null;
}

export interface SignInPlacesTable {
  userId: string;
  network: string;
  device: string;
  lastAt: Timestamp;
}

export interface LoginFailuresTable {
  key: string;
  failures: number;
  stage: number;
  firstAt: Timestamp;
  lockedUntil: Timestamp | null;
}

export interface AuditTable {
  /** Made by the database. */
  search: ColumnType<string, never, never>;
  /** These three are the chain's; the database writes them. */
  seq: Generated<number>;
  prevHash: Generated<string>;
  hash: Generated<string>;
  id: string;
  at: MadeTimestamp;
  customerId: string | null;
  userId: string | null;
  username: string;
  action: string;
  resource: string;
  resourceId: string | null;
  resourceName: string;
  before: Json<Record<string, unknown> | null> | null;
  after: Json<Record<string, unknown> | null> | null;
  ip: string;
  userAgent: string;
  /** User name of who acted in this user's name. */
  actedBy: Generated<string | null>;
}

/** Events of the PBXs, append only; `kind` is that of the live event, `completed` for a call that an agent ended. */
export interface LiveEventsTable {
  id: Generated<number>;
  serverId: number;
  at: Timestamp;
  kind: string;
  queue: string | null;
  body: Json<Record<string, unknown>>;
}

export interface PlansTable extends Stamped {
  id: string;
  name: string;
  description: string;
  status: string;
  currency: string;
}

export interface PlanVersionsTable {
  planId: string;
  number: number;
  /** null: a draft. */
  validFrom: Timestamp | null;
  terms: Json<PlanTerms>;
  createdBy: string;
  createdAt: MadeTimestamp;
}

export interface CustomerPlansTable {
  id: string;
  customerId: string;
  planId: string;
  validFrom: Timestamp;
  validUntil: Timestamp | null;
  createdBy: string;
  createdAt: MadeTimestamp;
}

/** Amounts are decimal texts of six digits. */
export interface RatesTable {
  id: string;
  planId: string;
  direction: string;
  prefix: string;
  timing: string;
  destinationName: string;
  destinationGroup: string;
  connectFee: string;
  ratePerMinute: string;
  initialSeconds: number;
  incrementSeconds: number;
  freeSeconds: number;
  graceSeconds: number;
  minCharge: string | null;
  maxCharge: string | null;
  blocked: boolean;
  effectiveFrom: Timestamp;
  effectiveUntil: Timestamp | null;
  version: Generated<number>;
}

export interface SubscribersTable extends Stamped {
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
  dnd: boolean;
  voicemail: boolean;
  voicemailEmail: string;
  /** Sealed; '' while there is none. */
  voicemailPin: Generated<string>;
  voicemailAttach: Generated<boolean>;
  recording: string;
  addresses: Json<string[]>;
  userId: string | null;
}

export interface ListViewsTable {
  userId: string;
  list: string;
  columns: ColumnType<string[] | null, string | null, string | null>;
  density: string;
}

export interface IdempotencyKeysTable {
  caller: string;
  key: string;
  owner: string;
  claimedAt: Timestamp;
  /** Sealed (`secrets.ts`), as is the answer. */
  request: string;
  answer: Generated<string | null>;
  doneResource: Generated<string | null>;
  doneId: Generated<string | null>;
}

export interface DeletedRowsTable {
  id: string;
  resource: string;
  tableName: string;
  rowUuid: string | null;
  rowNumber: number | null;
  customerId: string | null;
  name: string;
  body: Json<Record<string, unknown>>;
  deletedAt: MadeTimestamp;
  deletedBy: string;
}

export interface WallboardsTable extends Stamped {
  id: string;
  customerId: string;
  name: string;
  language: string | null;
  scheme: string;
  rotateSeconds: number;
  sound: boolean;
  quietHours: ColumnType<{ from: string; to: string } | null, string | null, string | null>;
  pages: Json<WallPage[]>;
}

export interface ReportSchedulesTable extends Stamped {
  id: string;
  customerId: string | null;
  ownerId: string | null;
  ownerName: string;
  name: string;
  report: string;
  format: string;
  filters: Json<Record<string, unknown>>;
  every: string;
  onDay: number;
  clock: string;
  timeZone: string;
  language: string;
  recipients: Json<string[]>;
  paused: Generated<boolean>;
  nextAt: Timestamp;
  lastSentAt: Timestamp | null;
  lastFailedAt: Timestamp | null;
  lastFailure: string | null;
}

export interface ReportLettersTable {
  id: string;
  scheduleId: string;
  dueAt: Timestamp;
  address: string;
  state: Generated<string>;
  attempts: Generated<number>;
  nextTryAt: Timestamp;
  startedAt: Timestamp | null;
  endedAt: Timestamp | null;
  failure: string | null;
}

export interface WallboardLinksTable {
  id: string;
  wallboardId: string;
  name: string;
  /** SHA-256 of the token, hex. */
  tokenHash: string;
  cidrs: Json<string[]>;
  expiresAt: Timestamp;
  revokedAt: Timestamp | null;
  createdBy: string;
  createdAt: MadeTimestamp;
  lastSeenAt: Timestamp | null;
  lastSeenIp: Generated<string>;
}

export interface TrunksTable extends Stamped {
  id: string;
  serverId: number;
  customerId: string | null;
  code: string;
  name: string;
  enabled: boolean;
  mode: string;
  transport: string;
  host: string;
  port: number;
  username: string;
  /** Sealed; '' while there is none. */
  secret: string;
  addresses: Json<string[]>;
  codecs: Json<string[]>;
  format: string;
  techPrefix: string;
  callerId: string;
  callerIdNumber: string;
  maxCalls: number;
  qualify: boolean;
  country: string;
}

export interface OutboundRoutesTable extends Stamped {
  id: string;
  serverId: number;
  customerId: string | null;
  name: string;
  enabled: boolean;
  priority: number;
  prefixes: Json<string[]>;
  shortNumbers: Json<string[]>;
}

export interface OutboundRouteTrunksTable {
  routeId: string;
  trunkId: string;
  position: number;
}

export interface HoursTable extends Stamped {
  id: string;
  customerId: string;
  name: string;
  timezone: string;
  override: string;
  intervals: Json<Interval[]>;
  holidays: Json<Holiday[]>;
}

/** Of groups, menus and numbers alike. */
interface Placed extends Stamped {
  id: string;
  customerId: string;
  serverId: number;
}

export interface RingGroupsTable extends Placed {
  name: string;
  extension: string;
  strategy: string;
  ringSeconds: number;
  fallback: Json<Destination>;
}

export interface RingGroupMembersTable {
  customerId: Generated<string>;
  groupId: string;
  subscriberId: string;
  position: number;
}

export interface IvrsTable extends Placed {
  name: string;
  extension: string;
  prompt: string;
  invalidPrompt: string;
  timeoutSeconds: number;
  attempts: number;
  dialExtensions: boolean;
  fallback: Json<Destination>;
}

export interface IvrKeysTable {
  ivrId: string;
  customerId: string;
  key: string;
  name: string;
  destination: Json<Destination>;
}

export interface DidsTable extends Placed {
  number: string;
  label: string;
  destination: Json<Destination>;
  hoursId: string | null;
  closedDestination: ColumnType<Destination | null, string | null, string | null>;
}

export interface Schema {
  trunks: TrunksTable;
  outboundRoutes: OutboundRoutesTable;
  outboundRouteTrunks: OutboundRouteTrunksTable;
  hours: HoursTable;
  ringGroups: RingGroupsTable;
  ringGroupMembers: RingGroupMembersTable;
  ivrs: IvrsTable;
  ivrKeys: IvrKeysTable;
  dids: DidsTable;
  deletedRows: DeletedRowsTable;
  customers: CustomersTable;
  endpoints: EndpointsTable;
  callcenters: CallcentersTable;
  queues: QueuesTable;
  queueMembers: QueueMembersTable;
  recordingSources: RecordingSourcesTable;
  handRecordings: HandRecordingsTable;
  provisioning: ProvisioningTable;
  provisioningMarks: ProvisioningMarksTable;
  provisioningObjects: ProvisioningObjectsTable;
  provisioningRuns: ProvisioningRunsTable;
  realtimeSections: RealtimeSectionsTable;
  realtimeMembers: RealtimeMembersTable;
  roles: RolesTable;
  roleAbilities: RoleAbilitiesTable;
  permissions: PermissionsTable;
  users: UsersTable;
  userCallcenters: UserCallcentersTable;
  sessions: SessionsTable;
  apiKeys: ApiKeysTable;
  aclRules: AclRulesTable;
  oneTimeLinks: OneTimeLinksTable;
  twoFactor: TwoFactorTable;
  recoveryCodes: RecoveryCodesTable;
  avatars: AvatarsTable;
  passkeys: PasskeysTable;
  passkeyChallenges: PasskeyChallengesTable;
  listViews: ListViewsTable;
  idempotencyKeys: IdempotencyKeysTable;
  notifications: NotificationsTable;
  signInPlaces: SignInPlacesTable;
  loginFailures: LoginFailuresTable;
  audit: AuditTable;
  liveEvents: LiveEventsTable;
  plans: PlansTable;
  planVersions: PlanVersionsTable;
  customerPlans: CustomerPlansTable;
  rates: RatesTable;
  subscribers: SubscribersTable;
  wallboards: WallboardsTable;
  reportLetters: ReportLettersTable;
  reportSchedules: ReportSchedulesTable;
  wallboardLinks: WallboardLinksTable;
}

export type PasskeyRow = Selectable<PasskeysTable>;
export type UserRow = Selectable<UsersTable>;
export type NewAuditRow = Insertable<AuditTable>;
