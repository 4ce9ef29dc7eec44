// Notifies once when a PBX or customer reaches its limit of concurrent calls, so that further calls are refused. Notifies again
// only after calls stayed below the limit for a while.
import type { CallRow, LiveState } from '@ringside/core/live/state.ts';
import type { NotificationNews } from '@ringside/core/contract/boards/notification.ts';
import { mostCalls } from './most-queries.ts';
import { notify, notifyEnd } from './notify.ts';
import type { NotifyDeps } from './notify.ts';
import type { Audience } from './queries.ts';

/** Time below the limit after which the next breach notifies again, ms. */
const CALM_MS = 5 * 60_000;

const EXTENSION = /^\d{2,6}$/;

/** Returns whether a call is between extensions. Such calls do not count against the limit. */
const isInternal = ({ source, destination, queue }: CallRow): boolean =>
  EXTENSION.test(source) && (queue !== null || EXTENSION.test(destination));

/** Interval for reading limits, ms. Calls are counted at every check. */
const LIMITS_MS = 60_000;

type Limits = Awaited<ReturnType<typeof mostCalls>>;

interface Counts {
  readonly servers: ReadonlyMap<number, number>;
  readonly customers: ReadonlyMap<string, number>;
}

/** Returns, by customer, the ids of the customers whose limits its calls count against. */
const countersOf = ({ customers }: Limits): ReadonlyMap<string, readonly string[]> => {
  const counters = new Map<string, string[]>();
  for (const [limited, { counted }] of customers)
    for (const id of counted) counters.set(id, [...(counters.get(id) ?? []), limited]);
  return counters;
};

const countOf = (state: LiveState, counters: ReadonlyMap<string, readonly string[]>): Counts => {
  const servers = new Map<number, number>();
  const customers = new Map<string, number>();
  for (const call of state.calls.values()) {
    if (isInternal(call)) continue;
    servers.set(call.serverId, (servers.get(call.serverId) ?? 0) + 1);
    // A call between two customers of one reseller counts once for the reseller.
    const limited = new Set(call.owners.flatMap(({ customerId }) => counters.get(customerId ?? '') ?? []));
    for (const customerId of limited) customers.set(customerId, (customers.get(customerId) ?? 0) + 1);
  }
  return { servers, customers };
};

interface Watched {
  readonly full: boolean;
  /** Epoch ms; null while the limit is reached, or after the notification ended. */
  readonly roomSince: number | null;
}

/** `look` checks every limit once; the caller repeats it. */
export const createCallWatch = (deps: NotifyDeps, state: LiveState): { readonly look: () => Promise<void> } => {
  const watched = new Map<string, Watched>();
  let known: (Limits & { readonly counters: ReadonlyMap<string, readonly string[]>; readonly at: number }) | null =
    null;

  const limitsOf = async () => {
    if (known === null || deps.now() - known.at >= LIMITS_MS) {
      const limits = await mostCalls(deps.db);
      known = { ...limits, counters: countersOf(limits), at: deps.now() };
    }
    return known;
  };

  const judge = async (
    key: string,
    full: boolean,
    news: NotificationNews,
    audiences: readonly Audience[],
  ): Promise<void> => {
    const now = deps.now();
    // Also ends notifications from before a restart.
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
    const { servers, customers, counters } = await limitsOf();
    const now = countOf(state, counters);
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
