// Looks up the owners of PBX names in memory, because every event needs them. Only exact names match.
import type { NameKind } from '@ringside/core/contract/pbx/pbx-names.ts';
import { NOBODY, queueKey, type Owner } from '@ringside/core/live/state.ts';
import type { OwnerLookup } from '@ringside/core/live/tracker/tracked.ts';
import type { TodaySettings } from '@ringside/core/reports/queue-today.ts';
import type { OwnerRows } from './owner-queries.ts';

export interface Owners extends OwnerLookup {
  /** Returns the settings of the queue's call center, or defaults for a queue without one. */
  settingsOf(serverId: number, queue: string): TodaySettings;
  /** Returns the customer of the device on the PBX: `PJSIP/acme-101`, `Local/203@acme-agents`. */
  ofDevice(serverId: number, device: string): Owner;
  /** Returns the customer of the dialplan context on the PBX. */
  ofContext(serverId: number, context: string): Owner;
  /** Returns whether a pause in this queue needs a reason. */
  needsPauseReason(serverId: number, queue: string): boolean;
  replace(rows: OwnerRows): void;
}

const UNOWNED: TodaySettings = { timeZone: 'UTC', formula: 3, thresholdSeconds: 20, shortAbandonSeconds: 5 };

const SERIAL = /-[0-9a-f]{8}(;[12])?$/i;

interface Owned {
  readonly owner: Owner;
  readonly settings: TodaySettings;
  readonly wrapupSeconds: number;
  readonly needsPauseReason: boolean;
}

const keyOf = (serverId: number | null, kind: NameKind, name: string): string => `${serverId ?? '*'} ${kind} ${name}`;

export const createOwners = (): Owners => {
  let queues = new Map<string, Owned>();
  let names = new Map<string, Owner>();

  /** An entry for one PBX server overrides an entry for all servers. */
  const named = (serverId: number, kind: NameKind, text: string): Owner => {
    if (text === '') return NOBODY;
    const name = text.toLowerCase();
    return names.get(keyOf(serverId, kind, name)) ?? names.get(keyOf(null, kind, name)) ?? NOBODY;
  };
  /** Returns the owner of a device such as `PJSIP/acme-101`. A Local channel belongs to the owner of its dialplan context. */
  const ofDevice = (serverId: number, device: string): Owner => {
    const peer = device.slice(device.indexOf('/') + 1);
    const at = device.startsWith('Local/') ? peer.indexOf('@') : -1;
    return at === -1
      ? named(serverId, 'device', peer)
      : named(serverId, 'context', peer.slice(at + 1).replace(/\/[a-z]+$/i, ''));
  };

  return {
    ofQueue: (serverId, queue) => queues.get(queueKey(serverId, queue))?.owner ?? NOBODY,
    wrapupOf: (serverId, queue) => queues.get(queueKey(serverId, queue))?.wrapupSeconds ?? 0,
    needsPauseReason: (serverId, queue) => queues.get(queueKey(serverId, queue))?.needsPauseReason ?? false,
    settingsOf: (serverId, queue) => queues.get(queueKey(serverId, queue))?.settings ?? UNOWNED,
    ofDevice,
    ofContext: (serverId, context) => named(serverId, 'context', context),
    ofChannel: (serverId, c) => {
      // Explicit values from the PBX come first.
      for (const account of [c.tenantId, c.accountCode]) {
        const owner = named(serverId, 'account', account);
        if (owner !== NOBODY) return owner;
      }
      const owner = named(serverId, 'context', c.context);
      return owner === NOBODY ? ofDevice(serverId, c.channel.replace(SERIAL, '')) : owner;
    },
    replace: (rows) => {
      queues = new Map(
        rows.queues.map((q) => {
          const { customerId, callcenterId, timeZone, formula, thresholdSeconds, shortAbandonSeconds } = q;
          const settings = { timeZone, formula, thresholdSeconds, shortAbandonSeconds };
          const { wrapupSeconds, needsPauseReason = false } = q;
          const owned = { owner: { customerId, callcenterId }, settings, wrapupSeconds, needsPauseReason };
          return [queueKey(q.serverId, q.name), owned];
        }),
      );
      const owners = new Map<string, Owner>();
      names = new Map(
        rows.names.map(({ serverId, kind, name, customerId }) => {
          const owner = owners.get(customerId) ?? { customerId, callcenterId: null };
          owners.set(customerId, owner);
          return [keyOf(serverId, kind, name.toLowerCase()), owner];
        }),
      );
    },
  };
};
