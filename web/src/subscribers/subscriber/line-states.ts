import { DEVICE } from '@ringside/core/live/state.ts';
import type { LiveState, MemberRow } from '@ringside/core/live/state.ts';

export type LineState = 'incall' | 'ringing' | 'free' | 'unreachable';

const MOST_TELLING: readonly LineState[] = ['incall', 'ringing', 'free', 'unreachable'];

const ofMember = (m: MemberRow): LineState | null => {
  if (m.incall) return 'incall';
  if (m.ringing) return 'ringing';
  if (m.busyElsewhere) return 'incall';
  switch (m.status) {
    case DEVICE.notInUse:
      return 'free';
    case DEVICE.inUse:
    case DEVICE.busy:
    case DEVICE.onHold:
      return 'incall';
    case DEVICE.ringing:
    case DEVICE.ringInUse:
      return 'ringing';
    case DEVICE.unavailable:
    case DEVICE.invalid:
      return 'unreachable';
    default:
      return null;
  }
};

export const lineKey = (serverId: number, sipUsername: string): string => `${serverId}\tPJSIP/${sipUsername}`;

/** Returns the device of a channel: `PJSIP/acme-100-0000002a` → `PJSIP/acme-100`. */
const deviceOf = (channel: string): string => channel.replace(/-[0-9a-f]{8}(;[12])?$/, '');

/**
 * Returns the live states by `lineKey`: the device state for queue members, and only "in a call" for other subscribers. Subscribers without
 * known state are not in the map. Ignores disconnected and stale servers.
 */
export const lineStates = (live: LiveState): ReadonlyMap<string, LineState> => {
  const states = new Map<string, LineState>();
  const told = new Set([...live.servers.values()].filter((s) => s.connected && !s.stale).map((s) => s.id));
  const put = (serverId: number, device: string, state: LineState | null): void => {
    if (state === null || !told.has(serverId)) return;
    const key = `${serverId}\t${device}`;
    const known = states.get(key);
    if (known === undefined || MOST_TELLING.indexOf(state) < MOST_TELLING.indexOf(known)) states.set(key, state);
  };
  for (const m of live.members.values()) put(m.serverId, m.stateInterface || m.interface, ofMember(m));
  for (const c of live.calls.values()) {
    put(c.serverId, deviceOf(c.channel), 'incall');
    if (c.agentInterface !== null && c.answeredAt !== null) put(c.serverId, c.agentInterface, 'incall');
  }
  return states;
};
