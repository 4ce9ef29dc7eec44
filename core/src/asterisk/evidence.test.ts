import { describe, expect, it } from 'vitest';
import { problemsSeen } from './evidence.ts';
import type { Seen } from './evidence.ts';

const HEALTHY: Seen = {
  'caller-joined': 90,
  'caller-left': 90,
  'agent-called': 120,
  'agent-connect': 70,
  'agent-complete': 69,
  member: 400,
  channel: 900,
  hangup: 200,
  'dial-begin': 120,
  'dial-end': 120,
  'bridge-enter': 140,
  'bridge-leave': 140,
  'rtp-quality': 150,
  'caller-abandoned': 30,
  'queue-status': 90,
};

const found = (seen: Seen): string[] => problemsSeen('u', seen).map((p) => p.line ?? '');

describe('problemsSeen', () => {
  it('reports nothing for a healthy or idle link', () => {
    expect(found(HEALTHY)).toEqual([]);
    expect(found({})).toEqual([]);
    expect(found({ 'caller-joined': 3, 'agent-connect': 2 })).toEqual([]);
  });
  it.each<[keyof Seen, string]>([
    ['caller-joined', 'eventfilter(name(QueueCallerJoin)) ='],
    ['hangup', 'eventfilter(name(Hangup)) ='],
    ['rtp-quality', 'eventfilter(name(VarSet),header(Variable),method(exact)) = RTPAUDIOQOS'],
    ['queue-status', 'eventfilter(name(VarSet),header(Variable),method(exact)) = QUEUESTATUS'],
  ])('without %s', (kind, line) => expect(found({ ...HEALTHY, [kind]: 0 })).toEqual([line]));

  it('reports the missing read class once when no call events arrive', () => {
    const calls = ['channel', 'hangup', 'dial-begin', 'dial-end', 'bridge-enter', 'bridge-leave'] as const;
    const seen = { ...HEALTHY, ...Object.fromEntries(calls.map((kind) => [kind, 0])) };
    expect(problemsSeen('u', seen)).toMatchObject([{ code: 'read-class-missing', params: { class: 'call' } }]);
  });
});
