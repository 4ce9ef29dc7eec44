// The link from the console to one PBX: where it stands, and what is wrong with it, as data. The web words each code
// (`params` fill the words in); `line` is what to write on the PBX to mend it.

interface ProblemKind {
  /** `link`: nothing works. `part`: the link is up and something is missing from it. */
  readonly weight: 'link' | 'part';
  /** Names of the params that the words may use. */
  readonly params: readonly string[];
}

export const LINK_PROBLEMS = {
  /** The name has no address. */
  'host-not-found': { weight: 'link', params: ['host'] },
  /** An address of the link alone, of a cloud's metadata, or of a network that the settings refuse. */
  'address-refused': { weight: 'link', params: ['host'] },
  /** Nobody listens there: Asterisk is down, AMI is off, another port or address. Line: `enabled = yes`. */
  'connection-refused': { weight: 'link', params: ['host', 'port'] },
  /** No answer at all: a firewall, a wrong address, a machine that is off. */
  'connection-timed-out': { weight: 'link', params: ['host', 'port'] },
  /** Any other failure of the network. `reason`: the system's code, such as EHOSTUNREACH. */
  'network-error': { weight: 'link', params: ['host', 'port', 'reason'] },
  /** Connected, and what answers is not AMI. `greeting`: its first characters, cleaned. */
  'not-asterisk': { weight: 'link', params: ['host', 'port', 'greeting'] },
  /** Connected, and nothing was said: often a TLS port spoken to in plain text. */
  'no-greeting': { weight: 'link', params: ['host', 'port'] },
  /** Closed before a greeting: too many sessions (`authlimit`), or a TLS port spoken to in plain text. */
  'closed-at-once': { weight: 'link', params: ['host', 'port'] },
  /** TLS is wanted here and that port speaks plain AMI. Line: `tlsenable = yes`. */
  'tls-not-spoken': { weight: 'link', params: ['host', 'port'] },
  /** The port speaks TLS and TLS is off here. */
  'tls-needed': { weight: 'link', params: ['host', 'port'] },
  /** Signed by nobody that is trusted here. `reason`: OpenSSL's code, such as DEPTH_ZERO_SELF_SIGNED_CERT. */
  'tls-untrusted': { weight: 'link', params: ['host', 'reason'] },
  'tls-wrong-name': { weight: 'link', params: ['host', 'names'] },
  'tls-expired': { weight: 'link', params: ['host'] },
  /** The CA that was entered here cannot be read as a certificate. */
  'tls-bad-ca': { weight: 'link', params: [] },
  'tls-error': { weight: 'link', params: ['host', 'reason'] },
  /** User or secret is wrong, or our address is not in `permit`: Asterisk says the same to all three. Line: `secret = …`. */
  'login-refused': { weight: 'link', params: ['username', 'address'] },
  /** The user has `allowmultiplelogin = no` and somebody else is logged in. */
  'already-logged-in': { weight: 'link', params: ['username'] },
  'login-timed-out': { weight: 'link', params: ['username'] },
  /** A user name or secret that cannot be sent (control characters, too long). */
  'settings-unusable': { weight: 'link', params: ['field'] },
  /** Pings went unanswered: half-open connection or a hung PBX. */
  'no-answer': { weight: 'link', params: ['seconds'] },
  /** The PBX closed the link: Asterisk does so when we read too slowly. Line: `writetimeout = 5000`. */
  'connection-lost': { weight: 'link', params: [] },
  'pbx-stopped': { weight: 'link', params: [] },
  'pbx-restarting': { weight: 'link', params: [] },
  /** Logged in, Asterisk is still loading its modules. */
  'pbx-booting': { weight: 'link', params: [] },
  /** Bytes that are no AMI in the middle of a session, or a message beyond every limit. */
  'protocol-error': { weight: 'link', params: [] },
  /** The first reading of the state was never answered in full. */
  'snapshot-failed': { weight: 'link', params: ['action', 'message'] },
  /** Older than 16: it may work and is not supported. */
  'version-unsupported': { weight: 'part', params: ['version', 'oldest'] },
  /** Line: `load = app_queue.so` in modules.conf. */
  'queues-not-loaded': { weight: 'part', params: [] },
  /** Its clock is more than two seconds off the console's: what it tells the time of is wrong by as much. */
  'clock-ahead': { weight: 'part', params: ['seconds'] },
  'clock-behind': { weight: 'part', params: ['seconds'] },
  /** The user's `read` lacks a class. Line: the whole `read = …`. */
  'read-class-missing': { weight: 'part', params: ['class', 'username'] },
  /** The user's `write` lacks a class. Line: the whole `write = …`. */
  'write-class-missing': { weight: 'part', params: ['class', 'username'] },
  /** An `eventfilter` of the user keeps an event away that the console needs. Line: the filter that lets it in. */
  'event-filtered': { weight: 'part', params: ['event', 'username'] },
} as const satisfies Record<string, ProblemKind>;

export type LinkProblemCode = keyof typeof LINK_PROBLEMS;

export interface LinkProblem {
  readonly code: LinkProblemCode;
  readonly params?: Readonly<Record<string, string | number>>;
  /** The line of `manager.conf` (or of another file, then `file: line`) to write, or null. */
  readonly line: string | null;
}

/** `refused`: we were told no (login, TLS trust); tried again only seldom. `away`: tried again soon. */
export type LinkState =
  /** `problem`: what ended the last try, null at the first. */
  | { readonly kind: 'connecting'; readonly attempt: number; readonly problem: LinkProblem | null }
  /** Signed in and the snapshot is in. `problems`: it works, but not everything will be seen or done. */
  | { readonly kind: 'up'; readonly version: string | null; readonly problems: readonly LinkProblem[] }
  | { readonly kind: 'away'; readonly problem: LinkProblem; readonly retryInMs: number }
  | { readonly kind: 'refused'; readonly problem: LinkProblem; readonly retryInMs: number };

/** What is wrong, whatever the state. */
export const problemsOf = (link: LinkState): readonly LinkProblem[] => {
  switch (link.kind) {
    case 'up':
      return link.problems;
    case 'connecting':
      return link.problem === null ? [] : [link.problem];
    case 'away':
    case 'refused':
      return [link.problem];
  }
};
