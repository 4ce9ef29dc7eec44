import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUEUE_DEFAULTS } from '../base/queue-options.ts';
import { configText } from './config-file.ts';
import { configOperations, encodeUpdate, operationBatches } from './config-update.ts';
import { PBX_FILES, renderPbx } from './render.ts';
import type { RenderedPbx } from './render.ts';
import type { WantedPbx, WantedQueue, WantedSubscriber, WantedTenant } from './wanted.ts';

const NOWHERE = { always: null, busy: null, noAnswer: null, unregistered: null };
const phone = (extension: string, changes: Partial<WantedSubscriber> = {}): WantedSubscriber => ({
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
const queue = (name: string, changes: Partial<WantedQueue> = {}): WantedQueue => ({
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
const tenant = (code: string, changes: Partial<WantedTenant> = {}): WantedTenant => ({
  code,
  subscribers: [phone('101'), phone('102')],
  queues: [queue(`${code}-sales`)],
  ...changes,
});
const pbx = (...tenants: WantedTenant[]): WantedPbx => ({ tenants });

const textOf = (rendered: RenderedPbx): string => rendered.files.map((f) => `;${f.name}\n${configText(f)}`).join('');
const fileText = (rendered: RenderedPbx, name: string): string => {
  const file = rendered.files.find((f) => f.name === name);
  return file === undefined ? '' : configText(file);
};

/** As Asterisk reads it: comments cut unless escaped, lines trimmed; values left out. */
const skeleton = (text: string): readonly string[] =>
  text.split(/\r\n|[\r\n]/).flatMap((raw) => {
    const read = raw.replace(/(?<!\\);.*$/u, '').trim();
    if (read === '') return [];
    return [read.startsWith('[') || read.startsWith('#') ? read : read.slice(0, read.search(/[ =]/))];
  });

/** What breaks a line, a section, a quote, an argument, an expression, an include, a message. */
const hostile = fc
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

/** Each free text of the wanted state, made hostile one at a time. */
const PLACES: Readonly<Record<string, (text: string) => WantedTenant>> = {
  code: (text) => tenant(text, { queues: [queue('acme-sales')] }),
  extension: (text) => tenant('acme', { subscribers: [phone('102'), phone(text)] }),
  displayName: (text) => tenant('acme', { subscribers: [phone('101', { displayName: text }), phone('102')] }),
  secret: (text) => tenant('acme', { subscribers: [phone('101', { secret: text }), phone('102')] }),
  address: (text) => tenant('acme', { subscribers: [phone('101', { addresses: [text] }), phone('102')] }),
  forwarding: (text) =>
    tenant('acme', { subscribers: [phone('101', { forwarding: { ...NOWHERE, always: text } }), phone('102')] }),
  busy: (text) => tenant('acme', { subscribers: [phone('101', { forwarding: { ...NOWHERE, busy: text } })] }),
  queue: (text) => tenant('acme', { queues: [queue(text)] }),
  number: (text) => tenant('acme', { queues: [queue('acme-sales', { extension: text })] }),
  mailbox: (text) =>
    tenant('acme', { subscribers: [phone('101', { voicemail: { pin: '1234', email: text, attach: true } })] }),
  pin: (text) => tenant('acme', { subscribers: [phone('101', { voicemail: { pin: text, email: '', attach: true } })] }),
  announcement: (text) =>
    tenant('acme', {
      queues: [queue('acme-sales', { options: { ...QUEUE_DEFAULTS, recording: 'all', recordingAnnouncement: text } })],
    }),
  music: (text) =>
    tenant('acme', { queues: [queue('acme-sales', { options: { ...QUEUE_DEFAULTS, musicClass: text } })] }),
  exit: (text) =>
    tenant('acme', {
      queues: [
        queue('acme-sales', {
          options: { ...QUEUE_DEFAULTS, exitKey: text },
          exitTo: { kind: 'extension', extension: '102' },
        }),
      ],
    }),
  member: (text) => tenant('acme', { queues: [queue('acme-sales', { members: [{ extension: text, penalty: 0 }] })] }),
};

describe('renderPbx', () => {
  it('writes a phone as endpoint, auth and aor of one name', () => {
    const rendered = renderPbx(pbx(tenant('acme', { subscribers: [phone('101', { addresses: ['10.0.0.0/8'] })] })));
    expect(rendered.refused).toEqual([]);
    expect(fileText(rendered, PBX_FILES.endpoints)).toContain('[acme-101]\ntype = endpoint\ncontext = acme-out\n');
    expect(fileText(rendered, PBX_FILES.endpoints)).toContain('deny = 0.0.0.0/0\ndeny = ::/0\npermit = 10.0.0.0/8\n');
    expect(fileText(rendered, PBX_FILES.auths)).toContain('password = Abcdefghij0123456789\n');
    expect(fileText(rendered, PBX_FILES.aors)).toContain('[acme-101]\ntype = aor\nmax_contacts = 1\n');
  });

  it('gives the same bytes whatever the order of the rows', () => {
    const orders = fc.shuffledSubarray(['101', '102', '103', '2000'], { minLength: 4 });
    const codes = fc.shuffledSubarray(['acme', 'globex', 'acme-b'], { minLength: 3 });
    const build = (extensions: string[], tenants: string[]) =>
      textOf(renderPbx(pbx(...tenants.map((code) => tenant(code, { subscribers: extensions.map((e) => phone(e)) })))));
    const expected = build(['101', '102', '103', '2000'], ['acme', 'globex', 'acme-b']);
    fc.assert(
      fc.property(orders, codes, (extensions, tenants) => {
        expect(build(extensions, tenants)).toBe(expected);
      }),
    );
  });

  it('keeps tenants apart: nothing in one context names what is another’s, nor includes it', () => {
    const dialplan = renderPbx(pbx(tenant('acme'), tenant('globex'))).files.find((f) => f.name === PBX_FILES.dialplan);
    for (const [own, other] of [
      ['acme', 'globex'],
      ['globex', 'acme'],
    ] as const) {
      const lines = dialplan?.sections.find((s) => s.name === `${own}-out`)?.lines ?? [];
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.filter((l) => l.value.includes(other) || l.name !== 'exten')).toEqual([]);
    }
  });

  it('follows forwarding, do-not-disturb and the limit of forwardings', () => {
    const forwarding = { always: null, busy: '102', noAnswer: '700', unregistered: null };
    const rendered = renderPbx(
      pbx(tenant('acme', { subscribers: [phone('101', { forwarding }), phone('102', { dnd: true })] })),
    );
    const text = fileText(rendered, PBX_FILES.dialplan);
    expect(text).toContain('exten => 101,n,GotoIf($["${DIALSTATUS}" = "BUSY"]?102,1)\n');
    expect(text).toContain('exten => 101,n,GotoIf($["${DIALSTATUS}" = "NOANSWER"]?700,1)\n');
    expect(text).toContain('exten => 102,n,Hangup(17)\n');
    expect(text.match(/RINGSIDE_HOPS\} > 5\]\?Hangup/g)).toHaveLength(2);
  });

  it.each([
    ['a number taken twice', tenant('acme', { queues: [queue('acme-sales', { extension: '101' })] }), 'extension'],
    ['no codec', tenant('acme', { subscribers: [phone('101', { codecs: [] })] }), 'codecs'],
    ['a quote in a name', tenant('acme', { subscribers: [phone('101', { displayName: 'A"B' })] }), 'displayName'],
    ['a queue called general', tenant('acme', { queues: [queue('general')] }), 'name'],
  ])('leaves out and names %s', (_, wanted, field) => {
    expect(renderPbx(pbx(wanted)).refused).toMatchObject([{ field }]);
  });

  it('holds up no other row for a refused one', () => {
    const rendered = renderPbx(pbx(tenant('acme', { subscribers: [phone('101', { secret: 'short' }), phone('102')] })));
    expect(rendered.refused).toMatchObject([{ kind: 'subscriber', id: 's-101', field: 'secret' }]);
    expect(textOf(rendered)).toContain('[acme-102]');
    expect(textOf(rendered)).not.toContain('acme-101');
  });

  it.each(Object.entries(PLACES))('no text as %s adds, splits or hides a line', (_, place) => {
    fc.assert(
      fc.property(hostile, (text) => {
        const rendered = renderPbx(pbx(place(text)));
        const meant = rendered.files.flatMap((f) =>
          f.sections.flatMap((s) => [`[${s.name}]`, ...s.lines.map((l) => l.name)]),
        );
        expect(skeleton(rendered.files.map(configText).join('\n'))).toEqual(meant);
        for (const name of meant) expect(name).toMatch(/^(\[[A-Za-z0-9_.-]+\]|[a-z_-]+|[0-9]{2,10})$/);
        const dialplan = fileText(rendered, PBX_FILES.dialplan);
        expect(dialplan).not.toMatch(/SHELL|System|include/);
      }),
      { numRuns: 300 },
    );
  });

  it.each(Object.entries(PLACES))('no text as %s adds a line to a manager message', (_, place) => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const file of renderPbx(pbx(place(text))).files) {
          for (const batch of operationBatches(configOperations(file, []))) {
            const lines = encodeUpdate(file.name, 'p1', batch).split('\r\n');
            const meant = batch.reduce((sum, o) => sum + (o.line === null ? 2 : 4), 0);
            expect(lines).toHaveLength(4 + meant + 2);
            expect(lines.join('')).not.toMatch(/[\r\n]/);
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});
