import { describe, expect, it } from 'vitest';
import { diallingOf } from '../../base/dialling-of.ts';
import type { Barring } from '../../routing/call-flow.ts';
import { renderPbx } from '../render.ts';
import type { WantedPbx } from '../wanted.ts';
import type { WantedFlow } from '../wanted-flow.ts';
import { contextOf, flow, line, pbx, textOf, withTrunk } from '../testing/flow-of-acme.ts';

describe('call flow of a tenant', () => {
  it('renders identical bytes for rows in any order', () => {
    expect(renderPbx(pbx()).refused).toEqual([]);
    const turned = pbx({
      numbers: flow.numbers.toReversed(),
      groups: flow.groups.toReversed(),
      menus: flow.menus.toReversed(),
    });
    expect(textOf(turned)).toBe(textOf(pbx()));
  });

  it('routes a number by its hours and skips missing members', () => {
    expect(contextOf(pbx(), 'ringside-numbers')).toContain('Gosub(acme-hours,hh1,1)');
    expect(contextOf(pbx(), 'acme-hours')).toContain('09:00-16:59,sun&thu,*,*,Asia/Jerusalem?Set(RINGSIDE_OPEN=1)');
    expect(contextOf(pbx(), 'acme-places')).not.toContain('999');
    expect(contextOf(pbx(), 'acme-places')).toContain('Goto(acme-menu-m1,s,1)');
  });

  it('ends a call whose destination is not on the PBX server', () => {
    const numbers = [{ ...flow.numbers[0]!, destination: { kind: 'extension', extension: '203' } as const }];
    expect(contextOf(pbx({ numbers }), 'ringside-numbers')).toContain('n,Hangup(1)');
  });

  it('has no outbound calls without a route, and none to a rejected trunk', () => {
    expect(textOf(pbx({}, { routes: [] }))).not.toContain('acme-outside');
    expect(contextOf(withTrunk({ host: 'a b' }), 'acme-outside')).toContain('Hangup(34)');
    expect(textOf(withTrunk({ host: 'a b' }))).not.toContain('ringside-trunks,ttrunk1');
  });

  it.each([
    ['4487055', '0'],
    ['448715', '1'],
    ['12125550100', '1'],
  ])('applies the rule of the longest prefix to %s', (number, allowed) => {
    const rules = contextOf(pbx(), 'acme-rules-0');
    const answers = [...rules.matchAll(/exten => _(\d*)X?!,1,Set\(RINGSIDE_ALLOWED=(\d)\)/g)]
      .filter(([, prefix = '']) => number.startsWith(prefix))
      .toSorted(([, a = ''], [, b = '']) => b.length - a.length);
    expect(answers[0]?.[2]).toBe(allowed);
  });

  it('denies all other numbers when a rule allows some', () => {
    const dialRules = [{ effect: 'allow', prefixes: ['44'], extensions: null } as const];
    const rules = contextOf(pbx({ dialRules }), 'acme-rules-0');
    expect(rules).toContain('_X!,1,Set(RINGSIDE_ALLOWED=0)');
    expect(rules).toContain('_44!,1,Set(RINGSIDE_ALLOWED=1)');
  });
});

describe('barred line', () => {
  const barred = (barring: Barring, changes: Partial<WantedFlow> = {}): WantedPbx => ({
    ...pbx(),
    tenants: [
      {
        code: 'acme',
        subscribers: [{ ...line('201'), barring }, line('202')],
        queues: [],
        flow: { ...flow, ...changes },
      },
    ],
  });
  /** Finds the rule as Asterisk does: the longest prefix decides. */
  const mayDial = (wanted: WantedPbx, extension: string, number: string): boolean => {
    const own = contextOf(wanted, 'acme-lines');
    const rules =
      new RegExp(`acme-${extension},(?:1|n),Set\\(RINGSIDE_RULES=(acme-rules-\\d+)\\)`).exec(own)?.[1] ?? '';
    const answers = [...contextOf(wanted, rules).matchAll(/exten => _(\d*)X?!,1,Set\(RINGSIDE_ALLOWED=(\d)\)/g)];
    const hit = answers
      .filter(([, prefix = '']) => number.startsWith(prefix))
      .toSorted(([, a = ''], [, b = '']) => b.length - a.length)[0];
    return hit?.[2] === '1';
  };

  it.each<[Barring, boolean, boolean]>([
    ['none', true, true],
    ['foreign', true, false],
    ['outgoing', false, false],
    ['inbound', true, true],
    ['all', false, false],
  ])('%s: calls at home %s, abroad %s, whatever is allowed, and the other line as ever', (barring, home, abroad) => {
    const allowed = barred(barring, { dialRules: [{ effect: 'allow', prefixes: ['44', '1'], extensions: null }] });
    for (const wanted of [barred(barring), allowed]) {
      expect([mayDial(wanted, '201', '442079460777'), mayDial(wanted, '201', '12125550100')]).toEqual([home, abroad]);
      expect([mayDial(wanted, '202', '442079460777'), mayDial(wanted, '202', '12125550100')]).toEqual([true, true]);
    }
  });

  it.each<[Barring, boolean]>([
    ['foreign', true],
    ['inbound', false],
    ['all', false],
  ])('%s: is rung %s', (barring, rung) => {
    expect(contextOf(barred(barring), 'acme-out').includes('Dial(PJSIP/acme-201')).toBe(rung);
  });
});

