import { uniqueRefusal } from '../../platform/db/rows/unique-refusal.ts';
import type { AuditAction } from '@ringside/core/contract/access/audit-actions.ts';
import type { FastifyInstance } from 'fastify';
import { cleanPicture } from '@ringside/core/base/clean-picture.ts';
import * as contract from '@ringside/core/contract/billing/issuer.ts';
import { inTransaction } from '../queries.ts';
import { writeAudit } from '../../platform/db/audit.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { versionCheck } from '../../platform/http/version-check.ts';
import { addIssuer, changeIssuer, findIssuer, isOnlyOne, listIssuers, clearDefaultIssuer, setLogo } from './queries.ts';
import type { StoredIssuer } from './queries.ts';

const toIssuer = (stored: StoredIssuer) => ({ ...stored, updatedAt: stored.updatedAt.toISOString() });

/** Issuers belong to the platform. Users of a customer get `not-found`. */
const find = async (db: Db, caller: Caller, id: string): Promise<StoredIssuer> => {
  const issuer = caller.customerId === null ? await findIssuer(db, id) : undefined;
  if (issuer === undefined) throw new Refusal('not-found');
  return issuer;
};

const note = (
  tx: Db,
  caller: Caller,
  action: AuditAction,
  { id, name }: StoredIssuer,
  before: object | null,
  after: object,
) =>
  writeAudit(tx, caller, {
    ...{ customerId: null, action, resource: 'billing', resourceId: id, resourceName: name },
    ...{ before: before === null ? null : { ...before }, after: { ...after } },
  });

const nameTaken = (error: unknown): unknown => uniqueRefusal(error, { invoice_issuers_name_key: 'name' });

const SIDE = { min: 32, max: 2000 } as const;

const readLogo = (image: string) => {
  if (image === '') return null;
  const picture = cleanPicture(Buffer.from(image, 'base64'));
  if (picture === null) throw new Refusal('invalid', { errors: [{ path: 'image', code: 'not-an-image' }] });
  const { width, height, bytes, contentType } = picture;
  if (Math.min(width, height) < SIDE.min || Math.max(width, height) > SIDE.max)
    throw new Refusal('invalid', { errors: [{ path: 'image', code: 'logo-shape' }] });
  return { bytes, type: contentType };
};

/** Refuses a new prefix after numbers were assigned, because the sequence would break. */
const refuseNewPrefix = (
  before: StoredIssuer,
  body: { invoicePrefix?: string | undefined; creditPrefix?: string | undefined },
) => {
  const faults = (
    [
      ['invoicePrefix', before.lastInvoice],
      ['creditPrefix', before.lastCredit],
    ] as const
  ).filter(([field, given]) => given > 0 && body[field] !== undefined && body[field] !== before[field]);
  if (faults.length > 0)
    throw new Refusal('conflict', { errors: faults.map(([path]) => ({ path, code: 'numbers-given' })) });
};

export const registerIssuers = (app: FastifyInstance, { db }: { readonly db: Db }): void => {
  registerRoute(app, contract.listIssuers, async ({ caller }) => ({
    data: caller.customerId === null ? (await listIssuers(db)).map(toIssuer) : [],
  }));
  registerRoute(app, contract.createIssuer, async ({ caller, body }) => {
    if (caller.customerId !== null) throw new Refusal('not-found');
    try {
      return await inTransaction(db, async (tx) => {
        const isDefault = body.isDefault || (await isOnlyOne(tx));
        const made = (await findIssuer(tx, await addIssuer(tx, { ...body, isDefault })))!;
        await note(tx, caller, 'create', made, null, body);
        return toIssuer(made);
      });
    } catch (error) {
      throw nameTaken(error);
    }
  });
  registerRoute(app, contract.updateIssuer, async ({ caller, params, body, headers }) => {
    const before = await find(db, caller, params.id);
    const expected = versionCheck(headers['if-match']);
    if (expected !== null && !expected(before.version)) throw new Refusal('stale');
    refuseNewPrefix(before, body);
    // The default can only move to another issuer, not be removed.
    const { isDefault, ...rest } = body;
    const values = { ...rest, ...(isDefault === true && !before.isDefault ? { isDefault } : {}) };
    try {
      return await inTransaction(db, async (tx) => {
        await clearDefaultIssuer(tx, values);
        if (!(await changeIssuer(tx, before, values))) throw new Refusal('stale');
        const after = (await findIssuer(tx, params.id))!;
        await note(tx, caller, 'update', after, before, values);
        return toIssuer(after);
      });
    } catch (error) {
      throw nameTaken(error);
    }
  });
  registerRoute(app, contract.setIssuerLogo, async ({ caller, params, body }) => {
    const before = await find(db, caller, params.id);
    const logo = readLogo(body.image);
    return inTransaction(db, async (tx) => {
      await setLogo(tx, params.id, logo);
      const after = (await findIssuer(tx, params.id))!;
      await note(tx, caller, 'update', after, { hasLogo: before.hasLogo }, { hasLogo: after.hasLogo });
      return toIssuer(after);
    });
  });
};
