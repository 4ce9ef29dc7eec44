// Creates the lines of a range of extensions in one transaction.
import { MOST_IN_RANGE } from '@ringside/core/contract/subscribers/subscriber.ts';
import type { CreateRange, SipAccount } from '@ringside/core/contract/subscribers/subscriber.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Secrets } from '../../platform/db/secrets/secrets.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { subscriberStore, takenExtensions } from './queries.ts';

const NAMED_AT_MOST = 10;

/** Returns the extensions `007` to `012` with equal length. Throws `invalid` for an invalid or too long range. */
const extensionsOf = (from: string, to: string): readonly string[] => {
  const [first, last] = [Number(from), Number(to)];
  if (from.length !== to.length || last < first) {
    throw new Refusal('invalid', { errors: [{ path: 'to', code: 'range-order' }] });
  }
  if (last - first + 1 > MOST_IN_RANGE) {
    throw new Refusal('invalid', { errors: [{ path: 'to', code: 'range-size', params: { most: MOST_IN_RANGE } }] });
  }
  return Array.from({ length: last - first + 1 }, (_, i) => String(first + i).padStart(from.length, '0'));
};

const taken = (extensions: readonly string[]): Refusal => {
  const more = extensions.length > NAMED_AT_MOST ? ', …' : '';
  const names = extensions.slice(0, NAMED_AT_MOST).join(', ') + more;
  return new Refusal('conflict', { errors: [{ path: 'from', code: 'extensions-taken', params: { names } }] });
};

export const createRange = async (
  deps: { readonly db: Db; readonly secrets: Secrets },
  caller: Caller,
  range: CreateRange,
): Promise<readonly SipAccount[]> => {
  const { from, to, namePrefix, ...shared } = range;
  const extensions = extensionsOf(from, to);
  const known = await takenExtensions(deps.db, caller, shared, extensions);
  if (known.length > 0) throw taken(known);
  const secretById = new Map<string, string>();
  const store = subscriberStore(deps.db, deps.secrets, (id, made) => secretById.set(id, made.secret));
  const blank = {
    callerIdNumber: '',
    callerIdName: '',
    voicemailEmail: '',
    emergencyLocation: '',
    emergencyCallerId: '',
    voicemailAttach: true,
    voicemailGreeting: '',
    voicemailBusyGreeting: '',
    voicemailNameGreeting: '',
    dnd: false,
    voicemail: false,
    userId: null,
  };
  const none = {
    forwardAlways: '',
    forwardBusy: '',
    forwardNoAnswer: '',
    forwardUnregistered: '',
    forwardShows: 'line',
  } as const;
  const values = extensions.map((extension) => ({
    ...shared,
    ...blank,
    ...none,
    extension,
    name: `${namePrefix} ${extension}`,
  }));
  const { made, refused } = await store.createMany(caller, values, true);
  const [first] = refused;
  if (first !== undefined) {
    // A concurrent request took extensions, or the customer's limit was reached meanwhile.
    const others = refused.filter(({ refusal }) => refusal.errors.some((e) => e.code === 'taken'));
    throw others.length > 0 ? taken(others.map(({ index }) => extensions[index] ?? '')) : first.refusal;
  }
  return made.map((row) => ({
    id: String(row.id),
    extension: String(row['extension']),
    name: String(row['name']),
    sipUsername: String(row['sipUsername']),
    sipHost: String(row['sipHost']),
    secret: secretById.get(String(row.id)) ?? '',
  }));
};
