// Reads and writes users during sign-in, passwords and e-mail addresses.
import type { RowOf } from '../../platform/db/schema.ts';
import { sql } from 'kysely';
import { masksFor } from '@ringside/core/access/narrowing.ts';
import type { Landing } from '@ringside/core/contract/access/role.ts';
import type { SessionUser } from '@ringside/core/contract/access/session.ts';
import type { ListView } from '@ringside/core/contract/access/views.ts';
import { hiddenTaken } from '../../platform/db/rows/hidden-taken.ts';
import type { Db } from '../../platform/db/connect.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { UserRow } from '../../platform/db/schema.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { customersOf } from '../../platform/caller/reach.ts';

/** Finds a user by username or e-mail address, case-insensitively. */
export const findUserToSignIn = (db: Db, name: string): Promise<UserRow | undefined> =>
  db
    .selectFrom('users')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb(eb.fn('lower', ['username']), '=', name.toLowerCase()),
        eb(eb.fn('lower', ['email']), '=', name.toLowerCase()),
      ]),
    )
    // A username may equal another user's e-mail address. The username takes precedence.
    .orderBy(sql`lower(username) = ${name.toLowerCase()}`, 'desc')
    .limit(1)
    .executeTakeFirst();

/** Returns whether the account is active and has not ended. */
export const isOpen = (user: Pick<UserRow, 'status' | 'expiresAt'>, now: number): boolean =>
  user.status === 'active' && (user.expiresAt === null || user.expiresAt.getTime() > now);

/** Returns whether a link admits the user, including users without a password. */
export const mayBegin = (user: Pick<UserRow, 'status' | 'expiresAt'>, now: number): boolean =>
  isOpen({ ...user, status: user.status === 'disabled' ? 'disabled' : 'active' }, now);

/**
 * Returns whether the account waits for an invitation by a person: a key that only some networks may use created it. A reset link would
 * open it from any network.
 */
export const awaitsInvitation = async (
  db: Db,
  user: Pick<UserRow, 'status' | 'invitedBy' | 'viaKeyId'>,
): Promise<boolean> => {
  if (user.status !== 'invited' || user.invitedBy !== '' || user.viaKeyId === null) return false;
  const key = await db.selectFrom('apiKeys').select('cidrs').where('id', '=', user.viaKeyId).executeTakeFirst();
  return key !== undefined && key.cidrs.length > 0;
};

/** Returns whether users of the customer can sign in. Users of a suspended customer can, but only to read. */
export const mayCustomerSignIn = async (db: Db, customerId: string | null): Promise<boolean> => {
  if (customerId === null) return true;
  const row = await db.selectFrom('customers').select('status').where('id', '=', customerId).executeTakeFirst();
  return row !== undefined && row.status !== 'terminated';
};

export const markSignedIn = async (db: Db, userId: string, at: Date, ip: string): Promise<void> => {
  await db.updateTable('users').set({ lastLoginAt: at, lastLoginIp: ip }).where('id', '=', userId).execute();
};

const logoOf = (customer: string) =>
  sql<string | null>`(select '/api/logos/' || l.key from customer_logos l where l.customer_id = ${sql.ref(customer)})`;

export const readSessionUser = async (db: Db, caller: Caller): Promise<SessionUser> => {
  const user = await db
    .selectFrom('users as u')
    .innerJoin('roles as r', 'r.id', 'u.roleId')
    .leftJoin('customers as c', 'c.id', 'u.customerId')
    .leftJoin('customers as above', 'above.id', 'c.parentId')
    .leftJoin('avatars as a', 'a.userId', 'u.id')
    .select(['u.id', 'u.username', 'u.email', 'u.firstname', 'u.lastname', 'u.theme', 'u.language', 'u.timezone'])
    .select(['u.customerId', 'c.name as customerName', 'c.country', 'a.key as avatarKey'])
    .select([sql<Landing | 'role'>`u.landing`.as('landing'), sql<Landing>`r.landing`.as('roleLanding')])
    .select([
      sql<string | null>`coalesce(nullif(c.brand_name, ''), above.brand_name)`.as('brandName'),
      sql<string | null>`coalesce(nullif(c.brand_color, 'standard'), above.brand_color)`.as('brandColor'),
      sql<string | null>`coalesce(${logoOf('c.id')}, ${logoOf('above.id')})`.as('brandLogo'),
    ])
    .where('u.id', '=', caller.userId)
    .executeTakeFirstOrThrow();
  const { avatarKey, brandName, brandColor, brandLogo, landing, roleLanding, ...person } = user;
  return {
    ...person,
    language: caller.language,
    role: caller.role,
    avatar: avatarKey === null ? null : `/api/avatars/${avatarKey}`,
    callcenterIds: [...caller.callcenterIds],
    abilities: [...caller.abilities],
    actedBy: caller.actedBy ?? null,
    requiredAction: caller.requiredAction ?? null,
    landing: landing === 'role' ? roleLanding : landing,
    suspended: caller.suspended === true,
    seesPrices: !masksFor(caller.narrowed ?? [], 'cdr').includes('price'),
    manyCustomers: customersOf(caller).length > 1,
    brand: { name: brandName ?? '', color: brandColor ?? 'standard', logo: brandLogo },
  };
};

