// Parses addresses and networks to numbers: `10.0.0.1`, `10.0.0.0/8`, `2001:db8::/32`.

interface Network {
  readonly bits: bigint;
  readonly prefix: number;
  readonly width: 32 | 128;
}

type Address = Omit<Network, 'prefix'>;

const V4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

const parseV4 = (text: string): bigint | null => {
  const parts = V4.exec(text)?.slice(1).map(Number);
  if (parts === undefined || parts.some((part) => part > 255)) return null;
  return parts.reduce((bits, part) => (bits << 8n) | BigInt(part), 0n);
};

const parseV6 = (text: string): bigint | null => {
  const [head = '', tail, ...more] = text.split('::');
  if (more.length > 0) return null;
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  if (missing < 0) return null;
  const groups = [...left, ...Array.from({ length: missing }, () => '0'), ...right];
  if (groups.length !== 8 || groups.some((group) => !/^[0-9a-f]{1,4}$/i.test(group))) return null;
  return groups.reduce((bits, group) => (bits << 16n) | BigInt(`0x${group}`), 0n);
};

/** Removes the prefix of `::ffff:10.0.0.1`, which is Node's notation of IPv4 on a dual-stack socket. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

export const parseAddress = (text: string): Address | null => {
  const address = plain(text.trim());
  const v4 = parseV4(address);
  if (v4 !== null) return { bits: v4, width: 32 };
  const v6 = parseV6(address);
  return v6 === null ? null : { bits: v6, width: 128 };
};

/** Parses `10.0.0.1` or `10.0.0.0/8`. Returns `null` when invalid. */
export const parseNetwork = (text: string): Network | null => {
  const [address = '', length, ...more] = text.split('/');
  const parsed = parseAddress(address);
  if (parsed === null || more.length > 0) return null;
  const prefix = length === undefined ? parsed.width : /^\d{1,3}$/.test(length) ? Number(length) : -1;
  return prefix < 0 || prefix > parsed.width ? null : { ...parsed, prefix };
};

export const contains = (network: Network, address: Address): boolean => {
  const shift = BigInt(network.width - network.prefix);
  return network.width === address.width && network.bits >> shift === address.bits >> shift;
};

/** Tells whether one of the networks contains the address. An invalid address is in none. */
export const inNetworks = (networks: readonly string[], address: string): boolean => {
  const parsed = parseAddress(address);
  if (parsed === null) return false;
  return networks.some((text) => {
    const network = parseNetwork(text);
    return network !== null && contains(network, parsed);
  });
};
