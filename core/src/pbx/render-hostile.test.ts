import fc from 'fast-check';
import { expect, it } from 'vitest';
import { renderPbx } from './render.ts';
import type { RefusedRow } from './sheets.ts';
import type { WantedPbx } from './wanted.ts';
import { flow, pbx, textOf, withRoute, withTrunk } from './testing/flow-of-acme.ts';

const named = (kind: RefusedRow['kind'], field: string) => [expect.objectContaining({ kind, field })];
const number = flow.numbers[0]!;
const group = flow.groups[0]!;
const hours = flow.hours[0]!;
const menu = flow.menus[0]!;

it.each<[string, WantedPbx, ReturnType<typeof named>]>([
  ['a trunk’s code', withTrunk({ code: 'a]\n[evil' }), named('trunk', 'code')],
  ['a trunk’s host', withTrunk({ host: 'sip.example.com;lr' }), named('trunk', 'host')],
  ['a trunk’s user', withTrunk({ username: 'a@b' }), named('trunk', 'username')],
  ['a trunk’s password', withTrunk({ secret: 'a;b' }), named('trunk', 'secret')],
  ['a trunk’s tech prefix', withTrunk({ techPrefix: '9&PJSIP/x' }), named('trunk', 'techPrefix')],
  ['a trunk’s number', withTrunk({ callerIdNumber: '${EXTEN}' }), named('trunk', 'callerIdNumber')],
  ['a trunk’s address', withTrunk({ addresses: ['0.0.0.0/0\nmatch=1'] }), named('trunk', 'addresses')],
  ['a route’s prefix', withRoute({ prefixes: ['44,1,System(x)'] }), named('route', 'prefixes')],
  ['a route’s short number', withRoute({ shortNumbers: ['_X.'] }), named('route', 'shortNumbers')],
  [
    'a dial rule',
    pbx({ dialRules: [{ effect: 'deny', prefixes: ['4!'], extensions: null }] }),
    named('tenant', 'prefixes'),
  ],
  ['a number', pbx({ numbers: [{ ...number, number: '44_X.' }] }), named('did', 'number')],
  [
    'a number outside',
    pbx({ numbers: [{ ...number, destination: { kind: 'external', number: '1&2' } }] }),
    named('did', 'destination'),
  ],
  ['a group’s time', pbx({ groups: [{ ...group, ringSeconds: 1.5 }] }), named('group', 'ringSeconds')],
  ['a group’s extension', pbx({ groups: [{ ...group, extension: '201' }] }), named('group', 'extension')],
  ['a time zone', pbx({ hours: [{ ...hours, timezone: 'UTC?Set(X=1)' }] }), named('hours', 'timezone')],
  ['a holiday', pbx({ hours: [{ ...hours, holidays: ['2026-12-25"'] }] }), named('hours', 'holidays')],
  ['an area code', pbx({ areaCode: '2,1,System(x)' }), named('tenant', 'defaultAreaCode')],
  ['a prompt', pbx({ menus: [{ ...menu, prompt: '../../etc/x' }] }), named('ivr', 'prompt')],
  ['a key', pbx({ menus: [{ ...menu, keys: [{ key: 'i', destination: { kind: 'hangup' } }] }] }), named('ivr', 'keys')],
])('%s that would say more than it should is refused by name, and holds up no other', (_what, wanted, refused) => {
  const rendered = renderPbx(wanted);
  expect(rendered.refused).toEqual(refused);
  expect(textOf(wanted)).toContain('[acme-201]');
});

it('keeps user input out of the dialplan', () => {
  const evil = fc.string({ unit: 'binary', maxLength: 40 }).filter((text) => /[^0-9A-Za-z_./+-]/.test(text));
  fc.assert(
    fc.property(evil, fc.nat(9), (text, which) => {
      const wanted = [
        withTrunk({ code: text }),
        withTrunk({ host: text }),
        withTrunk({ techPrefix: text }),
        withTrunk({ callerIdNumber: text }),
        withRoute({ prefixes: [text] }),
        pbx({ callerIdNumber: text }),
        pbx({ lineNumbers: [{ extension: '201', number: text }] }),
        pbx({ menus: [{ ...menu, prompt: text }] }),
        pbx({ hours: [{ ...hours, timezone: text }] }),
        pbx({ numbers: [{ ...number, number: text }] }),
      ][which]!;
      expect(renderPbx(wanted).refused).toHaveLength(1);
    }),
    { numRuns: 200 },
  );
});
