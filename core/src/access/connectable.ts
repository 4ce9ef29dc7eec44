// Limits the addresses to which the console connects because of user input (a PBX server, a recording source). Private networks are
// intended targets. A link-local address is the cloud's metadata service, never a PBX server.
import { inNetworks, parseAddress } from './network.ts';

/** Rejected regardless of the settings. */
const NEVER_CONNECTED = [
  // `0.0.0.0/8` and `::`, which reach the machine itself.
  '0.0.0.0/8',
  '::/128',
  // Link-local addresses. Most clouds have their metadata at 169.254.169.254.
  '169.254.0.0/16',
  'fe80::/10',
  // Other metadata addresses: Amazon (IPv6), Alibaba, Oracle.
  'fd00:ec2::/32',
  '100.100.100.200/32',
  '192.0.0.192/32',
  // Multicast and broadcast.
  '224.0.0.0/4',
  '255.255.255.255/32',
  'ff00::/8',
] as const;

const dotted = (bits: bigint): string => [24n, 16n, 8n, 0n].map((at) => String((bits >> at) & 0xffn)).join('.');

/** IPv6 networks whose addresses contain an IPv4 address, and its position in them. */
const CARRIERS = [
  // IPv4-mapped, and translated (NAT64).
  { network: '::ffff:0:0/96', shift: 0n },
  { network: '64:ff9b::/96', shift: 0n },
  // 6to4.
  { network: '2002::/16', shift: 80n },
] as const;

/** Returns the address and the embedded IPv4 addresses. */
const namesOf = (address: string): readonly string[] => {
  const parsed = parseAddress(address);
  if (parsed === null || parsed.width === 32) return [address];
  const inside = CARRIERS.filter(({ network }) => inNetworks([network], address));
  return [address, ...inside.map(({ shift }) => dotted((parsed.bits >> shift) & 0xffffffffn))];
};

/** Tells whether the console may connect to an address. `refused`: networks that the operator excludes. False for invalid addresses. */
export const mayConnect = (address: string, refused: readonly string[] = []): boolean => {
  // `fe80::1%eth0`: the zone is the network interface.
  const plain = address.replace(/%.*$/, '');
  if (parseAddress(plain) === null) return false;
  return !namesOf(plain).some((name) => inNetworks([...NEVER_CONNECTED, ...refused], name));
};

/** Tells whether the input is an address (not a name) that is never allowed. */
export const isOffLimits = (host: string): boolean =>
  parseAddress(host.replace(/%.*$/, '')) !== null && !mayConnect(host);
