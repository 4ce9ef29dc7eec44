// How long events stay: what figures and reports are folded from stays; the steps in between serve the last days alone.
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';

const DAY_MS = 86_400_000;
const STEPS_DAYS = 8;

/** Deletes steps that are older than eight days. Outcomes and the states of agents stay. */
export const pruneEvents = async (db: Db, now: number): Promise<void> => {
  await sql`delete from live_events
    where at < ${new Date(now - STEPS_DAYS * DAY_MS)} and kind not in ('outcome', 'member', 'member-removed')`.execute(
    db,
  );
};
