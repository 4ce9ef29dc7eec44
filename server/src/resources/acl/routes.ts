import type { FastifyInstance } from 'fastify';
import { decide } from '@ringside/core/access/acl.ts';
import { acl, testAcl } from '@ringside/core/contract/acl.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { reaches } from '../../http/reaches.ts';
import { registerResource } from '../../http/register-resource.ts';
import { registerRoute } from '../../http/register.ts';
import { readRules } from '../../sessions/rule-queries.ts';
import { abilitiesOfRole, aclStore, subjectOf, usersUnder } from './queries.ts';

export const registerAcl = (app: FastifyInstance, deps: Deps): void => {
  registerResource(app, acl, aclStore(deps.db), {
    // Open sockets are judged anew at once.
    changed: async (before, after) => {
      const customerId = (after ?? before)?.['customerId'] as string | null;
      deps.sessions.announce({ kind: 'changed', userIds: await usersUnder(deps.db, customerId) });
    },
  });
  registerRoute(app, testAcl, async ({ caller, body }) => {
    const subject = await subjectOf(deps.db, body.userId);
    if (subject === null || !reaches(caller, subject.customerId)) {
      throw new Refusal('not-found', { errors: [{ path: 'userId', code: 'unknown' }] });
    }
    if (body.customerId !== null && !reaches(caller, body.customerId)) {
      throw new Refusal('not-found', { errors: [{ path: 'customerId', code: 'unknown' }] });
    }
    const verdict = decide(await readRules(deps.db, subject.customerId), {
      subject,
      abilities: await abilitiesOfRole(deps.db, subject.roleId),
      action: body.action,
      resource: body.resource,
      objectCustomerId: body.customerId,
      address: body.address,
      at: deps.now(),
    });
    const { rule } = verdict;
    return {
      allowed: verdict.allowed,
      by: verdict.by,
      rule: rule === null ? null : { id: rule.id, name: rule.name, priority: rule.priority },
    };
  });
};
