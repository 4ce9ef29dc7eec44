// The PBX servers, what configures them, where their recordings are.
import type { ColumnType, Generated } from 'kysely';
import type { PbxTransport } from '@ringside/core/base/line-transports.ts';
import type { IncludeLine, RunCounts, RunProblem } from '@ringside/core/contract/provisioning.ts';
import type { Json, MadeTimestamp, Stamped, Timestamp } from './columns.ts';

interface EndpointsTable extends Stamped {
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
  consoleUrl: Generated<string>;
  maintenance: Generated<boolean>;
  maintenanceUntil: Timestamp | null;
  maintenanceReason: Generated<string>;
  weight: Generated<number>;
  maxCalls: number | null;
}

/** Where the recordings of a PBX are; without a row, in the folder of the console's own machine. */
interface RecordingSourcesTable {
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
interface HandRecordingsTable {
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
interface ProvisioningTable {
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
  modules: ColumnType<Record<string, boolean> | null, string | null | undefined, string | null>;
  transports: ColumnType<PbxTransport[] | null, string | null | undefined, string | null>;
}

/** Written by triggers, in the transaction of the change. */
interface ProvisioningMarksTable {
  id: Generated<number>;
  serverId: number;
  resource: string;
  resourceId: string;
  at: MadeTimestamp;
}

interface ProvisioningObjectsTable {
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

interface ProvisioningRunsTable {
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

/** What a PBX reads from the database instead of files, as rendered (`lines`) and as columns (`options`). */
interface RealtimeSectionsTable {
  serverId: number;
  sheet: string;
  name: string;
  lines: ColumnType<readonly (readonly [string, string])[], string, string>;
  options: ColumnType<Record<string, string>, string, string>;
}

interface RealtimeMembersTable {
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

export interface PbxTables {
  endpoints: EndpointsTable;
  recordingSources: RecordingSourcesTable;
  handRecordings: HandRecordingsTable;
  provisioning: ProvisioningTable;
  provisioningMarks: ProvisioningMarksTable;
  provisioningObjects: ProvisioningObjectsTable;
  provisioningRuns: ProvisioningRunsTable;
  realtimeSections: RealtimeSectionsTable;
  realtimeMembers: RealtimeMembersTable;
}