/** Returns the brand of the customer with this host name (without port, case-insensitive). */
export const brandAt = async (db: Db, host: string) => {
  const row = await db
    .selectFrom('customers')
    .select(['brandName as name', 'brandColor as color', logoOf('customers.id').as('logo')])
    .where((eb) => eb(eb.fn('lower', ['brandHost']), '=', host.toLowerCase()))
    .where('brandHost', '<>', '')
    .executeTakeFirst();
  return row ?? { name: '', color: 'standard', logo: null };
};

interface OwnChanges {
  readonly firstname?: string | undefined;
  readonly lastname?: string | undefined;
  readonly language?: string | undefined;
  readonly timezone?: string | undefined;
  readonly theme?: Readonly<Record<string, string | number | boolean | null>> | undefined;
}

export const updateOwn = async (db: Db, userId: string, changes: OwnChanges): Promise<void> => {
  const { theme, ...rest } = changes;
  const values = { ...rest, ...(theme === undefined ? {} : { theme: JSON.stringify(theme) }) };
  if (Object.values(values).every((value) => value === undefined)) return;
  await db.updateTable('users').set(values).where('id', '=', userId).execute();
};

/** Sets the address. Throws the database's unique violation if another user has it. */
export const setEmail = async (tx: Db, userId: string, email: string, at: Date): Promise<void> => {
  await tx.updateTable('users').set({ email, updatedAt: at }).where('id', '=', userId).execute();
};

/** Limits how many addresses of other users a caller can detect per hour. */
export const answerTaken = hiddenTaken;

export const isEmailTaken = async (db: Db, userId: string, email: string): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email))
    .where('id', '<>', userId)
    .executeTakeFirst()) !== undefined;

export const setPasswordHash = async (db: Db, userId: string, passwordHash: string, at: Date): Promise<void> => {
  await db
    .updateTable('users')
    .set({
      passwordHash,
      passwordChangedAt: at,
      mustRenew: false,
      status: sql`case when status = 'invited' then 'active' else status end`,
    })
    .where('id', '=', userId)
    .execute();
};

/** Returns the texts that a password of this user must not consist of. */
export const passwordContext = async (db: Db, user: UserRow): Promise<string[]> => {
  const customer =
    user.customerId === null
      ? undefined
      : await db.selectFrom('customers').select('name').where('id', '=', user.customerId).executeTakeFirst();
  return [user.username, user.email, user.firstname, user.lastname, customer?.name ?? ''].filter((part) => part !== '');
};

export const listOwnSessions = (db: Db, userId: string) =>
  db
    .selectFrom('sessions')
    .select(['id', 'ip', 'userAgent', 'createdAt', 'lastSeenAt', 'expiresAt'])
    .where('userId', '=', userId)
    .orderBy('lastSeenAt', 'desc')
    .execute();

export const hasUsers = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;

const roleId = async (db: Db, name: string): Promise<string> => {
  const row = await db.selectFrom('roles').select('id').where('name', '=', name).executeTakeFirstOrThrow();
  return row.id;
};

export interface NewAdministrator {
  readonly username: string;
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly language: string;
  readonly timezone: string;
  readonly passwordHash: string;
}

export const insertAdministrator = async (tx: Db, values: NewAdministrator, at: Date): Promise<string> => {
  const id = newId();
  await tx
    .insertInto('users')
    .values({
      id,
      ...values,
      customerId: null,
      roleId: await roleId(tx, 'administrator'),
      theme: '{}',
      status: 'active',
      passwordChangedAt: at,
      lastLoginAt: null,
    })
    .execute();
  return id;
};

export const keepAvatar = async (
  db: Db,
  values: {
    readonly userId: string;
    readonly key: string;
    readonly contentType: RowOf<'avatars'>['contentType'];
    readonly bytes: Uint8Array;
    readonly createdAt: Date;
  },
): Promise<void> => {
  const { userId: _same, ...changed } = values;
  await db
    .insertInto('avatars')
    .values(values)
    .onConflict((c) => c.column('userId').doUpdateSet(changed))
    .execute();
};

export const dropAvatar = async (db: Db, userId: string): Promise<void> => {
  await db.deleteFrom('avatars').where('userId', '=', userId).execute();
};

export const findAvatar = (db: Db, key: string) =>
  db.selectFrom('avatars').select(['contentType', 'bytes']).where('key', '=', key).executeTakeFirst();

export const readViews = async (db: Db, userId: string): Promise<ListView[]> => {
  const rows = await db
    .selectFrom('listViews')
    .select(['list', 'columns', 'density'])
    .where('userId', '=', userId)
    .orderBy('list')
    .execute();
  return rows;
};

export const writeView = async (db: Db, userId: string, { list, columns, density }: ListView): Promise<void> => {
  const values = { columns: columns === null ? null : JSON.stringify(columns), density };
  await db
    .insertInto('listViews')
    .values({ userId, list, ...values })
    .onConflict((c) => c.columns(['userId', 'list']).doUpdateSet(values))
    .execute();
};
