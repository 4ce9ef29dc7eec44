// Made from the schema by testing/make-table-types.ts: change the schema instead.
import type { Generated } from 'kysely';
import type { ColumnTypes } from './column-types.ts';
import type { Json, MadeTimestamp, NullableJson, RequiredJson, Stamped, Timestamp } from './columns.ts';

/** Wallboards: pages of tiles. */
interface WallboardsTable extends Stamped {
  id: string;
  customerId: string;
  name: string;
  language: ColumnTypes['wallboards.language'] | null;
  scheme: ColumnTypes['wallboards.scheme'];
  rotateSeconds: number;
  sound: boolean;
  /** No sound between these times. null: none. */
  quietHours: NullableJson<ColumnTypes['wallboards.quietHours']>;
  /** Pages and tiles as the contract declares them. */
  pages: RequiredJson<ColumnTypes['wallboards.pages']>;
}

/** Links that open a wallboard without signing in. A revoked link stays as a record. */
interface WallboardLinksTable {
  id: string;
  wallboardId: string;
  name: string;
  /** SHA-256 of the token in the link. */
  tokenHash: string;
  /** Networks that may open the link. []: any. */
  cidrs: Json<ColumnTypes['wallboardLinks.cidrs']>;
  expiresAt: Timestamp;
  revokedAt: Timestamp | null;
  createdBy: string;
  createdAt: MadeTimestamp;
  lastSeenAt: Timestamp | null;
  lastSeenIp: Generated<string>;
}

/** Notifications, one row per user. */
interface NotificationsTable {
  id: string;
  userId: string;
  kind: ColumnTypes['notifications.kind'];
  params: RequiredJson<ColumnTypes['notifications.params']>;
  /** Names what is going on, such as `pbx:3`, so that it is notified once and its end updates the same row. */
  openKey: string | null;
  at: Timestamp;
  readAt: Timestamp | null;
}

export interface BoardsTables {
  wallboards: WallboardsTable;
  wallboardLinks: WallboardLinksTable;
  notifications: NotificationsTable;
}
