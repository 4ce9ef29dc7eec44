// What a PBX should be, by tenant: the console's own words, before they become Asterisk's.

import type { Barring } from '../base/call-flow.ts';
import type { Codec } from '../base/codecs.ts';
import type { PbxTransport, TransportKind } from '../base/line-transports.ts';
import type { MemberKind, QueueOptions, SpokenLanguage } from '../base/queue-options.ts';
import type { WantedDestination, WantedFlow, WantedRoute, WantedTrunk } from './wanted-flow.ts';

export const STRATEGIES = [
  'ringall',
  'leastrecent',
  'fewestcalls',
  'random',
  'rrmemory',
  'linear',
  'wrandom',
  'rrordered',
] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** Where a call goes instead: an extension of the same tenant, or `+` and digits: a number outside. */
export interface WantedForwarding {
  readonly always: string | null;
  readonly busy: string | null;
  readonly noAnswer: string | null;
  readonly unregistered: string | null;
  /** Outside the number of who calls is shown, if he calls from outside; left out: the line's. */
  readonly showsCaller?: boolean;
}

export interface WantedVoicemail {
  /** 4 to 12 digits. */
  readonly pin: string;
  /** Each message goes there; empty: nowhere. */
  readonly email: string;
  /** With the message itself. */
  readonly attach: boolean;
  /** What is said before the tone: a sound of the PBX or an address; empty: the PBX's own words. */
  readonly greeting?: string;
  /** The same while the line is busy; empty: the greeting. */
  readonly busyGreeting?: string;
  /** Who the PBX's own words are about, where there is no greeting. */
  readonly nameGreeting?: string;
}

export interface WantedSubscriber {
  /** Of the console, to say which row an object on the PBX stands for. */
  readonly id: string;
  /** 2 to 10 digits, one of its kind in the tenant, queues included. */
  readonly extension: string;
  readonly displayName: string;
  /** 20 to 80 letters and digits. */
  readonly secret: string;
  /** In order of preference; at least one. */
  readonly codecs: readonly Codec[];
  readonly webrtc: boolean;
  /** Left out: as the PBX decides. */
  readonly transport?: TransportKind | undefined;
  /** Calls at once before the line is busy, 1 to 20. */
  readonly callLimit: number;
  readonly dnd: boolean;
  readonly ringSeconds: number;
  readonly forwarding: WantedForwarding;
  /** Networks that may use the line, `10.0.0.0/8`; empty: any. */
  readonly addresses: readonly string[];
  /** Left out: no box. */
  readonly voicemail?: WantedVoicemail | undefined;
  /** Left out: none. */
  readonly barring?: Barring | undefined;
  /** Phones at once, 1 to 10; left out: one. */
  readonly maxContacts?: number;
  /** Up to 6 digits; left out or empty: that of all lines of the tenant. */
  readonly pickupGroup?: string;
  /** Nobody outside is shown its number. */
  readonly hideNumber?: boolean;
  /** Which of its calls are recorded without anybody asking; left out: none. */
  readonly recording?: 'inbound' | 'outbound' | 'local' | 'all' | undefined;
}

export interface WantedMember {
  /** Of a subscriber of the same tenant. */
  readonly extension: string;
  readonly penalty: number;
  /** Left out: static. */
  readonly kind?: MemberKind;
}

export interface WantedQueue {
  readonly id: string;
  readonly name: string;
  /** The number that reaches it inside the tenant, or null. */
  readonly extension: string | null;
  readonly strategy: Strategy;
  readonly ringSeconds: number;
  readonly retrySeconds: number;
  readonly wrapupSeconds: number;
  /** 0: no limit. */
  readonly maxCallers: number;
  readonly weight: number;
  readonly serviceLevelSeconds: number;
  readonly ringInUse: boolean;
  readonly maxWaitSeconds: number;
  /** In their order. */
  readonly members: readonly WantedMember[];
  /** Left out: `QUEUE_DEFAULTS`. */
  readonly options?: QueueOptions;
  /** Where a caller goes after the longest wait, when it is full or nobody is there, or by the exit key; left out: the call ends. */
  readonly timeoutTo?: WantedDestination | undefined;
  readonly fullTo?: WantedDestination | undefined;
  readonly exitTo?: WantedDestination | undefined;
  /** Outside `hours` (null: at all times) callers go to `to`, or the call ends; left out: it is always open. */
  readonly closed?: { readonly hours: string | null; readonly to: WantedDestination | undefined } | undefined;
  /** Left out: as the PBX speaks. */
  readonly language?: SpokenLanguage;
  /** Codes of the call center's pause reasons, in their order: `*521` is the first. */
  readonly pauseReasons?: readonly string[];
}

/** A sound of the console that waiting callers hear. */
export interface WantedMusic {
  readonly id: string;
  /** Where Asterisk fetches it: `https://console.example.com/api/sounds/….wav`. */
  readonly address: string;
}

export interface WantedTenant {
  /** The customer's code: the prefix of its objects and the name of its context. */
  readonly code: string;
  readonly subscribers: readonly WantedSubscriber[];
  readonly queues: readonly WantedQueue[];
  /** Those that its queues play. */
  readonly music?: readonly WantedMusic[];
  /** Left out: nothing comes in and nothing goes out. */
  readonly flow?: WantedFlow;
}

export interface WantedPbx {
  readonly tenants: readonly WantedTenant[];
  /** Those that it has, as it tells; left out: it told none yet. */
  readonly transports?: readonly PbxTransport[];
  readonly trunks?: readonly WantedTrunk[];
  readonly routes?: readonly WantedRoute[];
}
