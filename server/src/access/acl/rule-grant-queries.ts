// Checks the permissions that an access rule grants or restricts, so that a caller cannot gain more than they have.
import type { Reach, Resource } from '@ringside/core/access/ability.ts';
import { grantFaults, restricts } from '@ringside/core/access/grant-faults.ts';
import type { Holder } from '@ringside/core/access/grant-faults.ts';
import type { CreateAclEntry } from '@ringside/core/contract/access/acl.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/connect.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { refusedByKey } from '../../platform/sessions/key-lineage-queries.ts';
import { holderOf, holderOfKey, holderOfRole, holderOfUser, refuseFaults } from '../../platform/sessions/grants.ts';

type Rule = Pick<
  CreateAclEntry,
  'kind' | 'effect' | 'resource' | 'actions' | 'subjectType' | 'subjectId' | 'validUntil'
> & {
  readonly customerId?: string | null | undefined;
};

const isGrant = <R extends Pick<Rule, 'kind' | 'effect' | 'resource'>>(rule: R): rule is R & { resource: Resource } =>
  rule.kind === 'access' && rule.effect === 'allow' && rule.resource !== null;

/** Returns the end of a rule. A rule that grants permissions ends no later than the account or key that creates it. */
export const boundedUntil = (
  caller: Caller,
  rule: Pick<Rule, 'kind' | 'effect' | 'resource' | 'validUntil'>,
): string | null => {
  if (caller.endsAt === undefined || !isGrant(rule) || rule.validUntil !== null) return rule.validUntil;
  return new Date(caller.endsAt).toISOString();
};

/** Returns the widest permissions that the rule's subject can have. */
const subjectHolder = async (tx: Db, caller: Caller, rule: Rule): Promise<Holder | null> => {
  const { subjectType, subjectId } = rule;
  if (subjectType === 'user' && subjectId !== null) return holderOfUser(tx, subjectId);
  if (subjectType === 'apikey' && subjectId !== null) return holderOfKey(tx, subjectId);
  let reach: Reach = rule.customerId === null ? 'platform' : 'subtree';
  if (subjectType === 'role' && subjectId !== null) {
    const role = await tx
      .selectFrom('roles')
      .select([sql<Reach>`reach`.as('reach')])
      .where('id', '=', subjectId)
      .executeTakeFirst();
    if (role !== undefined) reach = role.reach === 'platform' && rule.customerId !== null ? 'customer' : role.reach;
  }
  return holderOfRole(caller, { id: subjectId ?? undefined, level: caller.level, reach, abilities: [] });
};

/** Answers 422 if an allow rule would grant its subject permissions that the caller does not have. */
export const refuseBeyondOwn = async (tx: Db, caller: Caller, rule: Rule): Promise<void> => {
  if (!isGrant(rule)) return;
  const subject = await subjectHolder(tx, caller, rule);
  if (subject === null) return;
  const { resource } = rule;
  const mine = holderOf(caller);
  const faults = grantFaults(mine, {
    ...subject,
    level: caller.level,
    abilities: rule.actions.map((action) => ({ action, resource })),
    assignableBy: [],
    // Counts only what this rule adds, not what other rules grant the subject.
    rules: mine.rules?.filter((own) => subject.rules?.some((other) => other.id === own.id)),
    endsAt: rule.validUntil === null ? null : Date.parse(String(rule.validUntil)),
  });
  refuseFaults(faults, ({ field }) => {
    if (field === 'endsAt') return { path: 'validUntil', code: 'beyond-own' };
    return { path: field === 'abilities' ? 'actions' : 'subjectId', code: 'beyond-own' };
  });
};

const readAuthorLevel = async (tx: Db, id: string): Promise<number> =>
  (await tx.selectFrom('aclRules').select('authorLevel').where('id', '=', id).executeTakeFirst())?.authorLevel ?? 0;

export const authorLevel = async (tx: Db, caller: Caller, before: { readonly id: string }): Promise<number> =>
  Math.min(caller.level, await readAuthorLevel(tx, before.id));

/** Answers 403 for changing a rule that restricts the caller or bars numbers if its author has a higher level. */
export const refuseLoosening = async (
  tx: Db,
  caller: Caller,
  { id, enabled, kind }: { readonly id: string; readonly enabled: boolean; readonly kind: Rule['kind'] },
): Promise<void> => {
  if (!enabled || (await readAuthorLevel(tx, id)) >= caller.level) return;
  const bindsCaller = holderOf(caller).rules?.some((one) => one.id === id && restricts(one)) === true;
  if (kind === 'dial' || bindsCaller)
    throw new Refusal('forbidden', { detail: 'This rule was made by a user with a higher role' });
};

/**
 * Answers 403 for a network rule of a key, or of an account that a key created, that lets an address in. Revoking the key does not disable
 * it, because without it nobody might get in.
 */
export const refuseOpeningByKey = (caller: Caller, { kind, effect }: Pick<Rule, 'kind' | 'effect'>): void => {
  if (caller.viaKeyId !== undefined && kind === 'network' && effect === 'allow') throw refusedByKey(['effect']);
};