it('renders a hidden number, a separate pickup group and several phones of a line', () => {
  const own = { ...line('201'), hideNumber: true, pickupGroup: '7', maxContacts: 3 };
  const wanted = { ...pbx(), tenants: [{ code: 'acme', subscribers: [own, line('202')], queues: [], flow }] };
  expect(contextOf(wanted, 'acme-lines')).toContain('acme-201,n,Set(__RINGSIDE_HIDDEN=1)');
  expect(contextOf(wanted, 'ringside-trunks')).toContain(
    '"${RINGSIDE_HIDDEN}" = "1"]?Set(CONNECTEDLINE(pres,i)=prohib)',
  );
  const steps = contextOf(wanted, 'acme-outside').split('\n');
  const hides = steps.filter((each) => each.includes('CALLERID(pres)=prohib'));
  expect([hides.length > 0, hides.some((each) => each.includes('s112'))]).toEqual([true, false]);
  expect(textOf(wanted)).toContain('named_pickup_group = acme.7');
  expect(textOf(wanted)).toContain('max_contacts = 3');
});

describe('concurrent call limit of a tenant', () => {
  it('is checked only when set and never for emergency calls', () => {
    expect(textOf(pbx())).not.toContain('acme-room');
    const limited = pbx({ mostCalls: 3, mostPerSecond: 2 });
    expect(contextOf(limited, 'acme-room')).toContain('GROUP_COUNT(calls@ringside-acme)} > 3]?Hangup(42)');
    expect(contextOf(limited, 'ringside-numbers')).toContain('Gosub(acme-room,in,1)');
    const outside = contextOf(limited, 'acme-outside').split('\n');
    expect(outside.filter((each) => each.includes('acme-room')).every((each) => !each.includes('s112'))).toBe(true);
    expect(outside.some((each) => each.includes('Gosub(acme-room,out,1)'))).toBe(true);
    expect(contextOf(pbx({ mostPerSecond: 2 }), 'ringside-numbers')).not.toContain('acme-room');
    const whole = pbx({ mostOnPbx: 100 });
    expect(
      contextOf(whole, 'acme-room').match(/GROUP_COUNT\(calls@ringside_pbx\)\} > 100\]\?Hangup\(42\)/g),
    ).toHaveLength(2);
    expect(contextOf(whole, 'ringside-numbers')).toContain('Gosub(acme-room,in,1)');
    // Calls of a tenant also count toward the limit of the reseller above it, in the reseller's own group.
    const below = contextOf(pbx({ mostCalls: 3, mostAbove: [{ code: 'reseller', most: 7 }] }), 'acme-room');
    expect(below).toContain('GROUP_COUNT(calls@ringside-acme)} > 3]?Hangup(42)');
    expect(below.match(/Set\(GROUP\(ringside-reseller\)=calls\)/g)).toHaveLength(2);
    expect(below).toContain('GROUP_COUNT(calls@ringside-reseller)} > 7]?Hangup(42)');
    const all = contextOf(whole, 'acme-outside').split('\n');
    expect(all.some((each) => each.includes('acme-room') && each.includes('s112'))).toBe(false);
  });

  it.each([
    ['GB', '20', '_ZXXX.', '4420'],
    ['US', '212', '_ZXXXXXX', '1212'],
  ])('accepts numbers of %s without their area code, up to the last digit', (country, areaCode, local, before) => {
    const wanted = pbx({ dialling: diallingOf(country), areaCode });
    expect(contextOf(wanted, 'acme-out')).not.toMatch(/^exten => _[^,]*!/m);
    expect(contextOf(wanted, 'acme-out')).toContain(
      `exten => ${local},1,Goto(acme-outside,${before}\${FILTER(0-9,\${EXTEN:0})},1)`,
    );
  });
});
