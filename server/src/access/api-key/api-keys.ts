// Creates, changes, rotates and revokes API keys. A key never has more permissions than its creator, regardless of its owner.
import { randomBytes } from 'node:crypto';
import { can, seesWholeCustomer } from '@ringside/core/access/ability.ts';
import { PUBLIC_LENGTH, SECRET_LENGTH, digitsOf, formatApiKey } from '@ringside/core/access/api-key.ts';
import { abilityOf, beyond, scopeOf } from '@ringside/core/access/scopes.ts';
import type { Scope } from '@ringside/core/access/scopes.ts';
import type { CreateOwnApiKey, Revocation, UpdateApiKey } from '@ringside/core/contract/access/api-key.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { VersionCheck } from '../../platform/db/rows/resource-store.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import type { SessionStore } from '../../platform/sessions/store.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { grantFaults } from '@ringside/core/access/grant-faults.ts';
import { holderOf, holderOfKey, refuseFaults } from '../../platform/sessions/grants.ts';
import { refuseOutlivingKey } from '../../platform/sessions/key-lineage-queries.ts';
import { hashToken } from '../../platform/sessions/token.ts';
import { endLineage, moveLineage } from './lineage-queries.ts';
import type { EndedLineage } from './lineage-queries.ts';
import { auditKey, changeKey, deleteKey, findKey, findOwner, insertKey } from './queries.ts';
import type { NewKey, StoredKey } from './queries.ts';

interface Services {
  readonly db: Db;
  readonly sessions: SessionStore;
  readonly now: () => number;
}

const DAY = 86_400_000;
const DEFAULT_DAYS = 90;
const MOST_DAYS = 365;

type KeyScope = 'visible' | 'own';
/** The text of a new key is available only here, once. */
type MadeKey = StoredKey & { readonly token: string };

const randomDigits = (length: number): string => {
  for (;;) {
    const digits = digitsOf(randomBytes(length * 2), length);
    if (digits !== null) return digits;
  }
};

const newText = () => {
  const prefix = randomDigits(PUBLIC_LENGTH);
  const token = formatApiKey(prefix, randomDigits(SECRET_LENGTH));
  return { token, prefix, secretHash: hashToken(token), last4: token.slice(-4) };
};

const refuseBeyondOwn = (caller: Caller, scopes: readonly Scope[]): void => {
  const names = beyond(caller.abilities, scopes.map(abilityOf)).map(scopeOf);
  if (names.length === 0) return;
  throw new Refusal('invalid', {
    errors: [{ path: 'scopes', code: 'beyond-own', params: { names: names.slice(0, 5).join(', ') } }],
  });
};

/** Returns whether the caller may create keys without an expiry date, which only platform staff can. */
const mayLastForEver = (caller: Caller): boolean =>
  caller.customerId === null && can(caller.abilities, 'manage', 'all');

const expiryOf = (caller: Caller, wanted: string | null | undefined, now: number): Date | null => {
  const fault = (code: string) =>
    new Refusal('invalid', { errors: [{ path: 'expiresAt', code, params: { days: MOST_DAYS } }] });
  if (wanted === undefined) return new Date(Math.min(now + DEFAULT_DAYS * DAY, caller.endsAt ?? Infinity));
  if (wanted === null) {
    if (mayLastForEver(caller)) return null;
    throw fault('too-far');
  }
  const at = new Date(wanted);
  if (at.getTime() <= now) throw fault('past');
  if (at.getTime() > now + MOST_DAYS * DAY + DAY) throw fault('too-far');
  return at;
};

/**
 * Returns the owner of a new key. A key of another user allows acting as that user, so the owner must belong to the same customer and not
 * have more permissions than the caller.
 */
const ownerFor = async (tx: Db, caller: Caller, wanted: string | undefined) => {
  const unknown = new Refusal('not-found', { errors: [{ path: 'ownerUserId', code: 'unknown' }] });
  if (wanted === undefined || wanted === caller.userId) return { id: caller.userId, customerId: caller.customerId };
  if (!seesWholeCustomer(caller.reach)) throw unknown;
  const owner = await findOwner(tx, caller, wanted);
  if (owner === undefined) throw unknown;
  if (owner.level < caller.level) throw new Refusal('forbidden');
  return owner;
};

