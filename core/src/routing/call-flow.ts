// Options of trunks, groups, hours and outbound calls.
/** Calls that a line may not place or receive. Emergency calls are always allowed. `foreign`: to another country. */
export const BARRINGS = ['none', 'foreign', 'outgoing', 'inbound', 'all'] as const;
export type Barring = (typeof BARRINGS)[number];

/** Caller ID of forwarded calls: the number of the line (or its customer), or of the caller. */
export const FORWARD_SHOWS = ['line', 'caller'] as const;

export const TRUNK_MODES = ['registration', 'address'] as const;
export const TRUNK_TRANSPORTS = ['udp', 'tcp', 'tls'] as const;
/** Number format of the carrier: `+44…`, `44…` or `0044…`. */
export const TRUNK_FORMATS = ['e164', 'digits', 'international'] as const;
/** Caller ID sent to the carrier: the line's number, always the trunk's, or none. */
export const TRUNK_CALLER_IDS = ['line', 'trunk', 'hidden'] as const;
export const RING_STRATEGIES = ['ringall', 'hunt', 'widening', 'random'] as const;
export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
export type Weekday = (typeof WEEKDAYS)[number];
