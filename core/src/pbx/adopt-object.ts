// Converts a manual change on a PBX server to the console's fields, where a field exists.
import { isAmong } from '../base/is-among.ts';
import { CODECS } from './options/codecs.ts';
import type { Codec } from './options/codecs.ts';
import type { MediaEncryption } from './options/line-transports.ts';
import type { ConfigLine, ConfigSection } from '../asterisk/config-file.ts';
import { STRATEGIES } from './wanted.ts';

interface Adopted {
  /** Fields of the subscriber or the queue, with the names of the contract. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Changed lines without a field, as `name = value`. A leading minus marks a removed line. */
  readonly unmapped: readonly string[];
}

type Read = (value: string) => Readonly<Record<string, unknown>> | null;

const whole =
  (field: string, most: number): Read =>
  (value) =>
    /^[0-9]{1,5}$/.test(value) && Number(value) <= most ? { [field]: Number(value) } : null;

const isCodec = (name: string): name is Codec => isAmong(CODECS, name);

const ENCRYPTION: Readonly<Record<string, { readonly mediaEncryption: MediaEncryption }>> = {
  no: { mediaEncryption: 'off' },
  sdes: { mediaEncryption: 'sdes' },
};

const PHONE: Readonly<Record<string, Read>> = {
  allow: (value) => {
    const names = value.split(',').map((name) => name.trim());
    return names.length > 0 && names.every(isCodec) && new Set(names).size === names.length ? { codecs: names } : null;
  },
  callerid: (value) => {
    const name = /^"([^"<>,\\]{1,27})" <[0-9]{2,10}>$/.exec(value)?.[1];
    return name === undefined ? null : { name };
  },
  media_encryption: (value) => ENCRYPTION[value] ?? null,
  device_state_busy_at: (value) => (Number(value) >= 1 ? whole('callLimit', 20)(value) : null),
};

const QUEUE: Readonly<Record<string, Read>> = {
  strategy: (value) => (isAmong(STRATEGIES, value) ? { strategy: value } : null),
  timeout: (value) => (Number(value) >= 1 ? whole('ringSeconds', 300)(value) : null),
  retry: whole('retrySeconds', 60),
  wrapuptime: whole('wrapupSeconds', 3600),
  maxlen: whole('maxCallers', 9999),
  weight: whole('weight', 100),
  servicelevel: whole('serviceLevelSeconds', 3600),
  ringinuse: (value) => (value === 'yes' || value === 'no' ? { ringInUse: value === 'yes' } : null),
};

const text = (l: ConfigLine): string => `${l.name} = ${l.value}`;

/** `wanted` and `actual`: the same section as rendered and as found on the PBX server. */
export const adoptSection = (kind: 'subscriber' | 'queue', wanted: ConfigSection, actual: ConfigSection): Adopted => {
  const readers = kind === 'subscriber' ? PHONE : QUEUE;
  const was = new Set(wanted.lines.map(text));
  const is = new Set(actual.lines.map(text));
  const fields: Record<string, unknown> = {};
  const unmapped: string[] = [];
  const read = new Set<string>();
  for (const changed of actual.lines) {
    if (was.has(text(changed))) continue;
    const isOnly = actual.lines.filter((l) => l.name === changed.name).length === 1;
    const found = isOnly ? (readers[changed.name]?.(changed.value) ?? null) : null;
    if (found === null) unmapped.push(text(changed));
    else {
      Object.assign(fields, found);
      read.add(changed.name);
    }
  }
  for (const gone of wanted.lines) {
    if (!is.has(text(gone)) && !read.has(gone.name)) unmapped.push(`- ${text(gone)}`);
  }
  return { fields, unmapped };
};
