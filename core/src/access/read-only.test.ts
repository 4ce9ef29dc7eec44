import { expect, it } from 'vitest';
import { ACTIONS, can, RESOURCES } from './ability.ts';
import { readOnly } from './read-only.ts';
import { abilityOf } from './scopes.ts';
import type { Scope } from './scopes.ts';

it.each<[Scope[]]>([[['manage:all']], [['manage:queue', 'read:user', 'export:cdr', 'operate:live']], [[]]])(
  'leaves of %j what reads, and nothing else',
  (scopes) => {
    const before = scopes.map(abilityOf);
    const after = readOnly(before);
    for (const action of ACTIONS)
      for (const resource of RESOURCES)
        expect([action, resource, can(after, action, resource)]).toEqual([
          action,
          resource,
          (action === 'read' || action === 'export') && can(before, action, resource),
        ]);
  },
);
