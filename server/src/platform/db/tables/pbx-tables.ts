// Made from the schema by testing/make-table-types.ts: change the schema instead.
import type { Generated, GeneratedAlways } from 'kysely';
import type { ColumnTypes } from './column-types.ts';
import type { Json, MadeTimestamp, NullableJson, RequiredJson, Stamped, Timestamp } from './columns.ts';

/** A PBX server and the AMI login of the live view. */
interface EndpointsTable extends Stamped {
  id: Generated<number>;
  name: string;
  description: Generated<string>;
  region: Generated<string>;
  enabled: Generated<boolean>;
  amiHost: string;
  amiPort: Generated<number>;
  amiTls: Generated<boolean>;
  amiTlsCa: Generated<string>;
  amiUsername: string;
  /** Encrypted with the secret key (`platform/db/secrets`). */
  amiSecret: string;
  /** Where phones register. Empty: the AMI host. */
  sipHost: Generated<string>;
  /** Where the PBX reaches the console to fetch prompts. Empty: the public address of the console. */
  consoleUrl: Generated<string>;
  /** Share of new customers and queues that are placed automatically, relative to the other servers. */
  weight: Generated<number>;
  /** Maximum number of concurrent external calls. null: no limit. */
  maxCalls: number | null;
  maintenance: Generated<boolean>;
  /** End of the maintenance. null: until someone ends it. */
  maintenanceUntil: Timestamp | null;
  maintenanceReason: Generated<string>;
}

/** Owners of the account codes, contexts and devices that occur in the files of a PBX. Names match exactly, in lower case: a name that begins with the code of a customer does not belong to the customer. */
interface PbxNamesTable {
  id: Generated<string>;
  serverId: number;
  /** null: several customers could own the name, and an administrator has to decide. */
  customerId: string | null;
  kind: 'account' | 'context' | 'device';
  name: string;
  createdAt: MadeTimestamp;
}

/** How the console configures a PBX server. It uses its own AMI login, opened only to write. */
interface ProvisioningTable {
  serverId: number;
  enabled: Generated<boolean>;
  /** Where the configuration goes: files, or tables of this database (`realtime_sections`). */
  driver: Generated<'files' | 'database'>;
  username: Generated<string>;
  /** Encrypted with the secret key (`platform/db/secrets`). Empty: none. */
  secret: Generated<string>;
  /** 0: the port of the live login. */
  port: Generated<number>;
  tls: Generated<boolean>;
  /** Minutes between two checks for drift. */
  checkMinutes: Generated<number>;
  /** Set by a rollback, cleared when someone applies by hand. */
  held: Generated<boolean>;
  /** Failed tries in a row. */
  failures: Generated<number>;
  retryAt: Timestamp | null;
  /** Why the last run failed. */
  problem: NullableJson<ColumnTypes['provisioning.problem']>;
  checkedAt: Timestamp | null;
  /** Whether the login of the live view has the right to write configuration, which it should not. */
  liveLoginWrites: Generated<boolean>;
  /** Files that the PBX has to include, as found at the last check. */
  includes: Json<ColumnTypes['provisioning.includes']>;
  /** PJSIP transports as the PBX reported them: [{name, kind}]. null: never asked. */
  transports: NullableJson<ColumnTypes['provisioning.transports']>;
  /** Whether the PBX has each module that the console uses: {name: true}. null: never asked. */
  modules: NullableJson<ColumnTypes['provisioning.modules']>;
  /** Tables of refused prefixes in the AstDB of the PBX: key of a customer → name of the table. */
  rateTables: Json<unknown>;
}

/** State of each object on a PBX: written, or why not. */
interface ProvisioningObjectsTable {
  serverId: number;
  /** The configuration file it goes to. */
  kind: 'pjsip' | 'queue' | 'voicemail' | 'music' | 'dialplan';
  name: string;
  resource: Generated<string>;
  resourceId: Generated<string>;
  state: 'applied' | 'pending' | 'failed' | 'drift';
  reason: ColumnTypes['provisioningObjects.reason'] | null;
  params: Json<ColumnTypes['provisioningObjects.params']>;
  /** Hash of the sections as written. Empty: not written yet. */
  appliedHash: Generated<string>;
  appliedAt: Timestamp | null;
}

/** Runs of the provisioning worker: what was changed, and how it ended. */
interface ProvisioningRunsTable {
  id: string;
  serverId: number;
  kind: 'apply' | 'check' | 'rollback' | 'adopt';
  outcome: Generated<'running' | 'unchanged' | 'applied' | 'partly' | 'failed'>;
  username: Generated<string>;
  startedAt: MadeTimestamp;
  finishedAt: Timestamp | null;
  counts: Json<ColumnTypes['provisioningRuns.counts']>;
  problem: NullableJson<ColumnTypes['provisioningRuns.problem']>;
  /** The whole configuration before the run, encrypted, for a rollback. Kept for the last good runs only. */
  files: string | null;
}

/** Configuration that a PBX reads from this database (res_config_pgsql) instead of files. Each PBX signs in as `ringside_pbx_<id>` and may read the views below only, which show its own rows. */
interface RealtimeSectionsTable {
  serverId: number;
  sheet: 'endpoints' | 'auths' | 'aors' | 'queues';
  name: string;
  /** As rendered, in order: [[name, value], …]. Compared to find changes. */
  lines: RequiredJson<ColumnTypes['realtimeSections.lines']>;
  /** The same by option. Several values are separated by `;`, and a `;` inside a value is `^3B`. */
  options: RequiredJson<ColumnTypes['realtimeSections.options']>;
}

/** Queue members that a PBX reads from this database. */
interface RealtimeMembersTable {
  uniqueid: GeneratedAlways<number>;
  serverId: number;
  sheet: Generated<string>;
  queueName: string;
  interface: string;
  membername: string;
  penalty: number;
  /** Written by the PBX, as penalty is: a paused agent stays paused when the PBX reads the row again. */
  paused: Generated<number>;
  reasonPaused: Generated<string>;
}

export interface PbxTables {
  endpoints: EndpointsTable;
  pbxNames: PbxNamesTable;
  provisioning: ProvisioningTable;
  provisioningObjects: ProvisioningObjectsTable;
  provisioningRuns: ProvisioningRunsTable;
  realtimeSections: RealtimeSectionsTable;
  realtimeMembers: RealtimeMembersTable;
}