const found = async (
  deps: { readonly now: () => number },
  tx: Db,
  caller: Caller,
  id: string,
  whose: KeyScope,
): Promise<StoredKey> => {
  const key = await findKey(tx, caller, new Date(deps.now()), id, whose);
  if (key === null) throw new Refusal('not-found');
  return key;
};

/**
 * Refuses changes to keys of users with more permissions than the caller. An account that a key created changes only keys that end with
 * that key, as its own do.
 */
const refuseAbove = async (tx: Db, caller: Caller, key: StoredKey): Promise<void> => {
  if (key.ownerUserId === caller.userId) return;
  await refuseOutlivingKey(tx, caller, key.viaKeyId);
  const owner = await findOwner(tx, caller, key.ownerUserId);
  if (owner === undefined || owner.level < caller.level) throw new Refusal('forbidden');
};

/** Compares the written key with the caller. The key's masks, rules, reach and lifetime come from its owner and may exceed the caller's. */
const refuseBeyondGiver = async (tx: Db, caller: Caller, keyId: string, setsEnd: boolean): Promise<void> => {
  const holder = await holderOfKey(tx, keyId);
  if (holder === null) return;
  const faults = grantFaults(holderOf(caller), holder, { credential: true });
  refuseFaults(
    faults.filter(({ field }) => field !== 'endsAt' || setsEnd),
    ({ field }) => {
      const paths: Partial<Record<typeof field, string>> = { abilities: 'scopes', endsAt: 'expiresAt', cidrs: 'cidrs' };
      return { path: paths[field] ?? 'ownerUserId', code: 'beyond-own' };
    },
  );
};

type Fields = CreateOwnApiKey & { readonly ownerUserId?: string | undefined };

export const createKey = (
  deps: { readonly db: Db; readonly now: () => number },
  caller: Caller,
  { ownerUserId, expiresAt, ...fields }: Fields,
): Promise<MadeKey> =>
  deps.db.transaction().execute(async (tx) => {
    refuseBeyondOwn(caller, fields.scopes);
    const owner = await ownerFor(tx, caller, ownerUserId);
    const { token, ...text } = newText();
    const id = newId();
    await insertKey(tx, caller, {
      ...fields,
      ...text,
      id,
      customerId: owner.customerId,
      ownerUserId: owner.id,
      expiresAt: expiryOf(caller, expiresAt, deps.now()),
      rotatedFrom: null,
      viaKeyId: caller.viaKeyId ?? null,
    });
    await refuseBeyondGiver(tx, caller, id, true);
    const key = await found(deps, tx, caller, id, 'visible');
    await auditKey(tx, caller, 'create', null, key);
    return { ...key, token };
  });

export const updateKey = (
  deps: { readonly db: Db; readonly now: () => number },
  caller: Caller,
  id: string,
  { scopes, cidrs, expiresAt, ...rest }: UpdateApiKey,
  expected: VersionCheck | null,
): Promise<StoredKey> =>
  deps.db.transaction().execute(async (tx) => {
    const before = await found(deps, tx, caller, id, 'visible');
    await refuseAbove(tx, caller, before);
    if (expected !== null && !expected(before.version)) throw new Refusal('stale');
    if (before.status === 'revoked') throw new Refusal('conflict', { detail: 'The key is revoked' });
    if (scopes !== undefined) refuseBeyondOwn(caller, scopes);
    const values = Object.entries({
      ...rest,
      scopes: scopes === undefined ? undefined : JSON.stringify(scopes),
      cidrs: cidrs === undefined ? undefined : JSON.stringify(cidrs),
      expiresAt: expiresAt === undefined ? undefined : expiryOf(caller, expiresAt, deps.now()),
    }).filter(([, value]) => value !== undefined);
    if (values.length === 0) return before;
    if (!(await changeKey(tx, before, Object.fromEntries(values)))) throw new Refusal('stale');
    await refuseBeyondGiver(tx, caller, id, expiresAt !== undefined);
    const after = await found(deps, tx, caller, id, 'visible');
    await auditKey(tx, caller, 'update', before, after);
    return after;
  });

