// A small desired state, with hostile text in each free-text field.
import fc from 'fast-check';
import { QUEUE_DEFAULTS } from '../../queues/queue-options.ts';
import type { WantedPbx, WantedQueue, WantedSubscriber, WantedTenant } from '../wanted.ts';

export const NOWHERE = { always: null, busy: null, noAnswer: null, unregistered: null };
export const phone = (extension: string, changes: Partial<WantedSubscriber> = {}): WantedSubscriber => ({
  id: `s-${extension}`,
  extension,
  displayName: 'Ann Archer',
  secret: 'Abcdefghij0123456789',
  codecs: ['ulaw', 'alaw'],
  webrtc: false,
  callLimit: 2,
  dnd: false,
  ringSeconds: 20,
  forwarding: NOWHERE,
  addresses: [],
  ...changes,
});
export const queue = (name: string, changes: Partial<WantedQueue> = {}): WantedQueue => ({
  id: `q-${name}`,
  name,
  extension: '700',
  strategy: 'rrmemory',
  ringSeconds: 15,
  retrySeconds: 5,
  wrapupSeconds: 0,
  maxCallers: 0,
  weight: 0,
  serviceLevelSeconds: 20,
  ringInUse: false,
  maxWaitSeconds: 300,
  members: [{ extension: '101', penalty: 0 }],
  ...changes,
});
export const tenant = (code: string, changes: Partial<WantedTenant> = {}): WantedTenant => ({
  code,
  subscribers: [phone('101'), phone('102')],
  queues: [queue(`${code}-sales`)],
  ...changes,
});
export const pbx = (...tenants: WantedTenant[]): WantedPbx => ({ tenants });

/** Text that could end a line, section, quote, argument, expression, include or message. */
export const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\r',
        '\n',
        '\r\n\r\nAction: Command\r\n',
        '\n[evil]\ntype=endpoint',
        '#include x',
        ';',
        ';--',
        '\\',
      ),
      fc.constantFrom(
        '"',
        '<',
        '>',
        '=>',
        ',',
        '|',
        '(',
        ')',
        '${SHELL(id)}',
        '$[1+1]',
        '&',
        '\u0000',
        '\u2028',
        '\ud800',
      ),
      fc.constantFrom('[', ']', ' ', 'general', 'exten => 9,1,System(id)', '../', 'é', 'שלום', '5', 'a'),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(''));

/** Puts hostile text into one free-text field at a time. */
export const PLACES: Readonly<Record<string, (text: string) => WantedTenant>> = {
  code: (text) => tenant(text, { queues: [queue('newco-sales')] }),
  extension: (text) => tenant('newco', { subscribers: [phone('102'), phone(text)] }),
  displayName: (text) => tenant('newco', { subscribers: [phone('101', { displayName: text }), phone('102')] }),
  secret: (text) => tenant('newco', { subscribers: [phone('101', { secret: text }), phone('102')] }),
  address: (text) => tenant('newco', { subscribers: [phone('101', { addresses: [text] }), phone('102')] }),
  forwarding: (text) =>
    tenant('newco', { subscribers: [phone('101', { forwarding: { ...NOWHERE, always: text } }), phone('102')] }),
  busy: (text) => tenant('newco', { subscribers: [phone('101', { forwarding: { ...NOWHERE, busy: text } })] }),
  queue: (text) => tenant('newco', { queues: [queue(text)] }),
  number: (text) => tenant('newco', { queues: [queue('newco-sales', { extension: text })] }),
  mailbox: (text) =>
    tenant('newco', { subscribers: [phone('101', { voicemail: { pin: '1234', email: text, attach: true } })] }),
  pin: (text) =>
    tenant('newco', { subscribers: [phone('101', { voicemail: { pin: text, email: '', attach: true } })] }),
  announcement: (text) =>
    tenant('newco', {
      queues: [queue('newco-sales', { options: { ...QUEUE_DEFAULTS, recording: 'all', recordingAnnouncement: text } })],
    }),
  music: (text) =>
    tenant('newco', { queues: [queue('newco-sales', { options: { ...QUEUE_DEFAULTS, musicClass: text } })] }),
  exit: (text) =>
    tenant('newco', {
      queues: [
        queue('newco-sales', {
          options: { ...QUEUE_DEFAULTS, exitKey: text },
          exitTo: { kind: 'extension', extension: '102' },
        }),
      ],
    }),
  member: (text) => tenant('newco', { queues: [queue('newco-sales', { members: [{ extension: text, penalty: 0 }] })] }),
};
