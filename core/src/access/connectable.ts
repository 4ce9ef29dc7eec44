// To which addresses the console itself may be sent by what is typed into its pages (a PBX, a source of recordings). Private
// networks are what it is for. What answers on an address of the link alone is the cloud's own metadata, never a PBX.
import { inNetworks, parseAddress } from './network.ts';

/** Refused whatever the settings say. */
export const NEVER_CONNECTED = [
  // This network, and `::`: the machine itself by another name.
  '0.0.0.0/8',
  '::/128',
  // Of the link alone; the metadata of most clouds is 169.254.169.254.
  '169.254.0.0/16',
  'fe80::/10',
  // Metadata that stands elsewhere: Amazon's by IPv6, Alibaba's, Oracle's.
  'fd00:ec2::/32',
  '100.100.100.200/32',
  '192.0.0.192/32',
  // To many at once.
  '224.0.0.0/4',
  '255.255.255.255/32',
  'ff00::/8',
] as const;

const dotted = (bits: bigint): string => [24n, 16n, 8n, 0n].map((at) => String((bits >> at) & 0xffn)).join('.');

/** IPv6 that leads to an address of IPv4: where that one lies in it. */
const CARRIERS = [
  // Mapped, and translated (NAT64).
  { network: '::ffff:0:0/96', shift: 0n },
  { network: '64:ff9b::/96', shift: 0n },
  // 6to4.
  { network: '2002::/16', shift: 80n },
] as const;

/** The address, and those that it is another name of. */
const namesOf = (address: string): readonly string[] => {
  const parsed = parseAddress(address);
  if (parsed === null || parsed.width === 32) return [address];
  const inside = CARRIERS.filter(({ network }) => inNetworks([network], address));
  return [address, ...inside.map(({ shift }) => dotted((parsed.bits >> shift) & 0xffffffffn))];
};

/** `refused`: networks that whoever runs the console keeps it from. What is no address is refused too. */
export const mayConnect = (address: string, refused: readonly string[] = []): boolean => {
  // `fe80::1%eth0`: the zone says by which card.
  const plain = address.replace(/%.*$/, '');
  if (parseAddress(plain) === null) return false;
  return !namesOf(plain).some((name) => inNetworks([...NEVER_CONNECTED, ...refused], name));
};

/** Of what is typed in: an address, not a name, that is never connected to. */
export const isOffLimits = (host: string): boolean =>
  parseAddress(host.replace(/%.*$/, '')) !== null && !mayConnect(host);
