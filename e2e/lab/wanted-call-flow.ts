// Desired state for `call-flow.test.ts`: customers with numbers, a ring group, business hours, IVR menus and an outbound route, at the
// lab's addresses.
import { QUEUE_DEFAULTS } from '@ringside/core/queues/queue-options.ts';
import type { WantedQueue, WantedPbx, WantedSubscriber } from '@ringside/core/pbx/wanted.ts';
import type { WantedFlow, WantedHours, WantedMenu, WantedTrunk } from '@ringside/core/pbx/wanted-flow.ts';
import { WEEKDAYS } from '@ringside/core/routing/call-flow.ts';
import { diallingOf } from '@ringside/core/base/dialling-of.ts';

export const NUMBERS = {
  line: '442079460201',
  queue: '442079460202',
  group: '442079460203',
  open: '442079460204',
  closed: '442079460205',
  menu: '442079460206',
  silentMenu: '442079460207',
  external: '442079460208',
  away: '442079460209',
  forwarded: '442079460210',
  emptyQueue: '442079460211',
  slowQueue: '442079460212',
  exitQueue: '442079460213',
  recordedQueue: '442079460214',
  closedQueue: '442079460215',
  openQueue: '442079460216',
  recordedLine: '442079460217',
  localLine: '442079460231',
  sentOutside: '442079460218',
  others: '442079460301',
  tight: '442079460401',
} as const;

const NOWHERE = { always: null, busy: null, noAnswer: null, unregistered: null };

const phone = (extension: string, changes: Partial<WantedSubscriber> = {}): WantedSubscriber => ({
  id: `line-${extension}`,
  extension,
  displayName: 'Zoë ${EXTEN} &',
  secret: 'Abcdefghij0123456789',
  codecs: ['ulaw', 'alaw'],
  webrtc: false,
  callLimit: 4,
  dnd: false,
  ringSeconds: 20,
  forwarding: NOWHERE,
  addresses: [],
  ...changes,
});

const queue = (name: string, changes: Partial<WantedQueue> = {}): WantedQueue => ({
  id: `queue-${name}`,
  name: `newco-${name}`,
  extension: null,
  strategy: 'ringall',
  ringSeconds: 15,
  retrySeconds: 1,
  wrapupSeconds: 0,
  maxCallers: 0,
  weight: 0,
  serviceLevelSeconds: 20,
  ringInUse: true,
  maxWaitSeconds: 60,
  members: [{ extension: '202', penalty: 0 }],
  pauseReasons: ['lunch', 'הדרכה, קצרה'],
  ...changes,
});

const WITH = { ...QUEUE_DEFAULTS, joinEmpty: [] };
const to = (extension: string) => ({ kind: 'extension', extension }) as const;
/** Queues for each outcome: full, timed out, left by key, recorded, closed, and with a dynamic member. */
const queues: readonly WantedQueue[] = [
  queue('sales'),
  queue('empty', { members: [], fullTo: to('202') }),
  queue('slow', { members: [], options: WITH, maxWaitSeconds: 2, timeoutTo: to('201') }),
  queue('exit', { members: [], options: { ...WITH, exitKey: '7' }, exitTo: to('202') }),
  queue('recorded', { options: { ...WITH, recording: 'all', recordingAnnouncement: 'beep' } }),
  queue('closed', { closed: { hours: 'holiday', to: to('201') } }),
  queue('open', { closed: { hours: 'always', to: to('201') } }),
  queue('flexible', { members: [{ extension: '201', penalty: 3, kind: 'dynamic' }] }),
];

const trunk = (code: string, changes: Partial<WantedTrunk>): WantedTrunk => ({
  id: `trunk-${code}`,
  code,
  mode: 'address',
  transport: 'udp',
  host: '127.0.0.1',
  port: 5060,
  username: '',
  secret: '',
  addresses: [],
  codecs: ['ulaw', 'alaw'],
  format: 'e164',
  techPrefix: '',
  callerId: 'line',
  callerIdNumber: '',
  maxCalls: 0,
  qualify: true,
  dialling: diallingOf('GB'),
  ...changes,
});

const hours = (id: string, changes: Partial<WantedHours>): WantedHours => ({
  id,
  timezone: 'Asia/Jerusalem',
  override: 'auto',
  intervals: [{ days: WEEKDAYS, from: '00:00', until: '24:00' }],
  holidays: [],
  ...changes,
});

const menu = (id: string, changes: Partial<WantedMenu>): WantedMenu => ({
  id,
  extension: null,
  prompt: 'custom/not-there',
  invalidPrompt: '',
  timeoutSeconds: 20,
  attempts: 3,
  dialExtensions: true,
  keys: [],
  fallback: { kind: 'extension', extension: '201' },
  ...changes,
});

/** Yesterday to tomorrow, so that today is a holiday in every time zone. */
const aroundToday = (): readonly string[] =>
  [-1, 0, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));

const emptyFlow: WantedFlow = {
  dialling: diallingOf('GB'),
  emergency: { numbers: ['112', '999'], callerIdNumber: '', lines: [] },
  callerIdNumber: '',
  lineNumbers: [],
  dialRules: [],
  numbers: [],
  groups: [],
  hours: [],
  menus: [],
};

