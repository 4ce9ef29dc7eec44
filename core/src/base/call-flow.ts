// The choices that trunks, ring groups and hours are made of.
/** Calls that a line does not make or take; those of emergency it always makes. `foreign`: to another country. */
export const BARRINGS = ['none', 'foreign', 'outgoing', 'inbound', 'all'] as const;
export type Barring = (typeof BARRINGS)[number];

/** Whose number somebody outside is shown whom a line forwards to: that of the line (or its customer), or who calls. */
export const FORWARD_SHOWS = ['line', 'caller'] as const;

export const TRUNK_MODES = ['registration', 'address'] as const;
export const TRUNK_TRANSPORTS = ['udp', 'tcp', 'tls'] as const;
/** How the carrier wants numbers: `+44…`, `44…` or `0044…`. */
export const TRUNK_FORMATS = ['e164', 'digits', 'international'] as const;
/** What the carrier is told of who calls: the line's own number, always the trunk's, or nothing. */
export const TRUNK_CALLER_IDS = ['line', 'trunk', 'hidden'] as const;
export const RING_STRATEGIES = ['ringall', 'hunt', 'widening', 'random'] as const;
export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
export type Weekday = (typeof WEEKDAYS)[number];
