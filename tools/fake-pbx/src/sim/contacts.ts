// Contact of a registered phone: address, user agent and round-trip time. The same phone always gets the same values.
import { updateDevice } from './devices.ts';
import { emit, render } from './emit.ts';
import type { Device, World } from './model.ts';

export interface Contact {
  readonly uri: string;
  readonly userAgent: string;
  readonly address: string;
  readonly port: number;
  readonly callId: string;
  readonly id: string;
  readonly roundTripMicros: number;
  /** Epoch seconds at which the registration expires. */
  readonly expires: number;
}

const AGENTS = [
  'Yealink SIP-T46U 108.86.0.70',
  'Yealink SIP-T33G 124.86.0.75',
  'Grandstream GRP2614 1.0.13.29',
  'snomD785/10.1.184.15',
  'PolyEdge-E350-UA/8.1.5.1031',
  'LinphoneDesktop/5.2.6 (Windows 11)',
  'MicroSIP/3.21.6',
  'Zoiper v2.10.20.5',
] as const;

/** FNV-1a hash of a name. */
const numberOf = (name: string): number => {
  let hash = 0x811c9dc5;
  for (const letter of name) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193) >>> 0;
  return hash;
};

const EXPIRY_SECONDS = 600;

/** Returns null for unregistered phones and trunks. */
export const contactOf = (world: World, device: Device): Contact | null => {
  if (!device.registered || device.extension === '') return null;
  const n = numberOf(device.endpoint);
  const address = `10.${20 + (n % 4)}.${(n >>> 4) % 250}.${10 + ((n >>> 12) % 230)}`;
  const port = 5060 + ((n >>> 20) % 4) * 2;
  const now = Math.floor(world.clock.now() / 1000);
  return {
    uri: `sip:${device.endpoint}@${address}:${port}`,
    userAgent: AGENTS[n % AGENTS.length]!,
    address,
    port,
    callId: `${n.toString(16).padStart(8, '0')}@${address}`,
    id: `${device.endpoint};@${n.toString(16).padStart(8, '0').repeat(4)}`,
    roundTripMicros: 900 + (n % 47) * 733,
    expires: now - (now % EXPIRY_SECONDS) + (n % EXPIRY_SECONDS) + EXPIRY_SECONDS,
  };
};

const tell = (world: World, device: Device, uri: string, status: string, micros: number): void =>
  emit(
    world,
    'ContactStatus',
    render([
      ['URI', uri],
      ['ContactStatus', status],
      ['AOR', device.endpoint],
      ['EndpointName', device.endpoint],
      ['RoundtripUsec', micros],
    ]),
  );

const tellPeer = (world: World, device: Device, status: string): void =>
  emit(
    world,
    'PeerStatus',
    render([
      ['ChannelType', 'PJSIP'],
      ['Peer', device.name],
      ['PeerStatus', status],
    ]),
  );

export const setRegistered = (world: World, device: Device, on: boolean): void => {
  const before = contactOf(world, device);
  const was = device.registered;
  device.registered = on;
  const now = contactOf(world, device);
  if (was !== on && now !== null) {
    tell(world, device, now.uri, 'NonQualified', 0);
    tellPeer(world, device, 'Reachable');
    tell(world, device, now.uri, 'Reachable', now.roundTripMicros);
  }
  if (was !== on && before !== null) {
    tellPeer(world, device, 'Unreachable');
    tell(world, device, before.uri, 'Removed', 0);
  }
  updateDevice(world, device);
};
