import { DEVICE, emptyState } from '@ringside/core/live/state.ts';
import type { CallRow, MemberRow, ServerRow } from '@ringside/core/live/state.ts';
import { expect, it } from 'vitest';
import { lineKey, lineStates } from './line-states.ts';

interface Seen {
  readonly member?: Partial<MemberRow>;
  readonly channel?: string;
  readonly server?: Partial<ServerRow>;
}

const look = ({ member, channel, server }: Seen) => {
  const live = emptyState();
  live.servers.set('1', { id: 1, connected: true, stale: false, ...server } as ServerRow);
  if (member !== undefined) {
    const idle = { serverId: 1, interface: 'PJSIP/acme-100', stateInterface: '', status: DEVICE.unknown };
    live.members.set('m', { ...idle, incall: false, ringing: false, ...member } as MemberRow);
  }
  if (channel !== undefined) {
    live.calls.set('c', { serverId: 1, channel, agentInterface: null, answeredAt: null } as CallRow);
  }
  return lineStates(live).get(lineKey(1, 'acme-100'));
};

it.each<[string, Seen, string | undefined]>([
  ['nothing is known', {}, undefined],
  ['an idle phone', { member: { status: DEVICE.notInUse } }, 'free'],
  ['a phone that is away', { member: { status: DEVICE.unavailable } }, 'unreachable'],
  ['a ringing agent', { member: { status: DEVICE.notInUse, ringing: true } }, 'ringing'],
  ['an agent in a call', { member: { incall: true } }, 'incall'],
  ['a call that the line began', { channel: 'PJSIP/acme-100-0000002a' }, 'incall'],
  ['a call of a line whose name begins alike', { channel: 'PJSIP/acme-1000-0000002a' }, undefined],
  ['a device of another state interface', { member: { stateInterface: 'Custom:x', incall: true } }, undefined],
  [
    'a call beside an idle device',
    { member: { status: DEVICE.notInUse }, channel: 'PJSIP/acme-100-0000002a' },
    'incall',
  ],
  ['a server that is away', { member: { incall: true }, server: { connected: false } }, undefined],
])('%s', (_, seen, state) => {
  expect(look(seen)).toBe(state);
});
