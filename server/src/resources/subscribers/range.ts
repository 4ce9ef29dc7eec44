// A range of extensions as lines: all in one transaction, or none.
import { MOST_IN_RANGE } from '@ringside/core/contract/subscribers.ts';
import type { CreateRange, SipAccount } from '@ringside/core/contract/subscribers.ts';
import type { Caller } from '../../http/context.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { subscriberStore, takenExtensions } from './queries.ts';

const NAMED_AT_MOST = 10;

/** `007` to `012`: as many digits each. Throws `invalid` for a range that is none, or too long a one. */
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

export const createRange = async (deps: Deps, caller: Caller, range: CreateRange): Promise<readonly SipAccount[]> => {
  const { from, to, namePrefix, ...shared } = range;
  const extensions = extensionsOf(from, to);
  const known = await takenExtensions(deps.db, caller, shared, extensions);
  if (known.length > 0) throw taken(known);
  const told = new Map<string, string>();
  const store = subscriberStore(deps.db, deps.secrets, (id, made) => told.set(id, made.secret));
  const blank = {
    callerIdNumber: '',
    callerIdName: '',
    voicemailEmail: '',
    emergencyLocation: '',
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
  };
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
    // Somebody else was faster, or the customer's limit was reached on the way.
    const others = refused.filter(({ refusal }) => refusal.errors.some((e) => e.code === 'taken'));
    throw others.length > 0 ? taken(others.map(({ index }) => extensions[index] ?? '')) : first.refusal;
  }
  return made.map((row) => ({
    id: String(row.id),
    extension: String(row['extension']),
    name: String(row['name']),
    sipUsername: String(row['sipUsername']),
    sipHost: String(row['sipHost']),
    secret: told.get(String(row.id)) ?? '',
  }));
};
