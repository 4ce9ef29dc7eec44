// Counts failed sign-ins by username and address together, by address, and by username. The last two counters do not lock out users at an
// address from which they have signed in before, so strangers cannot lock them out. Lock-outs grow: 1, 5, 15, 60 minutes. Guesses at one
// username from many addresses are slowed to one per minute.
import { sql } from 'kysely';
import { PATTERNS } from '@ringside/core/contract/text.ts';
import type { Db } from '../db/connect.ts';

const WINDOW_MINUTES = 15;
const LOCK_MINUTES = [1, 5, 15, 60] as const;
/** After one day without failures, the shortest lock-out applies again. */
const FORGET_HOURS = 24;

const LIMITS = { pair: 5, address: 50, account: 20, code: 10, mail: 3 } as const;
/** A network counts as known for this long after the last sign-in from it. */
const KNOWN_DAYS = 90;

/** Reduces an IPv6 address to its /64, which usually belongs to one subscriber. */
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
  /** Above the limit: one try per minute, without growing lock-outs. */
  readonly slows?: true;
}

const nameOf = (username: string): string => username.toLowerCase().slice(0, 254);

const pairOf = (username: string, ip: string): Counter => ({
  key: `pair:${nameOf(username)}|${networkOf(ip)}`,
  limit: LIMITS.pair,
});
const countersOf = (username: string, ip: string): readonly Counter[] => [
  pairOf(username, ip),
  { key: `address:${networkOf(ip)}`, limit: LIMITS.address },
  // Links and passkeys have no username, so all users share these counters.
  ...(PATTERNS.username.test(username)
    ? [{ key: `account:${nameOf(username)}`, limit: LIMITS.account, slows: true as const }]
    : []),
];

const isKnown = async (db: Db, username: string, ip: string, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('knownNetworks')
    .select('seenAt')
    .where('username', '=', nameOf(username))
    .where('network', '=', networkOf(ip))
    .where('seenAt', '>', new Date(now.getTime() - KNOWN_DAYS * 86_400_000))
    .executeTakeFirst()) !== undefined;

/** Counts one try of one counter. Returns the remaining lock-out in seconds, or `null` if the try is allowed. */
const count = async (db: Db, counter: Counter, now: Date): Promise<number | null> =>
  db.transaction().execute(async (tx) => {
    // Inserts or locks the row in one statement, because a successful sign-in may delete it concurrently.
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
    const minutes = counter.slows ? 1 : (LOCK_MINUTES[Math.min(stage, LOCK_MINUTES.length - 1)] ?? 60);
    const locks = failures >= (counter.slows && stage > 0 ? 1 : counter.limit);
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
 * Counts a try before the password is checked, so that parallel tries cannot exceed the limit.
 * Returns the remaining lock-out in seconds, or `null`.
 */
export const beginAttempt = async (db: Db, username: string, ip: string, now: Date): Promise<number | null> => {
  const counters = (await isKnown(db, username, ip, now)) ? [pairOf(username, ip)] : countersOf(username, ip);
  for (const counter of counters) {
    const wait = await count(db, counter, now);
    if (wait !== null) return wait;
  }
  return null;
};

/** Takes back a try that still needs the second factor. */
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
 * Counts one-time codes by user, from any address. Only a person who knows the password is asked for a code, so strangers cannot lock users
 * out. The limit is necessary because there are only a million codes.
 */
export const beginCodeAttempt = (db: Db, userId: string, now: Date): Promise<number | null> =>
  count(db, { key: `code:${userId}`, limit: LIMITS.code }, now);

export const forgiveCodes = async (db: Db, userId: string): Promise<void> => {
  await db.deleteFrom('loginFailures').where('key', '=', `code:${userId}`).execute();
};

/** Limits the e-mails that strangers can cause. */
export const mayMail = async (db: Db, userId: string, now: Date): Promise<boolean> =>
  (await count(db, { key: `mail:${userId}`, limit: LIMITS.mail }, now)) === null;

/** Call after a successful sign-in: resets the user's counter, takes this try back from the shared counters, and remembers the network. */
export const forgiveAttempt = async (db: Db, username: string, ip: string, now = new Date()): Promise<void> => {
  if (PATTERNS.username.test(username)) {
    await db
      .insertInto('knownNetworks')
      .values({ username: nameOf(username), network: networkOf(ip), seenAt: now })
      .onConflict((c) => c.columns(['username', 'network']).doUpdateSet({ seenAt: now }))
      .execute();
  }
  const [pair, ...shared] = countersOf(username, ip);
  await db
    .deleteFrom('loginFailures')
    .where('key', '=', pair?.key ?? '')
    .execute();
  await db
    .updateTable('loginFailures')
    .set((eb) => ({ failures: sql<number>`greatest(${eb.ref('failures')} - 1, 0)` }))
    .where(
      'key',
      'in',
      shared.map((counter) => counter.key),
    )
    .execute();
};

/** Deletes all lock-outs of a username. */
export const forgiveUser = async (db: Db, username: string): Promise<void> => {
  const prefix = `pair:${username.toLowerCase()}|`;
  await db
    .deleteFrom('loginFailures')
    .where((eb) => eb.or([sql<boolean>`starts_with(key, ${prefix})`, eb('key', '=', `account:${nameOf(username)}`)]))
    .execute();
};

/** Deletes expired counters and networks. */
export const pruneAttempts = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('knownNetworks')
    .where('seenAt', '<', new Date(now.getTime() - KNOWN_DAYS * 86_400_000))
    .execute();
  await db
    .deleteFrom('loginFailures')
    .where('firstAt', '<', new Date(now.getTime() - FORGET_HOURS * 3_600_000))
    .where((eb) => eb.or([eb('lockedUntil', 'is', null), eb('lockedUntil', '<', now)]))
    .execute();
};
