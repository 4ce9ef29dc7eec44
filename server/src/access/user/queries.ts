import { sql } from 'kysely';
import { users } from '@ringside/core/contract/access/user.ts';
import type { Db } from '../../platform/db/connect.ts';
import { newId } from '../../platform/db/new-id.ts';
import { once } from '../../platform/db/once.ts';
import { refuseOverLimit } from '../../customers/limit-queries.ts';
import { raiseVersion } from '../../platform/db/rows/raise-version.ts';
import { writeAudit } from '../../platform/db/audit.ts';
import { createResourceStore } from '../../platform/db/rows/resource-store.ts';
import type { RowFrom } from '../../platform/db/rows/list-rows.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { reaches } from '../../platform/caller/reach.ts';
import { hashPassword } from '../../platform/sessions/password-hash.ts';
import { refuseIfGuessable } from '../../platform/sessions/refuse-if-guessable.ts';
import { refuseAboveOwn } from '../../platform/sessions/grants.ts';
import { concludeEmailChange } from '../../platform/sessions/conclude-email-change.ts';
import { refuseOutlivingKey } from '../../platform/sessions/key-lineage-queries.ts';
import { makeLink } from '../../platform/sessions/link-queries.ts';
import { forgiveCodes } from '../../platform/sessions/lockout-queries.ts';
import { removePasskeysOf } from '../../platform/sessions/passkey-queries.ts';
import { removeTwoFactor } from '../../platform/sessions/two-factor-queries.ts';
import { assignableRole, refuseLastAdministrator } from './role-queries.ts';
import type { Role } from './role-queries.ts';
import { boundedEnd, refuseBeyondGiver, refuseOwnRelief } from './grant-queries.ts';
import { refuseByKey, refusePasswordByKey, releaseKeysOf } from './key-queries.ts';
import { addCallcenters, setCallcenters } from './team-queries.ts';
import { markChangedUsers } from '../../pbx/provisioning/mark-changes.ts';

const select = (db: Db) =>
  db
    .selectFrom('users as u')
    .innerJoin('roles as r', 'r.id', 'u.roleId')
    .leftJoin('customers as c', 'c.id', 'u.customerId')
    .select(['u.id', 'u.customerId', 'c.name as customerName', 'u.username', 'u.email', 'u.firstname', 'u.lastname'])
    .select(['u.roleId', 'r.name as role', 'u.language', 'u.timezone', 'u.theme', 'u.status', 'u.lastLoginAt'])
    .select(['u.phone', 'u.requireTwoFactor', 'u.mustRenew', 'u.expiresAt', 'u.sessionLimit', 'u.landing'])
    .select(['u.lastLoginIp', 'u.passwordChangedAt', 'u.invitedBy', 'u.viaKeyId', 'u.viaKeyName'])
    .select(sql<string | null>`(select '/api/avatars/' || a.key from avatars a where a.user_id = u.id)`.as('avatar'))
    .select(['u.search', 'u.createdAt', 'u.updatedAt', 'u.version'])
    .select(
      sql<string[]>`(select coalesce(json_agg(t.callcenter_id order by t.callcenter_id), '[]')
        from user_callcenters t where t.user_id = u.id)`.as('callcenterIds'),
    )
    .select(
      sql<boolean>`exists (select 1 from two_factor f where f.user_id = u.id and f.enabled_at is not null)`.as(
        'twoFactor',
      ),
    );

export type UserRow = RowFrom<typeof select>;

interface Home {
  readonly id: string | null;
  readonly timezone: string;
}

/**
 * Returns the customer of a new user. Platform staff may create users of any customer, other callers only within their reach. Another
 * customer is answered like an unknown one.
 */
const homeOfNew = async (tx: Db, caller: Caller, named: string | null | undefined): Promise<Home> => {
  const wanted = named === undefined ? caller.customerId : named;
  if (!reaches(caller, wanted)) {
    throw new Refusal('not-found', { errors: [{ path: 'customerId', code: 'unknown' }] });
  }
  if (wanted === null) return { id: null, timezone: 'UTC' };
  const row = await once(tx, `customer ${wanted}`, () =>
    tx.selectFrom('customers').select(['id', 'timezone']).where('id', '=', wanted).executeTakeFirst(),
  );
  if (row === undefined) throw new Refusal('not-found', { errors: [{ path: 'customerId', code: 'unknown' }] });
  return row;
};

