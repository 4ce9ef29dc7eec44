// What Asterisk tells of an object it has, beside what was written of it. It answers Success to a value that it then does not
// take, or takes at its next start alone: only what it tells afterwards counts.
import type { PbxObject } from './pbx-objects.ts';

/** Headers of a message by name. */
export type Told = Readonly<Record<string, string>>;

export interface ToldDifference {
  /** As written: `strategy`. */
  readonly option: string;
  readonly wanted: string;
  readonly found: string;
}

type Compare = (wanted: string, found: string) => boolean;

const same: Compare = (wanted, found) => wanted === found;
/** Asterisk says `true` of some, `Yes` of others. */
const sameFlag: Compare = (wanted, found) => /^(yes|true)$/i.test(wanted) === /^(yes|true)$/i.test(found);
/** `(ulaw|alaw)` */
const sameCodecs: Compare = (wanted, found) => wanted.split(',').join('|') === found.replaceAll(/[()]/g, '');

type Readers = Readonly<Record<string, readonly [header: string, compare: Compare]>>;

/** Of `EndpointDetail`. */
const ENDPOINT: Readers = {
  context: ['Context', same],
  callerid: ['Callerid', same],
  accountcode: ['Accountcode', same],
  allow: ['Allow', sameCodecs],
  device_state_busy_at: ['DeviceStateBusyAt', same],
  direct_media: ['DirectMedia', sameFlag],
  rtp_symmetric: ['RtpSymmetric', sameFlag],
  rewrite_contact: ['RewriteContact', sameFlag],
};
/** Of `QueueParams`. */
const QUEUE: Readers = {
  strategy: ['Strategy', same],
  maxlen: ['Max', same],
  weight: ['Weight', same],
  servicelevel: ['ServiceLevel', same],
};

/** The first option that is not as written; null where all that can be seen is. A header that is not told says nothing. */
export const firstDifference = (object: PbxObject, told: Told): ToldDifference | null => {
  const readers = object.kind === 'queue' ? QUEUE : ENDPOINT;
  const sheet = object.kind === 'queue' ? 'queues' : 'endpoints';
  for (const { name, value } of object.sections.filter((s) => s.sheet === sheet).flatMap((s) => s.lines)) {
    const [header, compare] = Object.hasOwn(readers, name) ? (readers[name] ?? []) : [];
    const found = header === undefined ? undefined : told[header];
    if (found === undefined || compare === undefined || compare(value, found)) continue;
    return { option: name, wanted: value, found };
  }
  return null;
};
