// Compares the source addresses of a trunk with Asterisk's report: networks with masks, host names as the addresses they resolved to.
import type { ConfigLine } from '../asterisk/config-file.ts';

const bits = (address: string): number | null => {
  const parts = /^([0-9]{1,3})\.([0-9]{1,3})\.([0-9]{1,3})\.([0-9]{1,3})$/.exec(address)?.slice(1).map(Number);
  return parts === undefined || parts.some((part) => part > 255)
    ? null
    : parts.reduce((sum, part) => sum * 256 + part, 0);
};

const maskOf = (text: string): number | null => {
  if (!/^[0-9]{1,2}$/.test(text)) return bits(text);
  return Number(text) > 32 ? null : 2 ** 32 - 2 ** (32 - Number(text));
};

/** Returns equal text for `192.0.2.9/24` and `192.0.2.0/255.255.255.0`, `null` for a name or IPv6. */
const network = (text: string): string | null => {
  const [address = '', mask = '32'] = text.trim().split('/');
  const [at, held] = [bits(address), maskOf(mask)];
  if (at === null || held === null) return null;
  const size = 2 ** 32 - held;
  return `${at - (at % size)}/${held}`;
};

/** `told`: the header `Match`. Returns `null` when it is missing. Names are never compared, because only the PBX server resolves them. */
export const matchDifference = (
  lines: readonly ConfigLine[],
  told: string | undefined,
): { readonly option: string; readonly wanted: string; readonly found: string } | null => {
  if (told === undefined) return null;
  const matches = lines.filter(({ name }) => name === 'match').map(({ value }) => value);
  const wanted = new Map(matches.map((match) => [network(match), match]));
  const found = new Map(
    told
      .split(',')
      .filter((each) => each !== '')
      .map((each) => [network(each), each]),
  );
  const missing = [...wanted].find(([key]) => key !== null && !found.has(key))?.[1];
  if (missing !== undefined) return { option: 'match', wanted: missing, found: '' };
  const extra = wanted.has(null) ? undefined : [...found].find(([key]) => key !== null && !wanted.has(key))?.[1];
  return extra === undefined ? null : { option: 'match', wanted: '', found: extra };
};
