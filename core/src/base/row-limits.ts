// Which things a rule is about: some customers', call centers', queues', servers', or one's own. The same question is asked of
// rows of the database (as a condition), of rows of the live state, and in the test box.

export interface RowLimit {
  /** Empty: whatever it is. All that are named must fit. */
  readonly customerIds: readonly string[];
  readonly callcenterIds: readonly string[];
  /** `queueKey` of core/live: server id, tab, name. */
  readonly queueKeys: readonly string[];
  readonly serverIds: readonly number[];
  /** Only what is one's own: one's account, lines, keys, calls of one's lines. */
  readonly ownOnly: boolean;
  /** It is about all others instead. */
  readonly allBut: boolean;
}

export interface RowLimits {
  /** What fits one of these is not there. */
  readonly denied: readonly RowLimit[];
  /** Only what fits one of these is there; null: everything. */
  readonly only: readonly RowLimit[] | null;
}

/** A thing by what is known of it. A kind of thing that has no queue leaves `queueKey` out; one that is in none says null. */
export interface Instance {
  readonly customerId?: string | null;
  readonly callcenterId?: string | null;
  readonly queueKey?: string | null;
  readonly serverId?: number | null;
  readonly own?: boolean;
}

/** null: it names nothing, so it is about everything. */
export const limitOf = (things: RowLimit | null): RowLimit | null =>
  things === null ||
  (!things.ownOnly &&
    [things.customerIds, things.callcenterIds, things.queueKeys, things.serverIds].every((ids) => ids.length === 0))
    ? null
    : things;

/** By what a kind of thing can be told. */
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

/** A rule about queues says nothing of what has no queue. */
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

/** Whether the thing is there for whom the limits are. */
export const within = (limits: RowLimits, thing: Instance): boolean =>
  !limits.denied.some((limit) => concerns(limit, thing) && matches(limit, thing)) &&
  (limits.only === null || limits.only.some((limit) => concerns(limit, thing) && matches(limit, thing)));

/** Equal for equal limits. */
export const limitsKey = (limits: RowLimits | null | undefined): string => (limits ? JSON.stringify(limits) : '');
