// Failed sign-ins, counted by user name and address together and by address alone. A user name alone is never locked:
// strangers could lock the staff out. Locks grow: 1, 5, 15, 60 minutes.
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';

const WINDOW_MINUTES = 15;
const LOCK_MINUTES = [1, 5, 15, 60] as const;
/** A quiet day begins again at the shortest lock. */
const FORGET_HOURS = 24;

const LIMITS = { pair: 5, address: 50, code: 10, mail: 3 } as const;

/** An IPv6 household has a whole /64. */
const networkOf = (ip: string): string => {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip;
  const [head = '', tail] = ip.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  return [...groups, ...Array.from({ length: missing }, () => '0')].slice(0, 4).join(':');
};

interface Counter {
  readonly key: string;
  readonly limit: number;
}

const countersOf = (username: string, ip: string): readonly Counter[] => [
  { key: `pair:${username.toLowerCase().slice(0, 254)}|${networkOf(ip)}`, limit: LIMITS.pair },
  { key: `address:${networkOf(ip)}`, limit: LIMITS.address },
];

/** Counts one try of one counter. Seconds that it is locked for already, or null when the try may go on. */
const count = async (db: Db, counter: Counter, now: Date): Promise<number | null> =>
  db.transaction().execute(async (tx) => {
    // Made or locked in one statement: whoever comes in meanwhile forgives, and takes the row away.
    const row = await tx
      .insertInto('loginFailures')
      .values({ key: counter.key, failures: 0, stage: 0, firstAt: now, lockedUntil: null })
      .onConflict((c) => c.column('key').doUpdateSet((eb) => ({ key: eb.ref('excluded.key') })))
      .returningAll()
      .executeTakeFirstOrThrow();
    const lockedFor = row.lockedUntil === null ? 0 : row.lockedUntil.getTime() - now.getTime();
    if (lockedFor > 0) return Math.ceil(lockedFor / 1000);
    const age = now.getTime() - row.firstAt.getTime();
    const fresh = row.failures === 0 || age > WINDOW_MINUTES * 60_000;
    const stage = age > FORGET_HOURS * 3_600_000 ? 0 : row.stage;
    const failures = fresh ? 0 : row.failures;
    const minutes = LOCK_MINUTES[Math.min(stage, LOCK_MINUTES.length - 1)] ?? 60;
    const locks = failures >= counter.limit;
    await tx
      .updateTable('loginFailures')
      .set(
        locks
          ? { failures: 0, stage: stage + 1, firstAt: now, lockedUntil: new Date(now.getTime() + minutes * 60_000) }
          : { failures: failures + 1, stage, firstAt: fresh ? now : row.firstAt, lockedUntil: null },
      )
      .where('key', '=', counter.key)
      .execute();
    if (locks) return minutes * 60;
    return null;
  });

/**
 * Counts a try before it is judged, so that tries in parallel cannot slip past the limit.
 * Returns the seconds to wait when locked, or null when the password may be checked.
 */
export const beginAttempt = async (db: Db, username: string, ip: string, now: Date): Promise<number | null> => {
  for (const counter of countersOf(username, ip)) {
    const wait = await count(db, counter, now);
    if (wait !== null) return wait;
  }
  return null;
};

/** The try proved nothing and disproved nothing (the code is still to come): it is as if it had not been. */
export const withdrawAttempt = async (db: Db, username: string, ip: string): Promise<void> => {
  await db
    .updateTable('loginFailures')
    .set((eb) => ({ failures: sql<number>`greatest(${eb.ref('failures')} - 1, 0)` }))
    .where(
      'key',
      'in',
      countersOf(username, ip).map((counter) => counter.key),
    )
    .execute();
};

/**
 * One-time codes are counted by user, wherever the tries come from: whoever is asked for one has given the password
 * already, so strangers cannot lock anybody out this way, and a million codes are few.
 */
export const beginCodeAttempt = (db: Db, userId: string, now: Date): Promise<number | null> =>
  count(db, { key: `code:${userId}`, limit: LIMITS.code }, now);

export const forgiveCodes = async (db: Db, userId: string): Promise<void> => {
  await db.deleteFrom('loginFailures').where('key', '=', `code:${userId}`).execute();
};

/** Nobody's mailbox is filled by strangers. */
export const mayMail = async (db: Db, userId: string, now: Date): Promise<boolean> =>
  (await count(db, { key: `mail:${userId}`, limit: LIMITS.mail }, now)) === null;

/** The try was right: it does not count. The address keeps what others' tries from it have earned. */
export const forgiveAttempt = async (db: Db, username: string, ip: string): Promise<void> => {
  const [pair, address] = countersOf(username, ip);
  await db
    .deleteFrom('loginFailures')
    .where('key', '=', pair?.key ?? '')
    .execute();
  await db
    .updateTable('loginFailures')
    .set((eb) => ({ failures: sql<number>`greatest(${eb.ref('failures')} - 1, 0)` }))
    .where('key', '=', address?.key ?? '')
    .execute();
};

/** Every lock of a user name, wherever its tries came from. */
export const forgiveUser = async (db: Db, username: string): Promise<void> => {
  const prefix = `pair:${username.toLowerCase()}|`;
  await db
    .deleteFrom('loginFailures')
    .where(sql<boolean>`starts_with(key, ${prefix})`)
    .execute();
};

/** Forgets what no longer matters. */
export const pruneAttempts = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('loginFailures')
    .where('firstAt', '<', new Date(now.getTime() - FORGET_HOURS * 3_600_000))
    .where((eb) => eb.or([eb('lockedUntil', 'is', null), eb('lockedUntil', '<', now)]))
    .execute();
};
