import { describe, expect, it } from 'vitest';
import type { WantedEmergency, WantedFlow } from '../wanted-flow.ts';
import type { WantedPbx } from '../wanted.ts';
import { contextOf, flow, line, pbx, textOf } from '../testing/flow-of-acme.ts';
import { renderPbx } from '../render.ts';

const emergency: WantedEmergency = {
  numbers: ['999', '112'],
  callerIdNumber: '+442079460100',
  lines: [{ extension: '202', number: '+442079460102' }],
};
const NOTHING_ALLOWED: WantedFlow['dialRules'][number] = { effect: 'allow', prefixes: [], extensions: null };
const withEmergency = (changes: Partial<WantedFlow> = {}, more: Partial<WantedPbx> = {}): WantedPbx =>
  pbx({ emergency, ...changes }, more);

describe('emergency calls', () => {
  it('leave through a trunk without any route, rule or limit', () => {
    const wanted = withEmergency({ dialRules: [NOTHING_ALLOWED], mostCalls: 0, mostPerSecond: 1 }, { routes: [] });
    expect(renderPbx(wanted).refused).toEqual([]);
    const own = contextOf(wanted, 'acme-out');
    expect(own.split('\n')[1]).toBe('exten => 112,1,Goto(acme-emergency,112,1)');
    const section = contextOf(wanted, 'acme-emergency');
    expect(section).toContain('exten => 999,n,Gosub(ringside-trunks,etrunk1,1(999,,0))');
    expect(section).not.toMatch(/acme-(room|leave|rules)/);
    expect(contextOf(wanted, 'ringside-trunks')).toContain('exten => etrunk1,n,Dial(PJSIP/${ARG1}@trunk.voxline');
  });

  it('never use a trunk of another tenant', () => {
    const [trunk] = withEmergency().trunks ?? [];
    const trunks = [{ ...trunk!, tenant: 'globex' }];
    expect(contextOf(withEmergency({}, { trunks, routes: [] }), 'acme-emergency')).not.toContain('etrunk1');
    expect(contextOf(withEmergency({}, { trunks: [{ ...trunk!, tenant: 'acme' }] }), 'acme-emergency')).toContain(
      'etrunk1',
    );
  });

  it('show the line’s emergency caller ID, or the tenant’s when it has none', () => {
    const section = contextOf(withEmergency(), 'acme-emergency');
    expect(section).toContain('exten => caller,1,Set(RINGSIDE_EMERGENCY=+442079460100)');
    expect(section).toContain('exten => acme-202,1,Set(RINGSIDE_EMERGENCY=+442079460102)');
    expect(section).toContain('exten => acme-201,1,Set(__RINGSIDE_SHOWN=+442079460101)');
    expect(contextOf(withEmergency(), 'ringside-trunks')).toContain('Set(CONNECTEDLINE(pres,i)=allowed)');
  });

  it('take precedence over an extension with the same digits, which numbers and menus still reach', () => {
    const wanted: WantedPbx = {
      ...withEmergency(),
      tenants: [
        {
          code: 'acme',
          subscribers: [line('112'), { ...line('201'), forwarding: { ...line('201').forwarding, always: '112' } }],
          queues: [],
          flow: {
            ...flow,
            emergency,
            menus: [{ ...flow.menus[0]!, dialExtensions: true }],
            numbers: [
              { id: 'n', number: '442079460101', destination: { kind: 'extension', extension: '112' }, closed: null },
            ],
          },
        },
      ],
    };
    expect(renderPbx(wanted).refused).toEqual([]);
    expect(contextOf(wanted, 'acme-out').match(/^exten => 112,.*$/gm)).toEqual([
      'exten => 112,1,Goto(acme-emergency,112,1)',
    ]);
    expect(contextOf(wanted, 'acme-places')).toContain('exten => x112,n,Dial(PJSIP/acme-112,20,');
    expect(contextOf(wanted, 'ringside-numbers')).toContain('Goto(acme-places,x112,1)');
    expect(contextOf(wanted, 'acme-menu-m1')).toContain('exten => 112,1,Goto(acme-places,x112,1)');
    expect(contextOf(wanted, 'acme-out')).toContain('exten => 201,n,Goto(acme-places,x112,1)');
  });

  it('are announced and not placed after the test code', () => {
    expect(contextOf(withEmergency(), 'acme-out')).toContain('exten => *99112,1,Goto(acme-emergency,test112,1)');
    const test = contextOf(withEmergency(), 'acme-emergency').match(/^exten => test112,.*$/gm) ?? [];
    expect(test.join('\n')).toContain('SayDigits(112)');
    expect(test.join('\n')).not.toMatch(/Dial\(|ringside-trunks/);
  });

  it('are rejected when a number is not all digits', () => {
    const { refused } = renderPbx(withEmergency({ emergency: { ...emergency, numbers: ['1,2'] } }));
    expect(refused).toEqual([{ kind: 'tenant', id: 'acme', field: 'country', reason: 'shape' }]);
    expect(textOf(withEmergency({ emergency: { ...emergency, callerIdNumber: '1)' } }))).not.toContain(
      'acme-emergency]',
    );
  });
});
