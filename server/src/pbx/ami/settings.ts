// Address and login of one PBX server.

export interface LinkSettings {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** PEM of the CA that signed the PBX's certificate; `''` for the system's CAs. */
  readonly caPem: string;
  readonly username: string;
  readonly secret: string;
  /** Networks that the console must not connect to, in addition to the built-in ones. */
  readonly refusedNetworks?: readonly string[];
}

/** Time limits in milliseconds. In Asterisk, authtimeout is 30 s and a wrong login is answered after about 1 s. */
export interface LinkTimes {
  readonly connectMs: number;
  readonly greetingMs: number;
  readonly loginMs: number;
  readonly replyMs: number;
  readonly listMs: number;
  readonly pingMs: number;
  /** Number of consecutive pings without a byte from the PBX that end the link. */
  readonly pingsUnanswered: number;
  /** After a login, how long to wait for FullyBooted before querying the PBX. */
  readonly bootMs: number;
  /** Query interval while the PBX boots. */
  readonly bootRetryMs: number;
  /** How long to wait for app_queue after the boot, before treating the PBX as one without queues. */
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