const newco = (): WantedFlow => ({
  ...emptyFlow,
  callerIdNumber: `+${NUMBERS.queue}`,
  lineNumbers: [{ extension: '201', number: `+${NUMBERS.line}` }],
  dialRules: [
    { effect: 'deny', prefixes: ['44870', '44871'], extensions: null },
    { effect: 'deny', prefixes: ['1'], extensions: ['202', '207'] },
  ],
  groups: [
    {
      id: 'group-1',
      extension: '600',
      strategy: 'hunt',
      ringSeconds: 10,
      members: ['203', '202'],
      fallback: { kind: 'voicemail', extension: '203' },
    },
  ],
  hours: [hours('always', {}), hours('holiday', { holidays: aroundToday() })],
  menus: [
    menu('menu-1', { extension: '610', keys: [{ key: '2', destination: { kind: 'group', id: 'group-1' } }] }),
    menu('menu-2', { timeoutSeconds: 1, attempts: 1 }),
  ],
  numbers: [
    { id: 'n1', number: NUMBERS.line, destination: { kind: 'extension', extension: '201' }, closed: null },
    { id: 'n2', number: NUMBERS.queue, destination: { kind: 'queue', id: 'queue-sales' }, closed: null },
    { id: 'n3', number: NUMBERS.group, destination: { kind: 'group', id: 'group-1' }, closed: null },
    ...(['open', 'closed'] as const).map((when) => ({
      id: when,
      number: NUMBERS[when],
      destination: { kind: 'extension', extension: '201' } as const,
      closed: {
        hours: when === 'open' ? 'always' : 'holiday',
        destination: { kind: 'extension', extension: '202' } as const,
      },
    })),
    { id: 'n6', number: NUMBERS.menu, destination: { kind: 'ivr', id: 'menu-1' }, closed: null },
    { id: 'n7', number: NUMBERS.silentMenu, destination: { kind: 'ivr', id: 'menu-2' }, closed: null },
    { id: 'n9', number: NUMBERS.away, destination: to('203'), closed: null },
    { id: 'n10', number: NUMBERS.forwarded, destination: to('204'), closed: null },
    { id: 'n11', number: NUMBERS.recordedLine, destination: to('205'), closed: null },
    { id: 'n13', number: NUMBERS.localLine, destination: to('208'), closed: null },
    { id: 'n12', number: NUMBERS.sentOutside, destination: to('206'), closed: null },
    ...(['empty', 'slow', 'exit', 'recorded', 'closed', 'open'] as const).map((name) => ({
      id: name,
      number: NUMBERS[`${name}Queue`],
      destination: { kind: 'queue', id: `queue-${name}` } as const,
      closed: null,
    })),
    { id: 'n8', number: NUMBERS.external, destination: { kind: 'external', number: '442079460778' }, closed: null },
  ],
});

/** `net`: the network of the lab instance, such as `127.0.16`. */
export const wantedCallFlow = (net: string): WantedPbx => ({
  trunks: [
    trunk('silent', { host: `${net}.40` }),
    trunk('voxline', { host: `${net}.30`, addresses: [`${net}.20/31`] }),
  ],
  routes: [
    {
      id: 'route-1',
      tenant: null,
      priority: 1,
      prefixes: [],
      shortNumbers: ['112'],
      trunks: ['trunk-silent', 'trunk-voxline'],
    },
  ],
  tenants: [
    {
      code: 'newco',
      subscribers: [
        phone('201'),
        phone('202'),
        // No phone registers for these subscribers.
        phone('203', { voicemail: { pin: '482916', email: '', attach: true, greeting: 'beep' } }),
        phone('205', { recording: 'all' }),
        phone('208', { recording: 'local' }),
        phone('204', { forwarding: { ...NOWHERE, unregistered: '201' } }),
        phone('206', { forwarding: { ...NOWHERE, unregistered: '+442079460779', showsCaller: true } }),
        phone('207', { forwarding: { ...NOWHERE, always: '+13125550100' } }),
      ],
      queues,
      flow: newco(),
    },
    {
      code: 'other',
      subscribers: [phone('301')],
      queues: [],
      flow: {
        ...emptyFlow,
        numbers: [
          { id: 'o1', number: NUMBERS.others, destination: { kind: 'extension', extension: '301' }, closed: null },
        ],
      },
    },
    {
      code: 'tight',
      subscribers: [phone('401')],
      queues: [],
      flow: {
        ...emptyFlow,
        areaCode: '20',
        mostCalls: 1,
        numbers: [{ id: 't1', number: NUMBERS.tight, destination: to('401'), closed: null }],
      },
    },
    {
      // Suspended, with a limit of 0 concurrent calls. The subscriber is barred from all calls and hides its number.
      code: 'shut',
      subscribers: [phone('501', { barring: 'all', hideNumber: true })],
      queues: [],
      flow: {
        ...emptyFlow,
        mostCalls: 0,
        mostOnPbx: 0,
        dialRules: [{ effect: 'allow', prefixes: [], extensions: null }],
        emergency: {
          numbers: ['112', '999'],
          callerIdNumber: '+442079460500',
          lines: [{ extension: '501', number: '+442079460501' }],
        },
      },
    },
    { code: 'swift', subscribers: [], queues: [], flow: { ...emptyFlow, mostPerSecond: 2 } },
  ],
});
