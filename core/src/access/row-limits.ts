// Limits an access rule to some objects: by customer, call center, queue, server, or only the user's own. The same limit is applied to
// database rows (as a condition), to live rows, and in the rule test.

export interface RowLimit {
  /** Empty: any. All given fields must match. */
  readonly customerIds: readonly string[];
  readonly callcenterIds: readonly string[];
  /** `queueKey` of core/live: server ID, tab, name. */
  readonly queueKeys: readonly string[];
  readonly serverIds: readonly number[];
  /** Only the user's own account, lines, keys and calls of their lines. */
  readonly ownOnly: boolean;
  /** Applies to all other objects instead. */
  readonly allBut: boolean;
}

export interface RowLimits {
  /** Objects that match one of these are hidden. */
  readonly denied: readonly RowLimit[];
  /** Only objects that match one of these are visible. `null`: all. */
  readonly only: readonly RowLimit[] | null;
}

/** Properties of an object. `queueKey` is absent for kinds without a queue, and `null` for an object in no queue. */
export interface Instance {
  readonly customerId?: string | null;
  readonly callcenterId?: string | null;
  readonly queueKey?: string | null;
  readonly serverId?: number | null;
  readonly own?: boolean;
}

/** Returns `null` for an empty limit, which applies to everything. */
export const limitOf = (things: RowLimit | null): RowLimit | null =>
  things === null ||
  (!things.ownOnly &&
    [things.customerIds, things.callcenterIds, things.queueKeys, things.serverIds].every((ids) => ids.length === 0))
    ? null
    : things;

/** A property by which objects can be selected. */
export type Dimension = 'customer' | 'callcenter' | 'queue' | 'server' | 'own';

export const dimensionsOf = (limit: RowLimit): readonly Dimension[] => [
  ...(limit.customerIds.length > 0 ? (['customer'] as const) : []),
  ...(limit.callcenterIds.length > 0 ? (['callcenter'] as const) : []),
  ...(limit.queueKeys.length > 0 ? (['queue'] as const) : []),
  ...(limit.serverIds.length > 0 ? (['server'] as const) : []),
  ...(limit.ownOnly ? (['own'] as const) : []),
];

const FIELD = {
  customer: 'customerId',
  callcenter: 'callcenterId',
  queue: 'queueKey',
  server: 'serverId',
  own: 'own',
} as const satisfies Record<Dimension, keyof Instance>;

/** A rule about queues does not apply to objects without a queue. */
export const concerns = (limit: RowLimit, thing: Instance): boolean =>
  dimensionsOf(limit).every((dimension) => thing[FIELD[dimension]] !== undefined);

export const matches = (limit: RowLimit, thing: Instance): boolean => {
  const fits =
    (limit.customerIds.length === 0 || limit.customerIds.includes(thing.customerId ?? '')) &&
    (limit.callcenterIds.length === 0 || limit.callcenterIds.includes(thing.callcenterId ?? '')) &&
    (limit.queueKeys.length === 0 || limit.queueKeys.includes(thing.queueKey ?? '')) &&
    (limit.serverIds.length === 0 || limit.serverIds.includes(thing.serverId ?? -1)) &&
    (!limit.ownOnly || thing.own === true);
  return fits !== limit.allBut;
};

/** Tells whether the object is visible under the limits. */
export const within = (limits: RowLimits, thing: Instance): boolean =>
  !limits.denied.some((limit) => concerns(limit, thing) && matches(limit, thing)) &&
  (limits.only === null || limits.only.some((limit) => concerns(limit, thing) && matches(limit, thing)));

/** Returns equal keys for equal limits. */
export const limitsKey = (limits: RowLimits | null | undefined): string => (limits ? JSON.stringify(limits) : '');
