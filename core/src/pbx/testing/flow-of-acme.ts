// A PBX server with one tenant that has every call flow object: a trunk, a route, numbers, hours, a group, a menu.
import { diallingOf } from '../../base/dialling-of.ts';
import { configText } from '../../asterisk/testing/config-text.ts';
import { renderPbx } from '../render.ts';
import type { WantedPbx } from '../wanted.ts';
import type { WantedFlow, WantedRoute, WantedTrunk } from '../wanted-flow.ts';

const trunk: WantedTrunk = {
  id: 'trunk-1',
  code: 'voxline',
  mode: 'registration',
  transport: 'tls',
  host: 'sip.example.com',
  port: 5061,
  username: 'ringside',
  secret: 's3cret!#%',
  addresses: ['192.0.2.0/24'],
  codecs: ['alaw'],
  format: 'international',
  techPrefix: '9',
  callerId: 'trunk',
  callerIdNumber: '+442079460100',
  maxCalls: 30,
  qualify: true,
  dialling: diallingOf('GB'),
};
const route: WantedRoute = {
  id: 'route-1',
  tenant: null,
  priority: 1,
  prefixes: [],
  shortNumbers: ['112'],
  trunks: ['trunk-1'],
};
export const flow: WantedFlow = {
  dialling: diallingOf('GB'),
  callerIdNumber: '+442079460100',
  lineNumbers: [{ extension: '201', number: '+442079460101' }],
  dialRules: [{ effect: 'deny', prefixes: ['44870'], extensions: null }],
  numbers: [
    {
      id: 'n1',
      number: '442079460101',
      destination: { kind: 'group', id: 'g-1' },
      closed: { hours: 'h1', destination: { kind: 'voicemail', extension: '201' } },
    },
  ],
  groups: [
    {
      id: 'g-1',
      extension: '600',
      strategy: 'widening',
      ringSeconds: 15,
      members: ['201', '202', '999'],
      fallback: { kind: 'ivr', id: 'm-1' },
    },
  ],
  hours: [
    {
      id: 'h1',
      timezone: 'Asia/Jerusalem',
      override: 'auto',
      intervals: [{ days: ['sun', 'thu'], from: '09:00', until: '17:00' }],
      holidays: ['2026-12-25', '01-01'],
    },
  ],
  menus: [
    {
      id: 'm-1',
      extension: null,
      prompt: 'custom/welcome',
      invalidPrompt: 'pbx-invalid',
      timeoutSeconds: 5,
      attempts: 3,
      dialExtensions: false,
      keys: [{ key: '#', destination: { kind: 'external', number: '442079460999' } }],
      fallback: { kind: 'hangup' },
    },
  ],
};
export const line = (extension: string) => ({
  id: `s-${extension}`,
  extension,
  displayName: 'Ann',
  secret: 'Abcdefghij0123456789',
  codecs: ['alaw'] as const,
  webrtc: false,
  callLimit: 2,
  dnd: false,
  ringSeconds: 20,
  forwarding: { always: null, busy: null, noAnswer: null, unregistered: null },
  addresses: [],
});
export const pbx = (changes: Partial<WantedFlow> = {}, more: Partial<WantedPbx> = {}): WantedPbx => ({
  trunks: [trunk],
  routes: [route],
  tenants: [{ code: 'acme', subscribers: [line('201'), line('202')], queues: [], flow: { ...flow, ...changes } }],
  ...more,
});
export const textOf = (wanted: WantedPbx): string => renderPbx(wanted).files.map(configText).join('\n');
export const contextOf = (wanted: WantedPbx, name: string): string =>
  textOf(wanted)
    .split(/^(?=\[)/m)
    .find((each) => each.startsWith(`[${name}]`)) ?? '';
export const withTrunk = (changes: Partial<WantedTrunk>): WantedPbx => pbx({}, { trunks: [{ ...trunk, ...changes }] });
export const withRoute = (changes: Partial<WantedRoute>): WantedPbx => pbx({}, { routes: [{ ...route, ...changes }] });
