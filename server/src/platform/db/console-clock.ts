// Keeps all stored times on the console's clock instead of PostgreSQL's: SQL calls `console_now()` instead of `now()`.
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** Slower answers are retried, because the comparison can be wrong by half of the round trip. */
const ROUND_TRIP_MS = 500;
const TRIES = 5;
/** Smaller differences are ignored because they are within network latency. */
const LEFT_SECONDS = 0.25;

interface ClockReading {
  /** Seconds that PostgreSQL's clock is ahead of the console's, negative when behind. */
  readonly ahead: number;
  /** Seconds that `console_now()` subtracts from PostgreSQL's clock. */
  readonly taken: number;
}

const look = async (db: Kysely<Schema>): Promise<ClockReading> => {
  for (let left = TRIES; ; left -= 1) {
    const before = Date.now();
    // oxlint-disable-next-line ringside/console-clock -- the one place that reads PostgreSQL's clock
    const { rows } = await sql<{ at: number; taken: number }>`select
      extract(epoch from clock_timestamp())::float8 as at, extract(epoch from now() - console_now())::float8 as taken`.execute(
      db,
    );
    const after = Date.now();
    const [row] = rows;
    if (row === undefined) throw new Error('PostgreSQL did not return its time');
    if (after - before > ROUND_TRIP_MS && left > 1) continue;
    return { ahead: row.at - (before + after) / 2000, taken: row.taken };
  }
};

/** Redefines `console_now()` so that it returns the console's time. Returns the seconds that PostgreSQL's clock is ahead. */
export const matchClock = async (db: Kysely<Schema>): Promise<number> => {
  const { ahead, taken } = await look(db);
  if (Math.abs(ahead - taken) <= LEFT_SECONDS) return ahead;
  const body = Math.abs(ahead) <= LEFT_SECONDS ? 'now()' : `now() - interval '${ahead.toFixed(3)} seconds'`;
  await sql
    .raw(
      `create or replace function console_now() returns timestamptz language sql stable as $clock$ select ${body} $clock$`,
    )
    .execute(db);
  return ahead;
};
