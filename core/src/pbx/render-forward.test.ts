// Forwarding to outside numbers uses the customer's routes and the dial rules of the forwarding line, for every caller.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Barring } from '../routing/call-flow.ts';
import { diallingOf } from '../base/dialling-of.ts';
import { configText } from '../asterisk/testing/config-text.ts';
import { renderPbx } from './render.ts';
import { hostile, NOWHERE, phone } from './testing/hostile-places.ts';
import type { WantedForwarding, WantedPbx, WantedSubscriber } from './wanted.ts';
import type { WantedFlow } from './wanted-flow.ts';

const AWAY = '+442079460777';
const flow: WantedFlow = {
  ...{ dialling: diallingOf('GB'), callerIdNumber: '+442079460100', lineNumbers: [], dialRules: [] },
  ...{ numbers: [], groups: [], hours: [], menus: [] },
};
const route = { id: 'r1', tenant: null, priority: 1, prefixes: [], shortNumbers: ['112'], trunks: [] };

const HANG_UP = { kind: 'hangup' } as const;

const pbx = (
  forwarding: Partial<WantedForwarding>,
  more: Partial<WantedSubscriber> = {},
  routes = [route],
): WantedPbx => ({
  routes,
  tenants: [
    {
      code: 'acme',
      subscribers: [phone('101', { forwarding: { ...NOWHERE, ...forwarding }, ...more }), phone('102')],
      queues: [],
      flow,
    },
  ],
});
const contextOf = (wanted: WantedPbx, name: string): string =>
  renderPbx(wanted)
    .files.map(configText)
    .join('\n')
    .split(/^(?=\[)/m)
    .find((each) => each.startsWith(`[${name}]`)) ?? '';
const stepsOf = (wanted: WantedPbx, extension: string): readonly string[] =>
  contextOf(wanted, 'acme-out')
    .split('\n')
    .flatMap((each) => new RegExp(`^exten => ${extension},(?:1|n),(.*)$`).exec(each)?.[1] ?? []);

describe('forwarding to an outside number', () => {
  it.each<[keyof WantedForwarding, string]>([
    ['always', 'Goto(acme-outside,442079460777,1)'],
    ['busy', 'GotoIf($["${DIALSTATUS}" = "BUSY"]?acme-outside,442079460777,1)'],
    ['noAnswer', 'GotoIf($["${DIALSTATUS}" = "NOANSWER"]?acme-outside,442079460777,1)'],
    ['unregistered', 'GotoIf($["${DIALSTATUS}" = "CHANUNAVAIL"]?acme-outside,442079460777,1)'],
  ])('%s: goes by the routes of the customer, in the name of the line', (when, step) => {
    const steps = stepsOf(pbx({ [when]: AWAY }), '101');
    expect(steps).toContain(step);
    expect(steps.indexOf('Set(RINGSIDE_SENDER=acme-101)')).toBeLessThan(steps.indexOf(step));
    expect(steps).toContain('Set(RINGSIDE_SENDER=acme-101)');
    expect(stepsOf(pbx({ [when]: AWAY }), '102').join()).not.toContain('SENDER');
  });

  it('applies the rules of the forwarding line before those of the caller', () => {
    const leave = contextOf(pbx({ always: AWAY }), 'acme-leave');
    const [own = 0, sender = 0] = ['OWN', 'SENDER'].map((who) =>
      leave.indexOf(`?Set(RINGSIDE_CAUSE=\${RINGSIDE_${who}})`),
    );
    expect([own > 0, sender > own]).toEqual([true, true]);
    expect(leave).toContain('n,Gosub(acme-lines,${RINGSIDE_LINE},1)');
    expect(leave.indexOf('n,Gosub(${RINGSIDE_RULES}')).toBeGreaterThan(leave.indexOf('n(judge)'));
  });

  it.each<[Barring, string]>([
    ['none', '1'],
    ['foreign', '1'],
    ['outgoing', '0'],
  ])('of a line barred from %s is allowed: %s', (barring, allowed) => {
    const wanted = pbx({ busy: AWAY }, { barring });
    const rules =
      /acme-101,(?:1|n),Set\(RINGSIDE_RULES=([a-z0-9-]+)\)/.exec(contextOf(wanted, 'acme-lines'))?.[1] ?? '';
    const answers = [...contextOf(wanted, rules).matchAll(/exten => _(\d*)X?!,1,Set\(RINGSIDE_ALLOWED=(\d)\)/g)]
      .filter(([, prefix = '']) => AWAY.slice(1).startsWith(prefix))
      .toSorted(([, a = ''], [, b = '']) => b.length - a.length);
    expect(answers[0]?.[2]).toBe(allowed);
  });

  it('shows the line’s number, or the outside caller’s when the line allows it', () => {
    expect(stepsOf(pbx({ always: AWAY }), '101')).toContain('Set(RINGSIDE_SHOWS=line)');
    const shows = pbx({ always: AWAY, showsCaller: true });
    expect(stepsOf(shows, '101')).toContain('Set(RINGSIDE_SHOWS=caller)');
    expect(contextOf(shows, 'acme-leave')).toContain('Set(RINGSIDE_CALLER=${FILTER(0-9+,${CALLERID(num)})})');
  });

  it('is ignored without an outbound route: the phone rings and unanswered calls go to voicemail', () => {
    const voicemail = { pin: '1234', email: '', attach: true };
    const steps = stepsOf(pbx({ always: AWAY, noAnswer: AWAY }, { voicemail }, []), '101');
    expect(steps.join('\n')).not.toMatch(/outside|SENDER/);
    expect(steps.some((step) => step.startsWith('Dial(PJSIP/acme-101,20,'))).toBe(true);
    expect(steps).toContain('GotoIf($["${DIALSTATUS}" = "NOANSWER"]?acme-places,v101,1)');
  });

  it('changes nothing for a customer without one', () => {
    expect(stepsOf(pbx({ busy: '102' }), '101').join()).not.toContain('RINGSIDE_SENDER');
    expect(stepsOf(pbx({ busy: '102' }), '101')).toContain('GotoIf($["${DIALSTATUS}" = "BUSY"]?102,1)');
  });

  it.each([
    '+44',
    '+0442079460777',
    '+4420794607771234',
    '00442079460777',
    '+44 20 7946 0777',
    '+442079460777&PJSIP/x',
  ])('rejects a number that is not all digits (%s), with its line', (always) => {
    const { refused } = renderPbx(pbx({ always }));
    expect(refused).toMatchObject([{ kind: 'subscriber', id: 's-101', field: 'forwarding.always' }]);
  });

  it('rejects any other text after the plus', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom('always', 'busy', 'noAnswer', 'unregistered'), (text, when) => {
        const wanted = pbx({ [when]: `+4420794607${text}` });
        fc.pre(!/^[0-9]*$/.test(text));
        expect(renderPbx(wanted).refused).toMatchObject([{ field: `forwarding.${when}` }]);
        expect(stepsOf(wanted, '101')).toEqual([]);
        expect(stepsOf(wanted, '102').length).toBeGreaterThan(0);
      }),
      { numRuns: 100 },
    );
  });
});

describe('number that is dialed unchanged through a route', () => {
  it('is never an extension, even if one was created before', () => {
    const wanted: WantedPbx = {
      routes: [{ ...route, shortNumbers: ['101', '102'] }],
      tenants: [
        {
          ...{ code: 'acme', subscribers: [phone('101'), phone('103')], queues: [] },
          flow: {
            ...flow,
            groups: [
              { id: 'g1', extension: '102', strategy: 'ringall', ringSeconds: 20, members: ['103'], fallback: HANG_UP },
            ],
          },
        },
      ],
    };
    expect(renderPbx(wanted).refused).toEqual([]);
    expect(stepsOf(wanted, '101')).toEqual(['Goto(acme-outside,s101,1)']);
    expect(stepsOf(wanted, '102')).toEqual(['Goto(acme-outside,s102,1)']);
    expect(stepsOf(wanted, '103').length).toBeGreaterThan(1);
  });
});
