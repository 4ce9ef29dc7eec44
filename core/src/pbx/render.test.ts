import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configText } from '../asterisk/testing/config-text.ts';
import { configOperations, encodeUpdate, operationBatches } from '../asterisk/config-update.ts';
import { PBX_FILES, renderPbx } from './render.ts';
import type { RenderedPbx } from './render.ts';
import { transportGaps } from './transport-gaps.ts';
import { hostile, pbx, phone, PLACES, queue, tenant } from './testing/hostile-places.ts';

const textOf = (rendered: RenderedPbx): string => rendered.files.map((f) => `;${f.name}\n${configText(f)}`).join('');
const fileText = (rendered: RenderedPbx, name: string): string => {
  const file = rendered.files.find((f) => f.name === name);
  return file === undefined ? '' : configText(file);
};

/** Reads the text as Asterisk does: removes unescaped comments, trims lines, and drops values. */
const skeleton = (text: string): readonly string[] =>
  text.split(/\r\n|[\r\n]/).flatMap((raw) => {
    const read = raw.replace(/(?<!\\);.*$/u, '').trim();
    if (read === '') return [];
    return [read.startsWith('[') || read.startsWith('#') ? read : read.slice(0, read.search(/[ =]/))];
  });

describe('renderPbx', () => {
  it('renders a phone as endpoint, auth and aor with the same name', () => {
    const rendered = renderPbx(pbx(tenant('acme', { subscribers: [phone('101', { addresses: ['10.0.0.0/8'] })] })));
    expect(rendered.refused).toEqual([]);
    expect(fileText(rendered, PBX_FILES.endpoints)).toContain('[acme-101]\ntype = endpoint\ncontext = acme-out\n');
    expect(fileText(rendered, PBX_FILES.endpoints)).toContain('deny = 0.0.0.0/0\ndeny = ::/0\npermit = 10.0.0.0/8\n');
    expect(fileText(rendered, PBX_FILES.auths)).toContain('password = Abcdefghij0123456789\n');
    expect(fileText(rendered, PBX_FILES.aors)).toContain('[acme-101]\ntype = aor\nmax_contacts = 1\n');
  });

  it('binds a phone to the transport of its kind and reports lines without one', () => {
    const transports = [
      { name: 'net-udp', kind: 'udp' },
      { name: 'net-tcp', kind: 'tcp' },
      { name: 'net-udp6', kind: 'udp' },
      { name: 'a name;of no use', kind: 'wss' },
    ] as const;
    const kinds = { 101: 'tcp', 102: 'udp', 103: 'tls', 104: 'wss', 105: undefined } as const;
    const subscribers = Object.entries(kinds).map(([extension, transport]) => phone(extension, { transport }));
    const wanted = { ...pbx(tenant('acme', { subscribers, queues: [] })), transports };
    const rendered = renderPbx(wanted);
    expect(rendered.refused).toEqual([]);
    // With two transports the PBX server chooses. Missing transports are not written.
    expect(fileText(rendered, PBX_FILES.endpoints).match(/^\[acme-.*|transport = .*/gm)).toEqual([
      ...['[acme-101]', 'transport = net-tcp', '[acme-102]', '[acme-103]', '[acme-104]', '[acme-105]'],
    ]);
    expect([...transportGaps(wanted)]).toEqual([['pjsip acme-103', 'tls']]);
    expect([...transportGaps({ ...wanted, transports: [] })]).toHaveLength(4);
  });

  it('renders identical bytes for rows in any order', () => {
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

  it('isolates tenants: no context names or includes objects of another tenant', () => {
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

  it('renders forwarding, do-not-disturb and the forwarding limit', () => {
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
  ])('omits and reports %s', (_, wanted, field) => {
    expect(renderPbx(pbx(wanted)).refused).toMatchObject([{ field }]);
  });

  it('renders all other rows when one is rejected', () => {
    const rendered = renderPbx(pbx(tenant('acme', { subscribers: [phone('101', { secret: 'short' }), phone('102')] })));
    expect(rendered.refused).toMatchObject([{ kind: 'subscriber', id: 's-101', field: 'secret' }]);
    expect(textOf(rendered)).toContain('[acme-102]');
    expect(textOf(rendered)).not.toContain('acme-101');
  });

  it.each(Object.entries(PLACES))('adds, splits or hides no line for any text as %s', (_, place) => {
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

  it.each(Object.entries(PLACES))('adds no line to an AMI message for any text as %s', (_, place) => {
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
