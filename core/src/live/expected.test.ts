// Tests how facts confirm actions, with recordings of a real Asterisk.
import { describe, expect, it } from 'vitest';
import { transcript } from '../../../lab/transcripts.ts';
import { createFramer } from '../asterisk/frame.ts';
import { decode } from '../asterisk/decode.ts';
import { matchExpected, type Expected } from './expected.ts';
import type { PbxFact } from '../asterisk/fact.ts';

const factsOf = (name: string): readonly PbxFact[] => {
  const facts: PbxFact[] = [];
  createFramer({
    greeting: () => undefined,
    block: (block) => {
      const fact = decode(block);
      if (fact !== null) facts.push(fact);
    },
    overlong: () => undefined,
  }).push(transcript(name).toString('latin1'));
  return facts;
};
const transfers = factsOf('08-transfers-redirect-park-bridge');
const spying = factsOf('12-supervise-spy-record-dtmf');
const members = factsOf('06-members-pause-penalty');
const calls = factsOf('10-internal-and-outbound');

const told = (facts: readonly PbxFact[], expected: Expected) =>
  facts.map((f) => matchExpected(expected, f)).find(Boolean) ?? null;
const idOf = (facts: readonly PbxFact[], channel: string): string => {
  const fact = facts.find((f) => f.kind === 'channel' && f.channel === channel);
  return fact?.kind === 'channel' ? fact.uniqueid : '';
};

describe('expected results of actions', () => {
  it.each<[string, readonly PbxFact[], Expected, object]>([
    [
      'a blind transfer',
      transfers,
      { kind: 'blind-transfer', uniqueid: idOf(transfers, 'PJSIP/acme-101-00000004') },
      { ok: true },
    ],
    ['a consultation', transfers, { kind: 'consulting', exten: '103', context: 'acme-internal' }, { ok: true }],
    ['parking', transfers, { kind: 'parked', uniqueid: idOf(transfers, 'PJSIP/carrier-00000015') }, { space: '701' }],
    ['leaving', transfers, { kind: 'moved-on', uniqueid: idOf(transfers, 'PJSIP/carrier-0000000f') }, { ok: true }],
    ['an end', transfers, { kind: 'ended', uniqueid: idOf(transfers, 'PJSIP/acme-101-00000007') }, { ok: true }],
    [
      'listening',
      spying,
      { kind: 'phone', device: 'PJSIP/acme-104', uniqueid: idOf(spying, 'PJSIP/acme-104-00000003'), goal: 'spying' },
      { ok: true, channel: 'PJSIP/acme-104-00000003' },
    ],
    [
      'a phone that answers',
      spying,
      { kind: 'phone', device: 'PJSIP/acme-104', uniqueid: idOf(spying, 'PJSIP/acme-104-00000003'), goal: 'answered' },
      { ok: true, context: 'acme-internal' },
    ],
    [
      'a recording',
      spying,
      { kind: 'recording', uniqueid: idOf(spying, 'PJSIP/carrier-00000001'), on: true },
      { ok: true },
    ],
    [
      'its end',
      spying,
      { kind: 'recording', uniqueid: idOf(spying, 'PJSIP/carrier-00000001'), on: false },
      { ok: true },
    ],
    ...(['added', 'removed', 'paused', 'unpaused', 'penalty'] as const).map(
      (change): [string, readonly PbxFact[], Expected, object] => {
        const fact = members.find((f) => f.kind === 'member' && f.cause === 'QueueMemberAdded');
        const iface = fact?.kind === 'member' && change !== 'paused' && change !== 'unpaused' ? fact.interface : '';
        const paused = members.find((f) => f.kind === 'member' && f.cause === 'QueueMemberPause');
        const shown = iface || (paused?.kind === 'member' ? paused.interface : '');
        return [`a member ${change}`, members, { kind: 'member', queue: null, interface: shown, change }, { ok: true }];
      },
    ),
  ])('%s', (_what, facts, expected, seen) => expect(told(facts, expected)).toMatchObject(seen));

  it('reports why a phone was not reached', () => {
    const failures = calls.filter((f) => f.kind === 'originated' && !f.success);
    expect(failures.length).toBeGreaterThan(0);
    const reasons = failures.map((f) =>
      f.kind === 'originated'
        ? matchExpected({ kind: 'phone', device: f.channel, uniqueid: f.uniqueid || 'x', goal: 'answered' }, f)?.reason
        : '',
    );
    for (const reason of reasons) expect(['busy', 'no-answer', 'unreachable']).toContain(reason);
  });

  it('ignores facts of other channels', () => {
    const expected: readonly Expected[] = [
      { kind: 'ended', uniqueid: 'x' },
      { kind: 'parked', uniqueid: 'x' },
      { kind: 'moved-on', uniqueid: 'x' },
      { kind: 'consulting', exten: '103', context: 'globex-internal' },
      { kind: 'phone', device: 'PJSIP/none', uniqueid: 'x', goal: 'spying' },
      { kind: 'dialling', linkedid: 'x', uniqueid: 'x' },
    ];
    for (const e of expected) for (const facts of [transfers, spying, calls]) expect(told(facts, e)).toBeNull();
  });
});
