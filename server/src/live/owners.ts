// Who owns what on the PBXs, in memory: every event asks.
import { NOBODY, queueKey, type Owner } from '@ringside/core/live/state.ts';
import type { OwnerLookup } from '@ringside/core/live/tracked.ts';
import type { TodaySettings } from '@ringside/core/metrics/queue-today.ts';
import type { OwnerRows } from './owner-queries.ts';

export interface Owners extends OwnerLookup {
  /** Of the queue's call center; of a queue without one, `fallback`. */
  settingsOf(serverId: number, queue: string): TodaySettings;
  /** The customer whose device this is by its name, such as `PJSIP/acme-101`. */
  ofDevice(device: string): Owner;
  replace(rows: OwnerRows): void;
}

const UNOWNED: TodaySettings = { timeZone: 'UTC', formula: 3, thresholdSeconds: 20, shortAbandonSeconds: 5 };

/** `acme` marks `acme` itself and what begins with it and a hyphen or underscore: contexts (`acme-internal`), endpoints (`acme-101`). */
const isMarked = (text: string, code: string): boolean =>
  text === code || text.startsWith(`${code}-`) || text.startsWith(`${code}_`);

/** `acme-101` of `PJSIP/acme-101-0000001f` and of `Local/acme-101@acme-agents-00000001;2`. */
const peerOf = (channel: string): string => channel.slice(channel.indexOf('/') + 1);
const contextOfLocal = (channel: string): string =>
  channel.startsWith('Local/') ? channel.slice(channel.indexOf('@') + 1) : '';

const MOST_REMEMBERED = 50_000;

interface Owned {
  readonly owner: Owner;
  readonly settings: TodaySettings;
  readonly wrapupSeconds: number;
}

export const createOwners = (): Owners => {
  let queues = new Map<string, Owned>();
  let codes: readonly { readonly code: string; readonly owner: Owner }[] = [];
  /** Marks repeat call after call; a hundred thousand different ones are an accident. */
  let remembered = new Map<string, Owner>();

  const findMarked = (text: string): Owner => {
    const lower = text.toLowerCase();
    return codes.find(({ code }) => isMarked(lower, code))?.owner ?? NOBODY;
  };
  const marked = (text: string): Owner => {
    if (text === '') return NOBODY;
    // The serial number of a channel would make every text a new one.
    const key = text.replace(/-[0-9a-f]{8}(;[12])?$/i, '');
    const known = remembered.get(key);
    if (known !== undefined) return known;
    if (remembered.size >= MOST_REMEMBERED) remembered = new Map();
    const owner = findMarked(key);
    remembered.set(key, owner);
    return owner;
  };

  return {
    ofQueue: (serverId, queue) => queues.get(queueKey(serverId, queue))?.owner ?? NOBODY,
    wrapupOf: (serverId, queue) => queues.get(queueKey(serverId, queue))?.wrapupSeconds ?? 0,
    settingsOf: (serverId, queue) => queues.get(queueKey(serverId, queue))?.settings ?? UNOWNED,
    ofDevice: (device) => marked(peerOf(device)),
    ofChannel: (_serverId, c) => {
      // What the PBX says expressly comes before what only looks like it.
      for (const text of [c.tenantId, c.accountCode, c.context, peerOf(c.channel), contextOfLocal(c.channel)]) {
        const owner = marked(text);
        if (owner !== NOBODY) return owner;
      }
      return NOBODY;
    },
    replace: (rows) => {
      queues = new Map(
        rows.queues.map((q) => {
          const { customerId, callcenterId, timeZone, formula, thresholdSeconds, shortAbandonSeconds } = q;
          const settings = { timeZone, formula, thresholdSeconds, shortAbandonSeconds };
          const owned = { owner: { customerId, callcenterId }, settings, wrapupSeconds: q.wrapupSeconds };
          return [queueKey(q.serverId, q.name), owned];
        }),
      );
      // The longest code first: `acme-north-101` is of `acme-north`, not of `acme`.
      codes = rows.customers
        .map(({ id, code }) => ({ code: code.toLowerCase(), owner: { customerId: id, callcenterId: null } }))
        .toSorted((a, b) => b.code.length - a.code.length);
      remembered = new Map();
    },
  };
};
