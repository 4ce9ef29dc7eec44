// Defines the desired inbound and outbound calls in the console's terms: trunks, routes to outside numbers, numbers, groups, hours and
// menus.
import type {
  RING_STRATEGIES,
  TRUNK_CALLER_IDS,
  TRUNK_FORMATS,
  TRUNK_MODES,
  TRUNK_TRANSPORTS,
  Weekday,
} from '../routing/call-flow.ts';
import type { Codec } from './options/codecs.ts';
import type { CreditFallback } from './credit-fallback.ts';
import type { Dialling } from '../base/dialling.ts';

/** Destination of a call. IDs are rows of the same tenant on the same PBX server. Lines are named by extension. */
export type WantedDestination =
  | { readonly kind: 'extension' | 'voicemail'; readonly extension: string }
  | { readonly kind: 'queue' | 'group' | 'ivr'; readonly id: string }
  /** Digits starting with the country code, without a plus. */
  | { readonly kind: 'external'; readonly number: string }
  | { readonly kind: 'hangup' };

export interface WantedTrunk {
  readonly id: string;
  /** The only tenant that may use the trunk. `null` or absent: every tenant. */
  readonly tenant?: string | null;
  /** Lowercase letters, digits and hyphens: `PJSIP/trunk.<code>`. */
  readonly code: string;
  readonly mode: (typeof TRUNK_MODES)[number];
  readonly transport: (typeof TRUNK_TRANSPORTS)[number];
  readonly host: string;
  readonly port: number;
  /** Both empty when the carrier needs no authentication. */
  readonly username: string;
  readonly secret: string;
  /** Source networks of inbound calls, such as `192.0.2.0/24`. Empty: the host. */
  readonly addresses: readonly string[];
  readonly codecs: readonly Codec[];
  readonly format: (typeof TRUNK_FORMATS)[number];
  /** Digits before every number, such as `9` or a carrier account. May be empty. */
  readonly techPrefix: string;
  readonly callerId: (typeof TRUNK_CALLER_IDS)[number];
  /** With or without a plus. Empty: none. */
  readonly callerIdNumber: string;
  /** Maximum number of concurrent outbound calls. 0: no limit. */
  readonly maxCalls: number;
  /** Whether the carrier answers OPTIONS. An unreachable carrier is then skipped at once. */
  readonly qualify: boolean;
  /** How the carrier writes national numbers. `null`: always with country code. */
  readonly dialling: Dialling | null;
}

export interface WantedRoute {
  readonly id: string;
  /** `null`: every tenant. A tenant's own routes come first. */
  readonly tenant: string | null;
  /** 1 is the highest priority. */
  readonly priority: number;
  /** Prefixes starting with the country code. Empty: every number. The longest match wins. */
  readonly prefixes: readonly string[];
  /** Numbers dialed unchanged, such as `112`: neither extension nor E.164. */
  readonly shortNumbers: readonly string[];
  /** Trunk IDs in failover order. */
  readonly trunks: readonly string[];
}

export interface WantedNumber {
  readonly id: string;
  /** E.164 digits without a plus. */
  readonly number: string;
  readonly destination: WantedDestination;
  /** Destination outside `hours`. */
  readonly closed: { readonly hours: string; readonly destination: WantedDestination } | null;
}

export interface WantedGroup {
  readonly id: string;
  /** Extension inside the tenant, or `null`. */
  readonly extension: string | null;
  readonly strategy: (typeof RING_STRATEGIES)[number];
  /** Ring time of each member, or of all together. */
  readonly ringSeconds: number;
  /** Extensions, in order. */
  readonly members: readonly string[];
  readonly fallback: WantedDestination;
}

export interface WantedHours {
  readonly id: string;
  readonly timezone: string;
  /** Manual override: `open` or `closed`. `auto`: by the hours. */
  readonly override: 'auto' | 'open' | 'closed';
  /** From `from` up to `until`, such as `09:00` to `17:00`. `24:00` ends a day. */
  readonly intervals: readonly { readonly days: readonly Weekday[]; readonly from: string; readonly until: string }[];
  /** Closed all day: `2026-12-25`, or `12-25` for every year. */
  readonly holidays: readonly string[];
}

export interface WantedMenu {
  readonly id: string;
  readonly extension: string | null;
  /** A sound file of the PBX server without extension, such as `custom/welcome`. Empty: silence. */
  readonly prompt: string;
  readonly invalidPrompt: string;
  readonly timeoutSeconds: number;
  /** Number of invalid or missing inputs before the fallback. */
  readonly attempts: number;
  /** Whether callers may dial an extension of the tenant. */
  readonly dialExtensions: boolean;
  /** `0` to `9`, `*`, `#`. */
  readonly keys: readonly { readonly key: string; readonly destination: WantedDestination }[];
  readonly fallback: WantedDestination;
}

/** A dial rule of the access rules that a PBX server can enforce. */
export interface WantedDialRule {
  readonly effect: 'allow' | 'deny';
  /** Empty: every number. */
  readonly prefixes: readonly string[];
  /** Lines that it applies to. `null`: all of the tenant. */
  readonly extensions: readonly string[] | null;
}

/** Emergency calls of a tenant. They need a trunk but no route. No rule or limit applies to them. */
export interface WantedEmergency {
  /** 2 to 6 digits each. */
  readonly numbers: readonly string[];
  /** Caller ID of lines without their own. Empty: as for other calls, but never withheld. */
  readonly callerIdNumber: string;
  readonly lines: readonly { readonly extension: string; readonly number: string }[];
}

/** Call flow of a tenant. */
export interface WantedFlow {
  readonly dialling: Dialling | null;
  /** Absent: no emergency numbers. */
  readonly emergency?: WantedEmergency;
  /** Prepended to numbers dialed without area code. Absent or empty: such numbers cannot be dialed. */
  readonly areaCode?: string;
  /** Maximum number of concurrent outside calls, inbound and outbound. Absent: no limit. */
  readonly mostCalls?: number;
  /** The same limit for each reseller above, counting all of its tenants on the PBX server. */
  readonly mostAbove?: readonly { readonly code: string; readonly most: number }[];
  /** The same limit for all tenants of the PBX server together. Absent: no limit. */
  readonly mostOnPbx?: number;
  /** Maximum number of outbound calls started per second. Absent: no limit. */
  readonly mostPerSecond?: number;
  /** Set when each outbound call needs the console's permission: the behavior when the console does not answer. */
  readonly credit?: CreditFallback;
  /** Outbound caller ID of lines without a number. Empty: the trunk's. */
  readonly callerIdNumber: string;
  readonly lineNumbers: readonly { readonly extension: string; readonly number: string }[];
  readonly dialRules: readonly WantedDialRule[];
  readonly numbers: readonly WantedNumber[];
  readonly groups: readonly WantedGroup[];
  readonly hours: readonly WantedHours[];
  readonly menus: readonly WantedMenu[];
}
