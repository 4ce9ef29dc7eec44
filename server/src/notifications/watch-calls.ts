// As many calls at once as a PBX or a customer may have: the next one is turned away. Told once, and again only after there was
// room for a while.
import type { CallRow, LiveState } from '@ringside/core/live/state.ts';
import type { NotificationNews } from '@ringside/core/contract/notifications.ts';
import { mostCalls } from './most-queries.ts';
import { notify, notifyEnd } from './notify.ts';
import type { NotifyDeps } from './notify.ts';
import type { Audience } from './queries.ts';

/** So long there must be room before the next time is another one. */
const CALM_MS = 5 * 60_000;

const EXTENSION = /^\d{2,6}$/;

/** Between extensions, which takes none of the room: a PBX counts calls with the outside. */
const isInternal = ({ source, destination, queue }: CallRow): boolean =>
  EXTENSION.test(source) && (queue !== null || EXTENSION.test(destination));

interface Counts {
  readonly servers: ReadonlyMap<number, number>;
  readonly customers: ReadonlyMap<string, number>;
}

const countOf = (state: LiveState): Counts => {
  const servers = new Map<number, number>();
  const customers = new Map<string, number>();
  for (const call of state.calls.values()) {
    if (isInternal(call)) continue;
    servers.set(call.serverId, (servers.get(call.serverId) ?? 0) + 1);
    for (const customerId of new Set(call.owners.map((owner) => owner.customerId)))
      if (customerId !== null) customers.set(customerId, (customers.get(customerId) ?? 0) + 1);
  }
  return { servers, customers };
};

interface Watched {
  readonly full: boolean;
  /** Epoch ms; null: it is full, or what was told has ended. */
  readonly roomSince: number | null;
}

/** `look` judges every limit once; the caller repeats it. */
export const createCallWatch = (deps: NotifyDeps, state: LiveState): { readonly look: () => Promise<void> } => {
  const watched = new Map<string, Watched>();

  const judge = async (
    key: string,
    full: boolean,
    news: NotificationNews,
    audiences: readonly Audience[],
  ): Promise<void> => {
    const now = deps.now();
    // What was told before the start ends, too.
    const before = watched.get(key) ?? { full: false, roomSince: now };
    if (full) {
      if (!before.full) for (const to of audiences) await notify(deps, { ...news, to, openKey: key });
      watched.set(key, { full, roomSince: null });
    } else if (before.full) {
      watched.set(key, { full, roomSince: now });
    } else if (before.roomSince !== null && now - before.roomSince >= CALM_MS) {
      await notifyEnd(deps, key, () => null);
      watched.set(key, { full, roomSince: null });
    } else watched.set(key, before);
  };

  const look = async (): Promise<void> => {
    const { servers, customers } = await mostCalls(deps.db);
    const now = countOf(state);
    const limited = new Set<string>();
    for (const [serverId, { name: serverName, most }] of servers) {
      const key = `server-calls:${serverId}`;
      limited.add(key);
      const news = { kind: 'server-calls-full', params: { serverId, serverName, most } } as const;
      const full = most > 0 && (now.servers.get(serverId) ?? 0) >= most;
      await judge(key, full, news, [{ kind: 'platform', ability: ['read', 'endpoint'] }]);
    }
    for (const [customerId, { name: customerName, most }] of customers) {
      const key = `customer-calls:${customerId}`;
      limited.add(key);
      const news = { kind: 'customer-calls-full', params: { customerId, customerName, most } } as const;
      const full = most > 0 && (now.customers.get(customerId) ?? 0) >= most;
      await judge(key, full, news, [
        { kind: 'platform', ability: ['update', 'customer'] },
        { kind: 'customer', customerId, ability: ['read', 'billing'] },
      ]);
    }
    for (const key of watched.keys()) if (!limited.has(key)) watched.delete(key);
  };
  return { look };
};
