// What the console keeps for itself: audit, deleted rows, notifications, repeated requests, lists as people set them.
import type { ColumnType, Generated } from 'kysely';
import type { Json, MadeTimestamp, Timestamp } from './columns.ts';

interface AuditTable {
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

interface DeletedRowsTable {
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

interface NotificationsTable {
  id: string;
  userId: string;
  kind: string;
  params: Json<Record<string, string | number>>;
  /** Of what still goes on; null: told and done. */
  openKey: string | null;
  at: Timestamp;
  readAt: Timestamp | null;
}

interface IdempotencyKeysTable {
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

interface ListViewsTable {
  userId: string;
  list: string;
  columns: ColumnType<string[] | null, string | null, string | null>;
  density: string;
}

export interface ConsoleTables {
  audit: AuditTable;
  deletedRows: DeletedRowsTable;
  notifications: NotificationsTable;
  idempotencyKeys: IdempotencyKeysTable;
  listViews: ListViewsTable;
}
