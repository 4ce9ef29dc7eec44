// Tests the evaluation order, step by step.
import { describe, expect, it } from 'vitest';
import { ACTIONS, RESOURCES, can } from './ability.ts';
import type { AclQuestion, AclRule, AclSubject } from './acl.ts';
import { compileAbilities, decide, dialVerdict, networkRefusal, rulesThatDecided } from './acl.ts';
import { abilityOf } from './scopes.ts';
import type { Scope } from './scopes.ts';

const AT = Date.UTC(2026, 0, 15);
const anna: AclSubject = { userId: 'anna', customerId: 'A', roleId: 'supervisor', apiKeyId: null };
const rule = (id: string, more: Partial<AclRule>): AclRule => ({
  id,
  name: id,
  customerId: null,
  kind: 'access',
  priority: 100,
  enabled: true,
  subjectType: 'everyone',
  subjectId: null,
  effect: 'deny',
  resource: 'queue',
  actions: ['read'],
  cidrs: [],
  prefixes: [],
  validFrom: null,
  validUntil: null,
  timeWindow: null,
  things: null,
  fieldMask: [],
  ...more,
});
const net = (id: string, effect: AclRule['effect'], cidrs: string[], more: Partial<AclRule> = {}) =>
  rule(id, { kind: 'network', effect, cidrs, resource: null, actions: [], ...more });
const ask = (more: Partial<AclQuestion> = {}): AclQuestion => ({
  subject: anna,
  abilities: ['read:queue'].map((s) => abilityOf(s as Scope)),
  action: 'read',
  resource: 'queue',
  objectCustomerId: null,
  address: '10.0.0.5',
  at: AT,
  ...more,
});
const allowQueue = rule('allow', { effect: 'allow' });
const everything = rule('every', { effect: 'allow', resource: 'all', actions: ['manage'] });

