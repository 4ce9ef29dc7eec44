// Deletes old live events. Events that figures and reports are built from stay; intermediate steps serve only the last days.
import { sql } from 'kysely';
import type { Db } from '../platform/db/connect.ts';

const DAY_MS = 86_400_000;
const STEPS_DAYS = 8;

/** Deletes steps older than eight days. Outcomes and agent states stay. */
export const pruneEvents = async (db: Db, now: number): Promise<void> => {
  await sql`delete from live_events
    where at < ${new Date(now - STEPS_DAYS * DAY_MS)} and kind not in ('outcome', 'member', 'member-removed')`.execute(
    db,
  );
};
