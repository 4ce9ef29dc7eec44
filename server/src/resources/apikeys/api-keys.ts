// The life of API keys: made, changed, replaced, ended. Nobody makes a key that may more than he himself.
import { randomBytes } from 'node:crypto';
import { can, seesWholeCustomer } from '@ringside/core/access/ability.ts';
import { PUBLIC_LENGTH, SECRET_LENGTH, digitsOf, formatApiKey } from '@ringside/core/access/api-key.ts';
import { abilityOf, beyond, scopeOf } from '@ringside/core/access/scopes.ts';
import type { Scope } from '@ringside/core/access/scopes.ts';
import type { CreateOwnApiKey, UpdateApiKey } from '@ringside/core/contract/apikeys.ts';
import { newId } from '../../db/new-id.ts';
import type { Db } from '../../db/connect.ts';
import type { VersionCheck } from '../../db/resource-store.ts';
import type { Caller } from '../../http/context.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { hashToken } from '../../sessions/token.ts';
import { auditKey, changeKey, deleteKey, findKey, findOwner, insertKey } from './queries.ts';
import type { NewKey, StoredKey } from './queries.ts';

const DAY = 86_400_000;
const DEFAULT_DAYS = 90;
const MOST_DAYS = 365;

export type Whose = 'visible' | 'own';
/** The text of a new key is known here alone, once. */
export type MadeKey = StoredKey & { readonly token: string };

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

/** For ever is for who runs the platform. */
const mayLastForEver = (caller: Caller): boolean =>
  caller.customerId === null && can(caller.abilities, 'manage', 'all');

const expiryOf = (caller: Caller, wanted: string | null | undefined, now: number): Date | null => {
  const fault = (code: string) =>
    new Refusal('invalid', { errors: [{ path: 'expiresAt', code, params: { days: MOST_DAYS } }] });
  if (wanted === undefined) return new Date(now + DEFAULT_DAYS * DAY);
  if (wanted === null) {
    if (mayLastForEver(caller)) return null;
    throw fault('too-far');
  }
  const at = new Date(wanted);
  if (at.getTime() <= now) throw fault('past');
  if (at.getTime() > now + MOST_DAYS * DAY + DAY) throw fault('too-far');
  return at;
};

/** Another's key is a way to act as him: only for who stands no higher, and never beyond one's own customer. */
const ownerFor = async (tx: Db, caller: Caller, wanted: string | undefined) => {
  const unknown = new Refusal('not-found', { errors: [{ path: 'ownerUserId', code: 'unknown' }] });
  if (wanted === undefined || wanted === caller.userId) return { id: caller.userId, customerId: caller.customerId };
  if (!seesWholeCustomer(caller.reach)) throw unknown;
  const owner = await findOwner(tx, caller, wanted);
  if (owner === undefined) throw unknown;
  if (owner.level < caller.level) throw new Refusal('forbidden');
  return owner;
};

const found = async (deps: Deps, tx: Db, caller: Caller, id: string, whose: Whose): Promise<StoredKey> => {
  const key = await findKey(tx, caller, new Date(deps.now()), id, whose);
  if (key === null) throw new Refusal('not-found');
  return key;
};

/** The keys of who stands above the caller are out of his hands. */
const refuseAbove = async (tx: Db, caller: Caller, key: StoredKey): Promise<void> => {
  if (key.ownerUserId === caller.userId) return;
  const owner = await findOwner(tx, caller, key.ownerUserId);
  if (owner === undefined || owner.level < caller.level) throw new Refusal('forbidden');
};

type Fields = CreateOwnApiKey & { readonly ownerUserId?: string | undefined };

export const createKey = (
  deps: Deps,
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
    });
    const key = await found(deps, tx, caller, id, 'visible');
    await auditKey(tx, caller, 'create', null, key);
    return { ...key, token };
  });

export const updateKey = (
  deps: Deps,
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
});

/** The new key lasts as long as the old one was meant to. */
const lifeOf = (key: StoredKey): number | null =>
  key.expiresAt === null ? null : Math.max(DAY, key.expiresAt.getTime() - key.createdAt.getTime());

export const rotateKey = async (
  deps: Deps,
  caller: Caller,
  id: string,
  overlapHours: number,
  whose: Whose,
): Promise<MadeKey> => {
  const made = await deps.db.transaction().execute(async (tx) => {
    const old = await found(deps, tx, caller, id, whose);
    await refuseAbove(tx, caller, old);
    if (old.status !== 'active') throw new Refusal('conflict', { detail: 'The key has ended' });
    // Who replaces a key learns its text: it must not be a way to rights that he does not have.
    refuseBeyondOwn(caller, old.scopes as Scope[]);
    const { token, ...text } = newText();
    const life = lifeOf(old);
    const key = successor(old, text, life === null ? null : new Date(deps.now() + Math.min(life, MOST_DAYS * DAY)));
    await insertKey(tx, caller, key);
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

export const revokeKey = async (deps: Deps, caller: Caller, id: string, reason: string): Promise<StoredKey> => {
  const key = await deps.db.transaction().execute(async (tx) => {
    const before = await found(deps, tx, caller, id, 'visible');
    await refuseAbove(tx, caller, before);
    if (before.status === 'revoked') return before;
    const values = { status: 'revoked', revokedBy: caller.username, revokedReason: reason };
    if (!(await changeKey(tx, before, values))) throw new Refusal('stale');
    const after = await found(deps, tx, caller, id, 'visible');
    await auditKey(tx, caller, 'revoke', before, after);
    return after;
  });
  deps.sessions.announce({ kind: 'ended', sessionIds: [id] });
  return key;
};

export const removeKey = async (deps: Deps, caller: Caller, id: string, whose: Whose): Promise<void> => {
  await deps.db.transaction().execute(async (tx) => {
    const before = await found(deps, tx, caller, id, whose);
    await refuseAbove(tx, caller, before);
    await deleteKey(tx, id);
    await auditKey(tx, caller, 'delete', before, null);
  });
  deps.sessions.announce({ kind: 'ended', sessionIds: [id] });
};
