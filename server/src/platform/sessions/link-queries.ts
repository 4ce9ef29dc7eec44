// Creates and redeems one-time links: the first administrator's set-up link, and links that set a password, created by an administrator or
// requested by the user. Only their hash is stored.
import type { Db } from '../db/connect.ts';
import { newId } from '../db/new-id.ts';
import { hashToken, newToken } from './token.ts';

const LINK_HOURS = { setup: 24 * 7, password: 72, reset: 1 } as const;
type LinkKind = keyof typeof LINK_HOURS;

/** Creates a one-time link. Earlier links of the same purpose and user become invalid. */
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

/** Returns the link's user (`null` for set-up), or `undefined` if the link is unknown, used or expired. */
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

/** Redeems the link. Of two concurrent calls, one returns false. */
export const takeLink = async (tx: Db, token: string): Promise<boolean> => {
  const gone = await tx.deleteFrom('oneTimeLinks').where('tokenHash', '=', hashToken(token)).executeTakeFirst();
  return gone.numDeletedRows === 1n;
};

/** Invalidates the user's links, of one kind or of all kinds. */
export const endLinks = async (tx: Db, userId: string, kind?: LinkKind): Promise<void> => {
  const links = tx.deleteFrom('oneTimeLinks').where('userId', '=', userId);
  await (kind === undefined ? links : links.where('kind', '=', kind)).execute();
};
