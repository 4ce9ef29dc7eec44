// `ringside user create` and `user reset`: change users for the operator, with platform permissions.
import { uniqueRefusal } from '../platform/db/rows/unique-refusal.ts';
import type { AuditAction } from '@ringside/core/contract/access/audit-actions.ts';
import type { Caller } from '../platform/caller/caller.ts';
import type { Db } from '../platform/db/connect.ts';
import { writeAudit } from '../platform/db/audit.ts';
import { Refusal } from '../platform/caller/refusal.ts';
import { networkRulesOff } from '../access/acl/queries.ts';
import { hashNewPassword, insertUser } from '../access/user/queries.ts';
import { forgiveCodes, forgiveUser } from '../platform/sessions/lockout-queries.ts';
import { endLinks, makeLink } from '../platform/sessions/link-queries.ts';
import { removeTwoFactor } from '../platform/sessions/two-factor-queries.ts';
import type { CommandDeps, CreateOptions } from './command.ts';

const OPERATOR: Caller = {
  sessionId: '',
  userId: '',
  username: 'command line',
  customerId: null,
  role: 'administrator',
  level: 0,
  reach: 'platform',
  callcenterIds: [],
  abilities: [{ action: 'manage', resource: 'all' }],
  viewer: { reach: 'platform' },
  language: 'en',
  ip: '',
  userAgent: 'ringside',
};

const audit = (db: Db, action: AuditAction, user: { id: string; username: string; customerId: string | null }) =>
  writeAudit(
    db,
    { ...OPERATOR, userId: null },
    {
      customerId: user.customerId,
      action,
      resource: 'user',
      resourceId: user.id,
      resourceName: user.username,
      before: null,
      after: null,
    },
  );

const customerId = async (db: Db, code: string | undefined): Promise<string | null> => {
  if (code === undefined) return null;
  const row = await db.selectFrom('customers').select('id').where('code', '=', code).executeTakeFirst();
  if (row === undefined) throw new Refusal('not-found', { errors: [{ path: 'customer', code: 'unknown' }] });
  return row.id;
};

const callcenterIds = async (db: Db, customer: string | null, codes: string | undefined): Promise<string[]> => {
  const wanted = (codes ?? '')
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');
  if (wanted.length === 0) return [];
  const rows = await db
    .selectFrom('callcenters')
    .select(['id', 'code'])
    .where('customerId', 'is not distinct from', customer)
    .where('code', 'in', wanted)
    .execute();
  if (rows.length !== wanted.length) {
    throw new Refusal('not-found', { errors: [{ path: 'callcenters', code: 'unknown' }] });
  }
  return rows.map((row) => row.id);
};

const inviteLine = async (deps: Pick<CommandDeps, 'publicUrl'>, db: Db, userId: string): Promise<string> => {
  const { token } = await makeLink(db, 'password', userId, new Date());
  return `invite: ${deps.publicUrl()}/set-password?token=${token}`;
};

const UNIQUE: Readonly<Record<string, string>> = { users_username_key: 'username', users_email_key: 'email' };

export const createUser = async (
  deps: Pick<CommandDeps, 'db' | 'publicUrl'>,
  options: CreateOptions,
): Promise<string[]> => {
  const { password, customer: customerCode, callcenters, ...person } = options;
  const passwordHash = await hashNewPassword(person, password);
  try {
    return await deps.db.transaction().execute(async (tx) => {
      const customer = await customerId(tx, customerCode);
      const id = await insertUser(tx, OPERATOR, {
        ...person,
        passwordHash,
        customerId: customer,
        // E-mail addresses are required only in the console. Here a placeholder address is stored until one is set.
        email: options.email === '' ? `${options.username}@localhost.invalid` : options.email,
        callcenterIds: await callcenterIds(tx, customer, callcenters),
      });
      await audit(tx, 'create', { id, username: options.username, customerId: customer });
      const created = `created: ${options.username} (${options.role})`;
      return passwordHash === null ? [created, await inviteLine(deps, tx, id)] : [created];
    });
  } catch (error) {
    throw uniqueRefusal(error, UNIQUE);
  }
};

export const resetUser = async (
  deps: Pick<CommandDeps, 'db' | 'publicUrl' | 'sessions'>,
  options: {
    readonly username: string;
    readonly password?: string | undefined;
    /** Also turns off two-factor authentication. */
    readonly twoFactor?: 'true' | undefined;
  },
): Promise<string[]> => {
  const user = await deps.db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'firstname', 'lastname', 'customerId'])
    .where((eb) => eb(eb.fn('lower', ['username']), '=', options.username.toLowerCase()))
    .executeTakeFirst();
  if (user === undefined) throw new Refusal('not-found', { errors: [{ path: 'username', code: 'unknown' }] });
  const passwordHash = await hashNewPassword(user, options.password);
  const lines = await deps.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('users')
      .set({ passwordHash, passwordChangedAt: new Date(), status: passwordHash === null ? 'invited' : 'active' })
      .where('id', '=', user.id)
      .execute();
    await forgiveUser(tx, user.username);
    await forgiveCodes(tx, user.id);
    await endLinks(tx, user.id);
    await audit(tx, 'reset', user);
    const reset = [`reset: ${user.username}`];
    if (options.twoFactor !== undefined && (await removeTwoFactor(tx, user.id))) {
      await audit(tx, 'two-factor-reset', user);
      reset.push('two-factor: off');
    }
    return passwordHash === null ? [...reset, await inviteLine(deps, tx, user.id)] : reset;
  });
  await deps.sessions.endOfUser(user.id);
  return lines;
};

/** Disables all network rules, for administrators who locked themselves out. Returns the number of rules. */
export const switchNetworkRulesOff = (deps: Pick<CommandDeps, 'db'>): Promise<number> =>
  deps.db.transaction().execute(async (tx) => {
    const count = await networkRulesOff(tx);
    await writeAudit(
      tx,
      { ...OPERATOR, userId: null },
      {
        customerId: null,
        action: 'update',
        resource: 'acl',
        resourceId: null,
        resourceName: 'network rules',
        before: null,
        after: { enabled: false, count },
      },
    );
    return count;
  });