interface NewUser {
  readonly customerId?: string | null | undefined;
  readonly username: string;
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly roleId?: string | undefined;
  readonly role?: string | undefined;
  readonly callcenterIds: readonly string[];
  readonly language: string;
  readonly timezone?: string | undefined;
  readonly phone?: string | undefined;
  readonly requireTwoFactor?: boolean | undefined;
  readonly mustRenew?: boolean | undefined;
  readonly expiresAt?: string | null | undefined;
  readonly sessionLimit?: number | null | undefined;
  readonly landing?: string | undefined;
  /** `null`: invited, without a password yet. */
  readonly passwordHash: string | null;
}

/** Program users authenticate only with API keys. */
const isProgram = (role: Role): boolean => role.builtIn && role.name === 'integration';

export const insertUser = async (tx: Db, caller: Caller, values: NewUser): Promise<string> => {
  const { id: customerId, timezone } = await homeOfNew(tx, caller, values.customerId);
  const role = await assignableRole(tx, caller, customerId, values);
  const { callcenterIds, role: _name, passwordHash, ...person } = values;
  if (passwordHash !== null && isProgram(role)) {
    throw new Refusal('invalid', { errors: [{ path: 'password', code: 'no-password' }] });
  }
  if (passwordHash !== null) refusePasswordByKey(caller);
  if (customerId !== null) {
    await refuseOverLimit(tx, 'users', customerId);
    if (role.reach === 'own') await refuseOverLimit(tx, 'agents', customerId);
  }
  const id = newId();
  await tx
    .insertInto('users')
    .values({
      ...person,
      id,
      customerId,
      roleId: role.id,
      email: person.email.toLowerCase(),
      timezone: person.timezone ?? timezone,
      theme: '{}',
      // A program has no password, so it is active at once.
      status: passwordHash === null && !isProgram(role) ? 'invited' : 'active',
      passwordHash,
      passwordChangedAt: passwordHash === null ? null : new Date(),
      lastLoginAt: null,
      expiresAt: boundedEnd(caller, person.expiresAt),
      viaKeyId: caller.viaKeyId ?? null,
      viaKeyName: caller.apiKey?.name ?? '',
    })
    .execute();
  await addCallcenters(tx, id, customerId, role, callcenterIds, []);
  await refuseBeyondGiver(tx, caller, { id, customerId, values });
  return id;
};

interface UserChanges extends Partial<Omit<NewUser, 'customerId' | 'passwordHash'>> {
  readonly status?: 'active' | 'disabled' | undefined;
  readonly viaKeyId?: null | undefined;
}

const seesOwnAlone = async (tx: Db, user: UserRow): Promise<boolean> => {
  const role = await tx.selectFrom('roles').select('reach').where('id', '=', user.roleId).executeTakeFirst();
  return role?.reach === 'own';
};

/** Users change their own address in their profile, with their password. */
const changedEmail = (caller: Caller, before: UserRow, wanted: string | undefined): string | undefined => {
  const email = wanted?.toLowerCase();
  if (email === undefined || email === before.email) return undefined;
  if (caller.userId === before.id) throw new Refusal('conflict', { errors: [{ path: 'email', code: 'own-email' }] });
  return email;
};

const updateUser = async (
  deps: Pick<Services, 'mail'>,
  tx: Db,
  caller: Caller,
  before: UserRow,
  values: UserChanges,
): Promise<boolean> => {
  const { id, customerId } = before;
  await refuseByKey(tx, caller, before, values);
  await refuseAboveOwn(tx, caller, id, { except: ['endsAt', 'assignableBy'] });
  refuseOwnRelief(caller, before, values);
  const { role: roleName, roleId, callcenterIds, status, email: wantedEmail, ...person } = values;
  const email = changedEmail(caller, before, wantedEmail);
  const changesRole = roleName !== undefined || roleId !== undefined;
  const role = await assignableRole(
    tx,
    caller,
    customerId,
    changesRole ? { role: roleName, roleId } : { roleId: before.roleId },
  );
  if (caller.userId === id && ((changesRole && role.id !== before.roleId) || status === 'disabled')) {
    throw new Refusal('conflict', { errors: [{ path: changesRole ? 'roleId' : 'status', code: 'own-account' }] });
  }
  const ends = values.expiresAt !== undefined && values.expiresAt !== null;
  if (ends && caller.userId === id)
    throw new Refusal('conflict', { errors: [{ path: 'expiresAt', code: 'own-account' }] });
  if (!(role.builtIn && role.name === 'administrator') || status === 'disabled' || ends)
    await refuseLastAdministrator(tx, id);
  const wasAgent = await seesOwnAlone(tx, before);
  if (changesRole && customerId !== null && role.reach === 'own' && !wasAgent)
    await refuseOverLimit(tx, 'agents', customerId);
  // A user without a password stays invited until they set one.
  const neverSignedIn = before.status === 'invited' && status === 'active';
  const raised = await raiseVersion(tx, users, before, {
    ...person,
    ...(values.viaKeyId === null ? { viaKeyName: '' } : {}),
    email,
    roleId: changesRole ? role.id : undefined,
    status: neverSignedIn ? undefined : status,
  });
  if (!raised) return false;
  if (values.viaKeyId === null) await releaseKeysOf(tx, before);
  if (email !== undefined) await concludeEmailChange(deps, tx, before, email);
  if (callcenterIds !== undefined || changesRole) {
    await setCallcenters(tx, id, customerId, role, callcenterIds ?? before.callcenterIds, wasAgent);
  }
  await refuseBeyondGiver(tx, caller, { id, customerId, values }, before);
  return true;
};

