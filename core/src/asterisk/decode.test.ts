import { describe, expect, it } from 'vitest';
import { TRANSCRIPTS, transcript, truthOf } from '../../../lab/transcripts.ts';
import type { PbxFact } from './fact.ts';
import { eventOf } from './block.ts';
import { decode, isKnownEvent } from './decode.ts';
import { createFramer } from './frame.ts';

const blocksOf = (name: string): string[] => {
  const blocks: string[] = [];
  createFramer({
    greeting: () => undefined,
    block: (block) => void blocks.push(block),
    overlong: () => undefined,
  }).push(transcript(name).toString('latin1'));
  return blocks;
};

const factsOf = (name: string): PbxFact[] => blocksOf(name).flatMap((b) => decode(b) ?? []);
type FactOf<K extends PbxFact['kind']> = Extract<PbxFact, { kind: K }>;
const ofKind = <K extends PbxFact['kind']>(facts: readonly PbxFact[], kind: K): FactOf<K>[] =>
  facts.filter((f): f is FactOf<K> => f.kind === kind);

const block = (...lines: string[]): string => Buffer.from(lines.join('\r\n'), 'utf8').toString('latin1');

describe('recorded sessions', () => {
  it('decodes or explicitly ignores every event of every session, except replies to lists that the console never requests', () => {
    const strange = new Set<string>();
    for (const session of TRANSCRIPTS) {
      for (const text of blocksOf(session)) {
        const name = eventOf(text);
        decode(text);
        if (name !== '' && !isKnownEvent(name) && !text.includes('\r\nActionID: ')) strange.add(name);
      }
    }
    expect([...strange]).toEqual([]);
  });

  it('has the same counts as queue_log in the mixed run', () => {
    const facts = factsOf('17-mixed-pbx1');
    const log = truthOf('17-mixed-pbx1', 'queue_log');
    const logged = (event: string) => log.split('\n').filter((line) => line.split('|')[4] === event).length;
    expect(ofKind(facts, 'caller-joined')).toHaveLength(logged('ENTERQUEUE'));
    expect(ofKind(facts, 'agent-connect')).toHaveLength(logged('CONNECT'));
    expect(ofKind(facts, 'agent-ring-no-answer')).toHaveLength(logged('RINGNOANSWER'));
    expect(logged('ENTERQUEUE')).toBeGreaterThan(50);
  });

  it('reads complete names, escaped in channel events and raw in list entries', () => {
    const facts = factsOf('02-busy-snapshots');
    const joined = new Set(ofKind(facts, 'caller-joined').map((f) => f.caller.callerIdName));
    expect(joined).toContain("O'Neil & Sons");
    expect(joined).toContain('שרה כהן');
    const listed = ofKind(facts, 'queue-entry').map((f) => f.callerIdName);
    expect(listed).toContain('Acme <Retail>');
    expect(new Set([...joined, ...listed].filter((n) => n.includes('unknown')))).toEqual(new Set());
    expect(ofKind(facts, 'member').map((m) => m.name)).toContain('Gil גיל');
  });

  it('removes direction overrides and control characters from hostile names', () => {
    const names = factsOf('19-corner-cases').flatMap((f) => ('callerIdName' in f ? [f.callerIdName] : []));
    expect(names.some((n) => n.length >= 79)).toBe(true);
    expect(names.filter((n) => /[\p{Cc}\u202a-\u202e]/u.test(n))).toEqual([]);
  });

  it('reads packet loss and delays in seconds', () => {
    const reports = ofKind(factsOf('13-quality-loss-jitter-delay'), 'rtp-quality');
    const bad = reports.find((r) => r.lp > 0 && r.rtt > 0);
    expect(bad?.rtt).toBeGreaterThan(0.05);
    expect(bad?.rtt).toBeLessThan(1);
    expect(bad?.rxjitter).toBeLessThan(0.1);
    expect(reports.some((r) => r.rxcount === 0)).toBe(true);
  });

  it('reads the tenant ID where the PBX server sends it', () => {
    expect(ofKind(factsOf('20-tenantid-channelvars'), 'caller-joined').map((f) => f.caller.tenantId)).toContain('acme');
    expect(ofKind(factsOf('03-one-queue-call-agent-hangs-up'), 'caller-joined')[0]?.caller.tenantId).toBe('');
  });

  it('has no agent channel in a completion after the caller was redirected', () => {
    const done = ofKind(factsOf('08-transfers-redirect-park-bridge'), 'agent-complete');
    expect(done.some((f) => f.agent === null)).toBe(true);
    expect(done.some((f) => f.agent !== null && f.reason === 'transfer')).toBe(true);
  });

  it('reads transfers and parking', () => {
    const facts = factsOf('08-transfers-redirect-park-bridge');
    expect(ofKind(facts, 'blind-transfer')[0]).toMatchObject({
      context: 'acme-internal',
      exten: '102',
      transferer: { callerIdName: 'Ann Archer' },
      transferee: { callerIdNum: '+12125550123' },
    });
    expect(ofKind(facts, 'attended-transfer')[0]).toMatchObject({
      result: 'Success',
      transferee: { callerIdName: 'Ivy Irwin' },
    });
    expect(ofKind(facts, 'parked').map((f) => f.callerIdName)).toContain('Ivy Irwin');
    expect(ofKind(facts, 'unparked').map((f) => f.callerIdName)).toContain('Ivy Irwin');
  });

  it('distinguishes a clean shutdown from a restart', () => {
    expect(ofKind(factsOf('14-reload-restart-shutdown'), 'shutdown')).toEqual([{ kind: 'shutdown', restart: false }]);
    expect(decode(block('Event: Shutdown', 'Shutdown: Cleanly', 'Restart: True'))).toEqual({
      kind: 'shutdown',
      restart: true,
    });
  });
});

describe('messages in another format', () => {
  it.each(TRANSCRIPTS)('%s: decodes the same facts with a newer header after each line', (session) => {
    for (const text of blocksOf(session)) {
      const fact = decode(text);
      if (fact !== null) expect(decode(text.replaceAll('\r\n', '\r\nNewer: 1\r\n')), text).toEqual(fact);
    }
  });

  it.each([
    ['a name in another script', 'CallerIDName', 'שרה כהן', { callerIdName: 'שרה כהן' }],
    ['an escaped name', 'CallerIDName', String.raw`Ann \"A\" \\ B`, { callerIdName: String.raw`Ann "A" \ B` }],
    ['a context in another script', 'Context', 'ventas-ñ', { context: 'ventas-ñ' }],
    ['a control character', 'Exten', '10\x001', { exten: '101' }],
    ['a bare LF', 'AccountCode', 'a\nb', { accountCode: 'ab' }],
    ['a value of blanks', 'Exten', ' ', { exten: ' ' }],
    ['no value', 'ChannelState', '', { state: 0 }],
    ['a number that is unknown', 'CallerIDNum', '<unknown>', { callerIdNum: '' }],
  ])('%s', (_, header, value, expected) => {
    const whole = blocksOf('02-busy-snapshots').find((text) => eventOf(text) === 'Newstate') ?? '';
    const bytes = Buffer.from(value, 'utf8').toString('latin1');
    const text = whole.replace(new RegExp(`\r\n${header}: [^\r]*`), () => `\r\n${header}: ${bytes}`);
    expect(decode(text)).toEqual({ ...decode(whole), ...expected });
  });
});
