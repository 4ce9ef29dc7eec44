// How calls come in and go out: trunks, outbound routes, numbers, groups, hours and menus, in the console's own words.
import type {
  RING_STRATEGIES,
  TRUNK_CALLER_IDS,
  TRUNK_FORMATS,
  TRUNK_MODES,
  TRUNK_TRANSPORTS,
  Weekday,
} from '../base/call-flow.ts';
import type { Codec } from '../base/codecs.ts';
import type { Dialling } from '../base/dialling.ts';

/** Where a call goes. Ids are rows of the same tenant on the same PBX; a line is named by its extension. */
export type WantedDestination =
  | { readonly kind: 'extension' | 'voicemail'; readonly extension: string }
  | { readonly kind: 'queue' | 'ringgroup' | 'ivr'; readonly id: string }
  /** Digits, country code first, no plus. */
  | { readonly kind: 'external'; readonly number: string }
  | { readonly kind: 'hangup' };

export interface WantedTrunk {
  readonly id: string;
  /** Small letters, digits and hyphens: `PJSIP/trunk.<code>`. */
  readonly code: string;
  readonly mode: (typeof TRUNK_MODES)[number];
  readonly transport: (typeof TRUNK_TRANSPORTS)[number];
  readonly host: string;
  readonly port: number;
  /** Both empty: the carrier asks for none. */
  readonly username: string;
  readonly secret: string;
  /** Networks that its calls come from, `192.0.2.0/24`; empty: the host. */
  readonly addresses: readonly string[];
  readonly codecs: readonly Codec[];
  readonly format: (typeof TRUNK_FORMATS)[number];
  /** Before every number, `9` or a carrier's account; digits or empty. */
  readonly techPrefix: string;
  readonly callerId: (typeof TRUNK_CALLER_IDS)[number];
  /** With a plus or without; empty: none of its own. */
  readonly callerIdNumber: string;
  /** Calls out at once; 0: no limit. */
  readonly maxCalls: number;
  /** Whether the carrier answers OPTIONS: a silent one is then passed over at once. */
  readonly qualify: boolean;
  /** How the carrier writes numbers of its own country; null: always with country code. */
  readonly dialling: Dialling | null;
}

export interface WantedRoute {
  readonly id: string;
  /** null: of every tenant. A tenant's own go before them. */
  readonly tenant: string | null;
  /** 1 goes first. */
  readonly priority: number;
  /** Digits that a number begins with, country code first; empty: every number. The longest wins. */
  readonly prefixes: readonly string[];
  /** Dialled as they are, `112`: neither extension nor number. */
  readonly shortNumbers: readonly string[];
  /** Ids; the next is tried when one cannot carry the call. */
  readonly trunks: readonly string[];
}

export interface WantedNumber {
  readonly id: string;
  /** Digits of E.164, no plus. */
  readonly number: string;
  readonly destination: WantedDestination;
  /** Where it goes outside `hours`. */
  readonly closed: { readonly hours: string; readonly destination: WantedDestination } | null;
}

export interface WantedRingGroup {
  readonly id: string;
  /** The number that reaches it inside the tenant, or null. */
  readonly extension: string | null;
  readonly strategy: (typeof RING_STRATEGIES)[number];
  /** Of each member, or of all together. */
  readonly ringSeconds: number;
  /** Extensions, in order. */
  readonly members: readonly string[];
  readonly fallback: WantedDestination;
}

export interface WantedHours {
  readonly id: string;
  readonly timezone: string;
  /** By hand, whatever the hours: `open`, `closed`; `auto`: by the hours. */
  readonly override: 'auto' | 'open' | 'closed';
  /** `from` at or before the call, `until` after it: `09:00` to `17:00`; `24:00` ends a day. */
  readonly intervals: readonly { readonly days: readonly Weekday[]; readonly from: string; readonly until: string }[];
  /** Closed the whole day: `2026-12-25`, or `12-25` of every year. */
  readonly holidays: readonly string[];
}

export interface WantedMenu {
  readonly id: string;
  readonly extension: string | null;
  /** A sound file of the PBX without its ending, `custom/welcome`; empty: silence. */
  readonly prompt: string;
  readonly invalidPrompt: string;
  readonly timeoutSeconds: number;
  /** Wrong or no digits before the fallback. */
  readonly attempts: number;
  /** Whether callers may dial an extension of the tenant. */
  readonly dialExtensions: boolean;
  /** `0` to `9`, `*`, `#`. */
  readonly keys: readonly { readonly key: string; readonly destination: WantedDestination }[];
  readonly fallback: WantedDestination;
}

/** A dial rule of the access list, as far as a PBX can keep it. */
export interface WantedDialRule {
  readonly effect: 'allow' | 'deny';
  /** Empty: every number. */
  readonly prefixes: readonly string[];
  /** Lines that it binds; null: all of the tenant. */
  readonly extensions: readonly string[] | null;
}

/** What a tenant has of all this. */
export interface WantedFlow {
  readonly dialling: Dialling | null;
  /** Before a number that is dialled without one; left out or empty: such numbers are not dialled. */
  readonly areaCode?: string;
  /** Between the tenant and the outside, in and out, at once; left out: no limit. */
  readonly mostCalls?: number;
  /** The same of resellers above it, each with all tenants below it that are on the PBX. */
  readonly mostAbove?: readonly { readonly code: string; readonly most: number }[];
  /** The same of all tenants of the PBX together; left out: no limit. */
  readonly mostOnPbx?: number;
  /** Calls out that may begin in one second; left out: no limit. */
  readonly mostPerSecond?: number;
  /** Shown to who is called outside by a line without a number of its own; empty: the trunk's. */
  readonly callerIdNumber: string;
  readonly lineNumbers: readonly { readonly extension: string; readonly number: string }[];
  readonly dialRules: readonly WantedDialRule[];
  readonly numbers: readonly WantedNumber[];
  readonly ringGroups: readonly WantedRingGroup[];
  readonly hours: readonly WantedHours[];
  readonly menus: readonly WantedMenu[];
}