/**
 * Validates and hashes a password from an API client. Hashing is slow and must run before the transaction, because the embedded database
 * has only one session.
 */
export const hashNewPassword = async (
  person: { readonly username: string; readonly email: string; readonly firstname: string; readonly lastname: string },
  password: string | undefined,
): Promise<string | null> => {
  if (password === undefined) return null;
  refuseIfGuessable('password', password, [person.username, person.email, person.firstname, person.lastname]);
  return hashPassword(password);
};

interface Services {
  readonly db: Db;
  readonly mail: Mailer;
}

const storeOf = (deps: Services, passwordHash: string | null) =>
  createResourceStore(deps.db, users, {
    select,
    changed: markChangedUsers,
    scope: { customer: 'customerId', own: 'id' },
    search: { searchColumn: 'search' },
    unique: { users_username_key: 'username', users_email_key: 'email' },
    create: (tx, caller, { password: _judged, ...values }) => insertUser(tx, caller, { ...values, passwordHash }),
    update: (tx, caller, before, values) => updateUser(deps, tx, caller, before, values),
    remove: async (tx, caller, before) => {
      const id = before.id;
      if (caller.userId === id) throw new Refusal('conflict', { errors: [{ path: '', code: 'own-account' }] });
      await refuseAboveOwn(tx, caller, id, { except: ['endsAt', 'assignableBy'] });
      await refuseLastAdministrator(tx, id);
      await tx.deleteFrom('users').where('id', '=', id).execute();
    },
  });

export const userStore = (deps: Services): ReturnType<typeof storeOf> => ({
  ...storeOf(deps, null),
  create: async (caller, values) =>
    storeOf(deps, await hashNewPassword(values, values.password)).create(caller, values),
});

/** Creates a one-time link for a user that the caller may change. The user must not be disabled. */
export const makeInvite = (db: Db, caller: Caller, user: UserRow, now: Date) =>
  db.transaction().execute(async (tx) => {
    await refuseOutlivingKey(tx, caller, user.viaKeyId);
    await refuseAboveOwn(tx, caller, user.id);
    if (user.status === 'disabled') {
      throw new Refusal('conflict', { detail: 'The user is disabled' });
    }
    if (user.role === 'integration') {
      throw new Refusal('conflict', { detail: 'API users have no password. Create an API key instead.' });
    }
    await tx.updateTable('users').set({ invitedBy: caller.username }).where('id', '=', user.id).execute();
    return makeLink(tx, 'password', user.id, now);
  });

/** Refused for the caller's own account, because it would bypass the code that disabling requires. */
export const resetTwoFactor = (db: Db, caller: Caller, user: UserRow) =>
  db.transaction().execute(async (tx) => {
    const id = user.id;
    await refuseOutlivingKey(tx, caller, user.viaKeyId);
    await refuseAboveOwn(tx, caller, id, { except: ['endsAt', 'assignableBy'] });
    if (caller.userId === id) throw new Refusal('conflict', { errors: [{ path: '', code: 'own-account' }] });
    const codes = await removeTwoFactor(tx, id);
    // The passkeys may be on the lost phone too.
    const passkeys = await removePasskeysOf(tx, id);
    if (!codes && passkeys === 0) throw new Refusal('conflict', { detail: 'The user has no second factor' });
    await forgiveCodes(tx, id);
    await writeAudit(tx, caller, {
      customerId: user.customerId,
      action: 'two-factor-reset',
      resource: 'user',
      resourceId: id,
      resourceName: user.username,
      before: { twoFactor: codes, passkeys },
      after: { twoFactor: false, passkeys: 0 },
    });
  });
