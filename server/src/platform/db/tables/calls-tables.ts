// Made from the schema by testing/make-table-types.ts: change the schema instead.
import type { Generated } from 'kysely';
import type { MadeTimestamp, RequiredJson, Timestamp } from './columns.ts';

/** Rows of Asterisk's call detail records, as they arrived. No foreign keys: they outlive server and customer. */
interface CdrLegsTable {
  serverId: number;
  linkedid: string;
  uniqueid: string;
  sequence: number;
  accountCode: string;
  peerAccount: string;
  tenantId: string;
  source: string;
  destination: string;
  context: string;
  callerId: string;
  channel: string;
  destinationChannel: string;
  lastApplication: string;
  lastData: string;
  startAt: Timestamp;
  answerAt: Timestamp | null;
  endAt: Timestamp;
  duration: number;
  billableSeconds: number;
  disposition: string;
  userField: string;
  recordingFile: string;
  arrivedAt: MadeTimestamp;
}

/** Call records, computed from the legs. One record per call and customer. No foreign keys: they outlive server and customer. */
interface CallsTable {
  id: string;
  serverId: number;
  linkedid: string;
  uniqueid: string;
  customerId: string | null;
  /** Customer of a further record of a call between customers. Empty: the call's own record. */
  party: Generated<string>;
  callcenterId: string | null;
  direction: 'inbound' | 'outbound' | 'internal';
  /** answered, missed, busy, failed and so on. */
  status: string;
  source: string;
  sourceName: string;
  destination: string;
  extension: string;
  /** Channel of the subscriber or trunk, such as `PJSIP/acme-201`. */
  device: string;
  /** Trunk of the first paid leg. Empty: none. null: `rules` is 0. */
  trunk: string | null;
  queue: string | null;
  agentName: string | null;
  agentInterface: string | null;
  startAt: Timestamp;
  answerAt: Timestamp | null;
  /** Start of the billed time: the first answer of the trunk. null: not connected, or `rules` is 0. */
  connectedAt: Timestamp | null;
  endAt: Timestamp;
  duration: number;
  waitSeconds: number;
  talkSeconds: number;
  billableSeconds: number;
  /** Further paid legs of a call that was forwarded outside, as JSON: [{number, device, answerAt, seconds}]. */
  onward: string | null;
  /** How many CDR rows the call has. */
  legs: number;
  /** Version of the rules that made the record. 0: an old console. Such a record keeps its facts while its legs exist. */
  rules: Generated<number>;
  /** The call waits to be rated. */
  ratingDue: Generated<boolean>;
  recordingFile: string;
  /** The recording is on hold: it is not deleted. */
  recordingHeld: Generated<boolean>;
  /** null: as the PBX left it. */
  recordingState: 'deleting' | 'deleted' | 'missing' | null;
  recordingStateAt: Timestamp | null;
}

/** Calls that were joined: channels that began under the linked id `origin` continued under `linkedid`. */
interface CallLinksTable {
  serverId: number;
  linkedid: string;
  origin: string;
}

/** Start and end of calls whose records were deleted by age. Concurrent calls are billed from them. They hold no numbers. */
interface CallSpansTable {
  customerId: string;
  serverId: number;
  linkedid: string;
  startAt: Timestamp;
  endAt: Timestamp;
}

/** Call records that PBX servers write themselves (cdr_pgsql). Rows wait here until the console reads them, about a second. A login may insert here and nothing else (`ringside cdr-login`). */
interface AsteriskCdrTable {
  id: Generated<number>;
  /** Login that wrote the row. */
  writtenBy: Generated<string>;
  arrivedAt: MadeTimestamp;
  accountcode: string | null;
  src: string | null;
  dst: string | null;
  dcontext: string | null;
  clid: string | null;
  channel: string | null;
  dstchannel: string | null;
  lastapp: string | null;
  lastdata: string | null;
  /** Seconds since 1970, because the PBX sends no time zone. */
  start: number | null;
  answer: number | null;
  end: number | null;
  duration: number | null;
  billsec: number | null;
  disposition: string | null;
  userfield: string | null;
  uniqueid: string | null;
  linkedid: string | null;
  peeraccount: string | null;
  sequence: number | null;
  recordingfile: string | null;
  tenant: string | null;
  /** Why the row cannot be read. It stays for an administrator. */
  fault: string | null;
}

