// What is shown and sent: events, wallboards, reports by e-mail.
import type { ColumnType, Generated } from 'kysely';
import type { WallPage } from '@ringside/core/contract/wallboards.ts';
import type { Json, MadeTimestamp, Stamped, Timestamp } from './columns.ts';

/** Events of the PBXs, append only; `kind` is that of the live event, `completed` for a call that an agent ended. */
interface LiveEventsTable {
  id: Generated<number>;
  serverId: number;
  at: Timestamp;
  kind: string;
  queue: string | null;
  body: Json<Record<string, unknown>>;
}

interface WallboardsTable extends Stamped {
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

interface WallboardLinksTable {
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

interface ReportSchedulesTable extends Stamped {
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

interface ReportLettersTable {
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

export interface ReportTables {
  liveEvents: LiveEventsTable;
  wallboards: WallboardsTable;
  wallboardLinks: WallboardLinksTable;
  reportSchedules: ReportSchedulesTable;
  reportLetters: ReportLettersTable;
}