describe('evaluation order', () => {
  it.each<[string, AclRule[], Partial<AclQuestion>, string]>([
    ['the role alone', [], {}, 'yes by role'],
    ['no role, no rule', [], { abilities: [] }, 'no by default'],
    ['1: another customer’s object, whatever the role', [], { objectCustomerId: 'B' }, 'no by customer'],
    ['1: … and whatever the rules', [everything], { objectCustomerId: 'B' }, 'no by customer'],
    ['1: the own customer’s object', [], { objectCustomerId: 'A' }, 'yes by role'],
    [
      '1: the platform’s staff have no wall',
      [],
      { subject: { ...anna, customerId: null }, objectCustomerId: 'B' },
      'yes by role',
    ],
    ['2: a denied network', [net('n', 'deny', ['10.0.0.0/8'])], {}, 'no by network n'],
    ['2: another denied network', [net('n', 'deny', ['192.0.2.0/24'])], {}, 'yes by role'],
    ['2: an allowed network', [net('n', 'allow', ['10.0.0.0/8'])], {}, 'yes by role'],
    ['2: one allowed network closes the others', [net('n', 'allow', ['192.0.2.0/24'])], {}, 'no by network'],
    [
      '2: any of several allowed',
      [net('a', 'allow', ['192.0.2.0/24']), net('b', 'allow', ['10.0.0.5'])],
      {},
      'yes by role',
    ],
    [
      '2: a denial wins over a permission, whatever the priority',
      [net('a', 'allow', ['10.0.0.0/8'], { priority: 1 }), net('d', 'deny', ['10.0.0.5'], { priority: 999 })],
      {},
      'no by network d',
    ],
    ['2: before access rules', [net('n', 'deny', ['10.0.0.0/8']), everything], {}, 'no by network n'],
    ['2: IPv6', [net('n', 'deny', ['2001:db8::/32'])], { address: '2001:db8::7' }, 'no by network n'],
    ['2: IPv4 written as IPv6', [net('n', 'deny', ['10.0.0.0/8'])], { address: '::ffff:10.0.0.5' }, 'no by network n'],
    [
      '2: an address that is none is in no allowed network',
      [net('n', 'allow', ['10.0.0.0/8'])],
      { address: 'x' },
      'no by network',
    ],
    [
      '2: of another subject it is nothing',
      [net('n', 'allow', ['192.0.2.0/24'], { subjectType: 'user', subjectId: 'ben' })],
      {},
      'yes by role',
    ],
    ['4: a denial takes from the role', [rule('d', {})], {}, 'no by access d'],
    [
      '4: a denial wins over a permission before it',
      [rule('a', { effect: 'allow', priority: 1 }), rule('d', { priority: 2 })],
      {},
      'no by access d',
    ],
    [
      '4: of two denials the first by priority decides',
      [rule('late', { priority: 9 }), rule('early', { priority: 2 })],
      {},
      'no by access early',
    ],
    ['4: a permission adds to the role', [allowQueue], { abilities: [] }, 'yes by access allow'],
    ['4: what the role gives is by the role', [allowQueue], {}, 'yes by role'],
    ['4: of another resource', [rule('d', { resource: 'user' })], {}, 'yes by role'],
    ['4: of another action', [rule('d', { actions: ['delete'] })], {}, 'yes by role'],
    ['4: every resource', [rule('d', { resource: 'all' })], {}, 'no by access d'],
    ['4: every action', [rule('d', { actions: ['manage'] })], {}, 'no by access d'],
    ['off', [rule('d', { enabled: false })], {}, 'yes by role'],
    ['not yet', [rule('d', { validFrom: AT + 1 })], {}, 'yes by role'],
    ['from this moment', [rule('d', { validFrom: AT })], {}, 'no by access d'],
    ['no longer', [rule('d', { validUntil: AT })], {}, 'yes by role'],
    ['for its last moment', [rule('d', { validUntil: AT + 1 })], {}, 'no by access d'],
    ['of the own customer', [rule('d', { customerId: 'A' })], {}, 'no by access d'],
    ['of another customer', [rule('d', { customerId: 'B' })], {}, 'yes by role'],
    [
      'of a customer, for the platform’s staff',
      [rule('d', { customerId: 'A' })],
      { subject: { ...anna, customerId: null } },
      'yes by role',
    ],
    ['for the user', [rule('d', { subjectType: 'user', subjectId: 'anna' })], {}, 'no by access d'],
    ['for another user', [rule('d', { subjectType: 'user', subjectId: 'ben' })], {}, 'yes by role'],
    ['for the role', [rule('d', { subjectType: 'role', subjectId: 'supervisor' })], {}, 'no by access d'],
    ['for the customer', [rule('d', { subjectType: 'customer', subjectId: 'A' })], {}, 'no by access d'],
    ['for a key, by a session', [rule('d', { subjectType: 'apikey', subjectId: 'k' })], {}, 'yes by role'],
    [
      'for a key, by that key',
      [rule('d', { subjectType: 'apikey', subjectId: 'k' })],
      { subject: { ...anna, apiKeyId: 'k' } },
      'no by access d',
    ],
  ])('%s', (_what, rules, more, expected) => {
    const verdict = decide(rules, ask(more));
    const by = verdict.rule === null ? verdict.by : `${verdict.by} ${verdict.rule.id}`;
    expect(`${verdict.allowed ? 'yes' : 'no'} by ${by}`).toBe(expected);
  });

  it('skips network rules without an address', () => {
    expect(decide([net('n', 'deny', ['0.0.0.0/0'])], ask({ address: null })).allowed).toBe(true);
    expect(networkRefusal([], anna, '10.0.0.5', AT)).toBeNull();
  });
});

