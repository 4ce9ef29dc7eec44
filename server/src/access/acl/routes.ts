import type { FastifyInstance } from 'fastify';
import { decide, rulesFor } from '@ringside/core/access/acl.ts';
import type { AclRule } from '@ringside/core/access/acl.ts';
import { abilitiesUnder, narrowingsOf } from '@ringside/core/access/customer-terms.ts';
import { MASKS } from '@ringside/core/access/masks.ts';
import { maskApplies, masksFor } from '@ringside/core/access/narrowing.ts';
import { acl, testAcl } from '@ringside/core/contract/access/acl.ts';
import { testDial } from '@ringside/core/contract/routing/dial-test.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { SessionStore } from '../../platform/sessions/store.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { reaches } from '../../platform/caller/reach.ts';
import { registerResource } from '../../platform/http/register-resource.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { readRules } from '../../platform/sessions/rule-queries.ts';
import { dialVerdictOf } from './dial-queries.ts';
import { abilitiesOfRole, aclStore, subjectOf, thingOf, usersUnder } from './queries.ts';

interface Services {
  readonly db: Db;
  readonly sessions: SessionStore;
  readonly now: () => number;
}

export const registerAcl = (app: FastifyInstance, deps: Services): void => {
  registerResource(app, acl, aclStore(deps.db), {
    // Re-evaluate the scope of open sockets at once.
    changed: async (before, after) => {
      const customerId = (after ?? before)?.customerId ?? null;
      deps.sessions.announce({ kind: 'changed', userIds: await usersUnder(deps.db, customerId) });
    },
  });
  registerRoute(app, testDial, ({ caller, body }) => dialVerdictOf(deps.db, caller, body.subscriberId, body.number));
  registerRoute(app, testAcl, async ({ caller, body }) => {
    const subject = await subjectOf(deps.db, body.userId);
    if (subject === null || !reaches(caller, subject.customerId)) {
      throw new Refusal('not-found', { errors: [{ path: 'userId', code: 'unknown' }] });
    }
    if (body.customerId !== null && !reaches(caller, body.customerId)) {
      throw new Refusal('not-found', { errors: [{ path: 'customerId', code: 'unknown' }] });
    }
    const rules = await readRules(deps.db, subject.customerId);
    const at = body.at === undefined ? deps.now() : Date.parse(body.at);
    const thing = await thingOf(deps.db, caller, subject.customerId, body);
    const verdict = decide(rules, {
      subject,
      abilities: abilitiesUnder(subject.terms, await abilitiesOfRole(deps.db, subject.roleId), subject.reach),
      action: body.action,
      resource: body.resource,
      objectCustomerId: body.customerId,
      ...(thing === null ? {} : { object: thing }),
      address: body.address,
      at,
    });
    const named = (rule: AclRule | null) =>
      rule === null ? null : { id: rule.id, name: rule.name, priority: rule.priority };
    const byRules = rulesFor(rules, 'access', subject, at);
    const byRole = masksFor([...subject.narrowed, ...narrowingsOf(subject.terms)], body.resource);
    return {
      allowed: verdict.allowed,
      by: verdict.by,
      rule: named(verdict.rule),
      withheld: MASKS.flatMap((mask) => {
        const rule =
          byRules.find(
            ({ resource, fieldMask }) =>
              fieldMask.includes(mask) && resource !== null && maskApplies(mask, resource, body.resource),
          ) ?? null;
        return rule !== null || byRole.includes(mask) ? [{ mask, rule: named(rule) }] : [];
      }),
    };
  });
};
