// One-time links: the first administrator's and those that set a password, made by an administrator or asked for by
// oneself. Only their hash is stored.
import type { Db } from '../db/connect.ts';
import { newId } from '../db/new-id.ts';
import { hashToken, newToken } from './token.ts';

const LINK_HOURS = { setup: 24 * 7, password: 72, reset: 1 } as const;
export type LinkKind = keyof typeof LINK_HOURS;

/** A new one-time link; earlier ones of the same purpose and user end. */
export const makeLink = async (
  db: Db,
  kind: LinkKind,
  userId: string | null,
  now: Date,
): Promise<{ readonly token: string; readonly expiresAt: Date }> => {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + LINK_HOURS[kind] * 3_600_000);
  await db
    .deleteFrom('oneTimeLinks')
    .where('kind', '=', kind)
    .where('userId', 'is not distinct from', userId)
    .execute();
  await db
    .insertInto('oneTimeLinks')
    .values({ id: newId(), kind, userId, tokenHash: hashToken(token), createdAt: now, expiresAt })
    .execute();
  return { token, expiresAt };
};

/** The link's user (null for set-up), or undefined when it is unknown, used or late. */
export const peekLink = async (
  db: Db,
  kinds: readonly LinkKind[],
  token: string,
  now: Date,
): Promise<string | null | undefined> => {
  const row = await db
    .selectFrom('oneTimeLinks')
    .select('userId')
    .where('tokenHash', '=', hashToken(token))
    .where('kind', 'in', kinds)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row === undefined ? undefined : row.userId;
};

/** Uses the link up. Of two that try at once, one gets false. */
export const takeLink = async (tx: Db, token: string): Promise<boolean> => {
  const gone = await tx.deleteFrom('oneTimeLinks').where('tokenHash', '=', hashToken(token)).executeTakeFirst();
  return gone.numDeletedRows === 1n;
};

/** Every link of the user ends, of one kind or of all. */
export const endLinks = async (tx: Db, userId: string, kind?: LinkKind): Promise<void> => {
  await tx
    .deleteFrom('oneTimeLinks')
    .where('userId', '=', userId)
    .$if(kind !== undefined, (q) => q.where('kind', '=', kind ?? ''))
    .execute();
};
