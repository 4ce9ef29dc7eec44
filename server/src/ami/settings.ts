// How to reach and log in to one PBX.

export interface LinkSettings {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** PEM of the authority that signed the PBX's certificate; '' for the system's. */
  readonly caPem: string;
  readonly username: string;
  readonly secret: string;
  /** Networks that the console is kept from, beside those that it never connects to. */
  readonly refusedNetworks?: readonly string[];
}

/** Waits, in milliseconds. Asterisk's own: authtimeout 30 s, a wrong login is answered after about 1 s. */
export interface LinkTimes {
  readonly connectMs: number;
  readonly greetingMs: number;
  readonly loginMs: number;
  readonly replyMs: number;
  readonly listMs: number;
  readonly pingMs: number;
  /** So many pings in a row without a byte from the PBX end the link. */
  readonly pingsUnanswered: number;
  /** After a login without FullyBooted: how long it may still come before the PBX is asked. */
  readonly bootMs: number;
  /** While it boots: how often it is asked. */
  readonly bootRetryMs: number;
  /** Without app_queue this long after boot, the PBX has no queues. */
  readonly noQueuesMs: number;
}

export const LINK_TIMES: LinkTimes = {
  connectMs: 10_000,
  greetingMs: 10_000,
  loginMs: 15_000,
  replyMs: 15_000,
  listMs: 60_000,
  pingMs: 10_000,
  pingsUnanswered: 3,
  bootMs: 1_000,
  bootRetryMs: 2_000,
  noQueuesMs: 15_000,
};
