// Made from the schema by testing/make-table-types.ts: change the schema instead.
import type { Generated, GeneratedAlways } from 'kysely';
import type { ColumnTypes } from './column-types.ts';
import type { Json, MadeTimestamp, Timestamp } from './columns.ts';

/** Requests that carried an Idempotency-Key. A repeated request with the same key gets the first answer. Rows are deleted after a day. */
interface IdempotencyKeysTable {
  /** Who called: `user <id>` or `key <id>`, and on whose behalf. */
  caller: string;
  key: string;
  /** The process that carries out the request. */
  owner: string;
  claimedAt: Timestamp;
  /** The request, encrypted, because a body may hold a secret. */
  request: string;
  /** The answer, encrypted. null: not finished. */
  answer: string | null;
  /** The row that the request wrote, set in the same transaction. After a crash it shows whether the request was carried out. */
  doneResource: string | null;
  doneId: string | null;
}

/** Work that a committed change leaves behind, written in the transaction of the change. One worker per topic (`platform/outbox`) claims entries, and deletes them when they are done. */
interface OutboxTable {
  id: GeneratedAlways<number>;
  /** Kind of work. */
  topic: string;
  /** Entries of a topic with the same key may be handled together. */
  key: Generated<string>;
  payload: Json<ColumnTypes['outbox.payload']>;
  /** Tries, the running one included. */
  attempts: Generated<number>;
  /** null: at once. While a worker has the entry: until when. */
  nextAttemptAt: Timestamp | null;
  /** Why the last try failed. */
  problem: string | null;
  /** Dead letter: no further tries. */
  deadAt: Timestamp | null;
  createdAt: MadeTimestamp;
}

/** A text encrypted with the secret key. The console compares it at start, so that a wrong key fails there and not at the first stored secret. */
interface SecretKeyProofTable {
  /** Keeps the table at one row. */
  onlyRow: Generated<boolean>;
  sealed: string;
}

export interface PlatformTables {
  idempotencyKeys: IdempotencyKeysTable;
  outbox: OutboxTable;
  secretKeyProof: SecretKeyProofTable;
}