const successor = (
  key: StoredKey,
  text: Omit<ReturnType<typeof newText>, 'token'>,
  expiresAt: Date | null,
): NewKey => ({
  id: newId(),
  customerId: key.customerId,
  ownerUserId: key.ownerUserId,
  name: key.name,
  ...text,
  scopes: key.scopes,
  cidrs: key.cidrs,
  rateLimitPerMinute: key.rateLimitPerMinute,
  expiresAt,
  rotatedFrom: key.id,
  viaKeyId: key.viaKeyId,
});

/** Returns the original lifetime of the old key, which the new key also gets. */
const lifeOf = (key: StoredKey): number | null =>
  key.expiresAt === null ? null : Math.max(DAY, key.expiresAt.getTime() - key.createdAt.getTime());

export const rotateKey = async (
  deps: Services,
  caller: Caller,
  id: string,
  overlapHours: number,
  whose: KeyScope,
): Promise<MadeKey> => {
  const made = await deps.db.transaction().execute(async (tx) => {
    const old = await found(deps, tx, caller, id, whose);
    await refuseAbove(tx, caller, old);
    if (old.status !== 'active') throw new Refusal('conflict', { detail: 'The key has expired' });
    // Rotation reveals the new key, so the caller must have all of its permissions.
    refuseBeyondOwn(caller, old.scopes);
    const { token, ...text } = newText();
    const life = lifeOf(old);
    const until = Math.min(deps.now() + Math.min(life ?? Infinity, MOST_DAYS * DAY), caller.endsAt ?? Infinity);
    const key = successor(old, text, life === null && caller.endsAt === undefined ? null : new Date(until));
    await insertKey(tx, caller, key);
    await refuseBeyondGiver(tx, caller, key.id, true);
    await moveLineage(tx, old, key);
    const end = deps.now() + overlapHours * 3_600_000;
    const expiresAt = new Date(Math.min(end, old.expiresAt?.getTime() ?? end));
    if (!(await changeKey(tx, old, { expiresAt }))) throw new Refusal('stale');
    const row = await found(deps, tx, caller, key.id, whose);
    await auditKey(tx, caller, 'rotate', { ...old }, { ...old, expiresAt });
    await auditKey(tx, caller, 'create', null, row);
    return { ...row, token };
  });
  if (overlapHours === 0) deps.sessions.announce({ kind: 'ended', sessionIds: [id] });
  return made;
};

/** Ends the sessions of disabled accounts and the sockets of revoked keys at once. */
const announceEnd = async (
  deps: { readonly sessions: SessionStore },
  keyId: string,
  ended: EndedLineage | null,
): Promise<void> => {
  deps.sessions.announce({ kind: 'ended', sessionIds: [keyId, ...(ended?.keyIds ?? []), ...(ended?.linkIds ?? [])] });
  for (const userId of ended?.userIds ?? []) await deps.sessions.endOfUser(userId);
};

export const revokeKey = async (
  deps: Services,
  caller: Caller,
  id: string,
  { reason, accounts }: Revocation,
): Promise<StoredKey> => {
  const { key, ended } = await deps.db.transaction().execute(async (tx) => {
    const before = await found(deps, tx, caller, id, 'visible');
    await refuseAbove(tx, caller, before);
    if (before.status !== 'revoked') {
      const values = { status: 'revoked', revokedBy: caller.username, revokedReason: reason };
      if (!(await changeKey(tx, before, values))) throw new Refusal('stale');
    }
    const lineage = accounts === 'keep' ? null : await endLineage(tx, caller, before);
    const after = await found(deps, tx, caller, id, 'visible');
    if (before.status !== 'revoked') await auditKey(tx, caller, 'revoke', before, after);
    return { key: after, ended: lineage };
  });
  await announceEnd(deps, id, ended);
  return key;
};

/** Deletes a key. Deleting an active key also disables the accounts that it created. For an ended key that was decided when it ended. */
export const removeKey = async (deps: Services, caller: Caller, id: string, whose: KeyScope): Promise<void> => {
  const ended = await deps.db.transaction().execute(async (tx) => {
    const before = await found(deps, tx, caller, id, whose);
    await refuseAbove(tx, caller, before);
    const lineage = before.status === 'active' ? await endLineage(tx, caller, before) : null;
    await deleteKey(tx, id);
    await auditKey(tx, caller, 'delete', before, null);
    return lineage;
  });
  await announceEnd(deps, id, ended);
};