describe('rulesThatDecided', () => {
  const said = (rules: AclRule[], more: Partial<AclQuestion> = {}) =>
    rulesThatDecided(rules, ask(more)).map(({ id }) => id);
  it.each<[string, AclRule[], Partial<AclQuestion>, string[]]>([
    ['the role alone', [], {}, []],
    ['a rule beside the matter', [rule('d', { resource: 'user' })], {}, []],
    ['a denial', [rule('d', {}), allowQueue], {}, ['d']],
    ['a permission beyond the role', [allowQueue], { abilities: [] }, ['allow']],
    ['a permission of what the role gives', [allowQueue], {}, []],
    ['a denied network', [net('n', 'deny', ['10.0.0.0/8'])], {}, ['n']],
    ['the network that lets in', [net('n', 'allow', ['10.0.0.0/8'])], {}, ['n']],
    ['both', [net('n', 'allow', ['10.0.0.0/8']), rule('d', {})], {}, ['n', 'd']],
    ['no network that lets in', [net('n', 'allow', ['192.0.2.0/24'])], {}, []],
    ['none at the customer’s wall', [everything], { objectCustomerId: 'B' }, []],
  ])('%s', (_what, rules, more, ids) => expect(said(rules, more)).toEqual(ids));
});

describe('abilities compiled with access rules', () => {
  const all = [abilityOf('manage:all')];
  const sets: readonly (readonly [string, readonly AclRule[]])[] = [
    ['a denial', [rule('d', { resource: 'user', actions: ['delete'] })]],
    ['a denial of everything of one', [rule('d', { resource: 'billing', actions: ['manage'] })]],
    ['a denial of one action of all', [rule('d', { resource: 'all', actions: ['export'] })]],
    ['a permission', [rule('a', { effect: 'allow', resource: 'cdr', actions: ['read', 'export'] })]],
    ['both', [everything, rule('d', { resource: 'audit', actions: ['read'] })]],
  ];
  it.each(sets)('agree with decide: %s', (_what, rules) => {
    for (const abilities of [all, [abilityOf('manage:queue'), abilityOf('read:user')], []]) {
      const compiled = compileAbilities(rules, anna, abilities, AT);
      for (const resource of RESOURCES.filter((r) => r !== 'all')) {
        for (const action of ACTIONS.filter((a) => a !== 'manage')) {
          const wanted = decide(rules, ask({ abilities, action, resource, address: null })).allowed;
          expect([action, resource, can(compiled, action, resource)]).toEqual([action, resource, wanted]);
        }
      }
    }
  });

  it('are unchanged without rules', () => expect(compileAbilities([], anna, all, AT)).toBe(all));
});

describe('dial rules', () => {
  const dial = (id: string, effect: AclRule['effect'], prefixes: string[]) =>
    rule(id, { kind: 'dial', effect, prefixes, resource: null, actions: [] });
  it.each<[string, AclRule[], string, boolean]>([
    ['without rules', [], '+34911234567', true],
    ['a denied prefix', [dial('d', 'deny', ['34900'])], '+34900123456', false],
    ['another prefix', [dial('d', 'deny', ['34900'])], '+34911234567', true],
    ['only what is allowed', [dial('a', 'allow', ['34'])], '+442079460000', false],
    ['what is allowed', [dial('a', 'allow', ['34'])], '34911234567', true],
    [
      'a denial within what is allowed',
      [dial('a', 'allow', ['34']), dial('d', 'deny', ['34900'])],
      '34900123456',
      false,
    ],
  ])('%s', (_what, rules, number, allowed) => {
    expect(dialVerdict(rules, anna, number, AT).allowed).toBe(allowed);
  });

  it.each([
    ['of the line', ['line'], false],
    ['of another line', ['other'], true],
    ['of nobody’s line', undefined, true],
  ])('a rule %s', (_what, subscriberIds, allowed) => {
    const line = { subjectType: 'subscriber', subjectId: 'line' } as const;
    const subject = { ...anna, ...(subscriberIds === undefined ? {} : { subscriberIds }) };
    expect(dialVerdict([{ ...dial('d', 'deny', ['34900']), ...line }], subject, '34900', AT).allowed).toBe(allowed);
  });
});
