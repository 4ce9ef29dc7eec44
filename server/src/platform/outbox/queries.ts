// Reads and writes the outbox: work that a change requests. Entries are written in the transaction of the change and removed when the work
// is done.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../db/connect.ts';

interface NewEntry {
  /** Entries of one topic with the same key concern the same object. */
  readonly key: string;
  readonly payload?: Readonly<Record<string, unknown>>;
}

export interface OutboxEntry {
  readonly id: number;
  readonly key: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Number of tries, including the current one. */
  readonly attempts: number;
}

/** Rows inserted by one statement. */
const AT_ONCE = 1000;

/** Adds entries in the transaction of the change. Commit before waking the worker. */
export const addToOutbox = async (tx: Db, topic: string, entries: readonly NewEntry[]): Promise<void> => {
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    const rows = entries
      .slice(at, at + AT_ONCE)
      .map(({ key, payload = {} }) => ({ topic, key, payload: JSON.stringify(payload) }));
    await tx.insertInto('outbox').values(rows).execute();
  }
};

/** Adds an entry for each row of a query with the columns `key` (text) and `payload` (jsonb). */
export const addSelected = async (tx: Db, topic: string, select: RawBuilder<unknown>): Promise<void> => {
  await sql`insert into outbox (topic, key, payload)
    select ${topic}::text, selected.key, selected.payload from (${select}) as selected (key, payload)`.execute(tx);
};

/** Returns the topics that have due entries. */
export const dueTopics = async (db: Db, topics: readonly string[], now: Date): Promise<string[]> => {
  const { rows } = await sql<{ topic: string }>`
    select asked.topic from unnest(${[...topics]}::text[]) as asked (topic)
    where exists (select from outbox o where o.topic = asked.topic and o.dead_at is null
      and (o.next_attempt_at is null or o.next_attempt_at <= ${now}))`.execute(db);
  return rows.map(({ topic }) => topic);
};

/** Claims up to `most` due entries, oldest first. The claim ends at `until`, so entries of a crashed worker become due again. */
export const claimEntries = async (
  db: Db,
  topic: string,
  { now, until, most }: { readonly now: Date; readonly until: Date; readonly most: number },
): Promise<OutboxEntry[]> => {
  const { rows } = await sql<OutboxEntry>`
    update outbox set attempts = attempts + 1, next_attempt_at = ${until}
    where id in (
      select id from outbox
      where topic = ${topic} and dead_at is null and (next_attempt_at is null or next_attempt_at <= ${now})
      order by id limit ${most} for update skip locked)
    returning id, key, payload, attempts`.execute(db);
  return rows.map((row) => ({ ...row, id: Number(row.id) })).toSorted((a, b) => a.id - b.id);
};

export const removeEntries = async (db: Db, ids: readonly number[]): Promise<void> => {
  if (ids.length > 0) await sql`delete from outbox where id = any(${[...ids]}::bigint[])`.execute(db);
};

/** Records a failure. With `retryAt` `null` the entries become dead letters. */
export const failEntries = async (
  db: Db,
  ids: readonly number[],
  { problem, retryAt, now }: { readonly problem: string; readonly retryAt: Date | null; readonly now: Date },
): Promise<void> => {
  await sql`update outbox set problem = ${problem}, next_attempt_at = ${retryAt},
      dead_at = ${retryAt === null ? now : null}::timestamptz
    where id = any(${[...ids]}::bigint[])`.execute(db);
};

/** Delays entries that are not done yet although nothing failed. */
export const postponeEntries = async (db: Db, ids: readonly number[], until: Date): Promise<void> => {
  await sql`update outbox set next_attempt_at = ${until}, attempts = 0 where id = any(${[...ids]}::bigint[])`.execute(
    db,
  );
};

/** Deletes dead letters older than `before`. Returns their number. */
export const purgeDeadLetters = async (db: Db, before: Date): Promise<number> => {
  const { numAffectedRows } = await sql`delete from outbox where dead_at < ${before}`.execute(db);
  return Number(numAffectedRows ?? 0n);
};