/** Which login belongs to which PBX server, and the range of time that it wrote. */
interface CdrWritersTable {
  login: string;
  serverId: number;
  firstAt: Timestamp | null;
  lastAt: Timestamp | null;
}

/** How far the console has read the files that it follows (RINGSIDE_LOGS), so that a restart or a rotation loses nothing. */
interface FollowedLogsTable {
  serverId: number;
  path: string;
  /** Identifies the imported file. A rotation renames the file. */
  inode: string;
  position: number;
  /** No calls are missing from this time on: the end of the first imported call. */
  since: Timestamp | null;
  readAt: Timestamp;
  /** SHA-256 of the last bytes before `position`. It shows that a file was truncated and has grown again. null: not known. */
  tail: string | null;
}

/** Imports of old call records and queue logs, with progress and result. */
interface HistoryImportsTable {
  id: string;
  serverId: number;
  kind: string;
  fileName: string;
  timeZone: string;
  dryRun: boolean;
  state: 'running' | 'done' | 'failed';
  progress: RequiredJson<unknown>;
  startedAt: Timestamp;
  finishedAt: Timestamp | null;
}

/** Set when history of a PBX was imported: figures of today that were counted before have to be counted again. */
interface HistoryNewsTable {
  serverId: number;
  readAt: Timestamp;
  toAt: Timestamp;
}

/** Times in which the console did not see a PBX server. Figures miss what happened then until its own records are read. */
interface PbxGapsTable {
  id: string;
  serverId: number;
  fromAt: Timestamp;
  /** null: the gap is open. A server has at most one open gap. */
  toAt: Timestamp | null;
  /** The link, the console, or the server was off. */
  cause: 'link' | 'console' | 'off';
  /** Call records and queue history come from different files. */
  callsCaughtUpAt: Timestamp | null;
  callsRecovered: Generated<number>;
  queuesCaughtUpAt: Timestamp | null;
  /** Queue visits that the catch-up found. */
  staysRecovered: Generated<number>;
}

/** When each PBX server was last seen. After a crash the next start opens the gap from there. */
interface PbxSeenTable {
  serverId: number;
  seenAt: Timestamp;
}

/** Where the recordings of a PBX server are. Without a row: a folder of the console's own machine (RINGSIDE_RECORDINGS). */
interface RecordingSourcesTable {
  serverId: number;
  kind: 'local' | 'ari' | 'http' | 's3';
  /** Folder that the PBX records into. It is removed from the file names. */
  pbxFolder: Generated<string>;
  /** local: a folder below that of the console. Otherwise the address of the service. */
  address: Generated<string>;
  username: Generated<string>;
  /** Encrypted with the secret key (`platform/db/secrets`). Empty: none. */
  secret: Generated<string>;
  bucket: Generated<string>;
  region: Generated<string>;
  /** Put in front of each name in a bucket. */
  prefix: Generated<string>;
  /** Whether the console may delete recordings there. */
  mayDelete: Generated<boolean>;
}

/** Size of the recordings of a customer at the end of each day, for fees by storage. */
interface RecordingDaysTable {
  customerId: string;
  day: string;
  bytes: number;
}

/** Recordings that someone started by hand. */
interface HandRecordingsTable {
  id: string;
  serverId: number;
  linkedid: string;
  /** The customer who recorded, for a call between customers. null: the customer of the call. */
  customerId: string | null;
  file: string;
  begunBy: string;
  begunAt: MadeTimestamp;
  /** null: as the PBX left it. */
  state: 'deleting' | 'deleted' | 'missing' | null;
  stateAt: Timestamp | null;
}

export interface CallsTables {
  cdrLegs: CdrLegsTable;
  calls: CallsTable;
  callLinks: CallLinksTable;
  callSpans: CallSpansTable;
  asteriskCdr: AsteriskCdrTable;
  cdrWriters: CdrWritersTable;
  followedLogs: FollowedLogsTable;
  historyImports: HistoryImportsTable;
  historyNews: HistoryNewsTable;
  pbxGaps: PbxGapsTable;
  pbxSeen: PbxSeenTable;
  recordingSources: RecordingSourcesTable;
  recordingDays: RecordingDaysTable;
  handRecordings: HandRecordingsTable;
}
