import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACTIONS, RESOURCES, can } from './ability.ts';
import type { Ability } from './ability.ts';
import { abilityOf, beyond, intersect, scopeOf } from './scopes.ts';

const ability: fc.Arbitrary<Ability> = fc.record({
  action: fc.constantFrom(...ACTIONS),
  resource: fc.constantFrom(...RESOURCES),
});
const abilities = fc.array(ability, { maxLength: 6 });

describe('scopes of an API key', () => {
  it('keep only abilities that both the owner and the key have', () => {
    fc.assert(
      fc.property(abilities, abilities, ability, (mine, theirs, { action, resource }) => {
        const both = can(mine, action, resource) && can(theirs, action, resource);
        expect(can(intersect(mine, theirs), action, resource)).toBe(both);
      }),
    );
  });

  it('never exceed the creator’s abilities', () => {
    fc.assert(
      fc.property(abilities, abilities, (mine, wanted) => {
        const allowed = wanted.filter((one) => !beyond(mine, wanted).includes(one));
        for (const action of ACTIONS) {
          for (const resource of RESOURCES.filter((r) => r !== 'all')) {
            if (action !== 'manage' && can(allowed, action, resource)) expect(can(mine, action, resource)).toBe(true);
          }
        }
      }),
    );
  });

  it.each<[string, string[], string[], string[]]>([
    ['all for one', ['manage:all'], ['read:cdr', 'manage:user'], []],
    ['manage holds each action', ['manage:queue'], ['read:queue', 'operate:queue'], []],
    [
      'each action does not make manage without operate',
      ['read:queue', 'update:queue'],
      ['manage:queue'],
      ['manage:queue'],
    ],
    ['another resource', ['manage:queue'], ['read:user'], ['read:user']],
    ['everything', ['manage:queue'], ['read:all'], ['read:all']],
    ['nothing', [], ['read:live'], ['read:live']],
  ])('%s', (_name, mine, wanted, refused) => {
    const parse = (texts: string[]) => texts.map((text) => abilityOf(text as never));
    expect(beyond(parse(mine), parse(wanted)).map(scopeOf)).toEqual(refused);
  });
});
