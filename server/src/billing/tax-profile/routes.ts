import { uniqueRefusal } from '../../platform/db/rows/unique-refusal.ts';
import type { AuditAction } from '@ringside/core/contract/access/audit-actions.ts';
import type { FastifyInstance } from 'fastify';
import * as contract from '@ringside/core/contract/billing/tax-profile.ts';
import type { TaxProfile } from '@ringside/core/contract/billing/tax-profile.ts';
import { inTransaction } from '../queries.ts';
import { writeAudit } from '../../platform/db/audit.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { versionCheck } from '../../platform/http/version-check.ts';
import { addProfile, billedBy, changeProfile, findProfile, listProfiles, removeProfile } from './queries.ts';
import type { StoredProfile } from './queries.ts';

const toProfile = (stored: StoredProfile): TaxProfile => ({ ...stored, updatedAt: stored.updatedAt.toISOString() });

/** Tax profiles belong to the platform. Users of a customer get `not-found`. */
const find = async (db: Db, caller: Caller, id: string): Promise<StoredProfile> => {
  const profile = caller.customerId === null ? await findProfile(db, id) : undefined;
  if (profile === undefined) throw new Refusal('not-found');
  return profile;
};

const note = (
  tx: Db,
  caller: Caller,
  action: AuditAction,
  of: StoredProfile,
  before: object | null,
  after: object | null,
) =>
  writeAudit(tx, caller, {
    ...{ customerId: null, action, resource: 'billing', resourceId: of.id, resourceName: of.name },
    ...{ before: before === null ? null : { ...before }, after: after === null ? null : { ...after } },
  });

const inUse = (names: readonly string[]): Refusal =>
  new Refusal('conflict', {
    errors: [{ path: 'id', code: 'in-use', params: { resource: 'customer', names: names.join(', ') } }],
  });

/** Converts unique violations into field errors. */
const changing = async <T>(db: Db, run: (tx: Db) => Promise<T>): Promise<T> => {
  try {
    return await inTransaction(db, run);
  } catch (error) {
    throw uniqueRefusal(error, { tax_profiles_name_key: 'name' });
  }
};

export const registerTaxProfiles = (app: FastifyInstance, { db }: { readonly db: Db }): void => {
  registerRoute(app, contract.listTaxProfiles, async ({ caller }) => ({
    data: caller.customerId === null ? (await listProfiles(db)).map(toProfile) : [],
  }));
  registerRoute(app, contract.createTaxProfile, async ({ caller, body }) => {
    if (caller.customerId !== null) throw new Refusal('not-found');
    return changing(db, async (tx) => {
      const made = (await findProfile(tx, await addProfile(tx, body)))!;
      await note(tx, caller, 'create', made, null, body);
      return toProfile(made);
    });
  });
  registerRoute(app, contract.updateTaxProfile, async ({ caller, params, body, headers }) => {
    const before = await find(db, caller, params.id);
    const expected = versionCheck(headers['if-match']);
    if (expected !== null && !expected(before.version)) throw new Refusal('stale');
    return changing(db, async (tx) => {
      if (!(await changeProfile(tx, before, body))) throw new Refusal('stale');
      const after = (await findProfile(tx, params.id))!;
      await note(tx, caller, 'update', after, { name: before.name, rates: before.rates }, body);
      return toProfile(after);
    });
  });
  registerRoute(app, contract.deleteTaxProfile, async ({ caller, params }) => {
    const before = await find(db, caller, params.id);
    await changing(db, async (tx) => {
      const names = await billedBy(tx, params.id);
      if (names.length > 0) throw inUse(names);
      await removeProfile(tx, params.id);
      await note(tx, caller, 'delete', before, { name: before.name, rates: before.rates }, null);
    });
    return undefined;
  });
};
