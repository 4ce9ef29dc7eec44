// Made from the schema by testing/make-table-types.ts: change the schema instead.
import type { Generated, GeneratedAlways } from 'kysely';
import type { ColumnTypes } from './column-types.ts';
import type { Json, NullableJson, RequiredJson, Stamped } from './columns.ts';

/** Sounds that a customer uploaded (WAV, 8,000 Hz, 16 bits, mono). */
interface PromptsTable extends Stamped {
  id: string;
  customerId: string;
  name: string;
  seconds: number;
  bytes: number;
  /** Part of the address of the sound. It cannot be guessed and changes with the sound. */
  soundKey: string;
}

/** The bytes of prompts, apart from the rows that lists read. */
interface PromptSoundsTable {
  promptId: string;
  customerId: string;
  content: Uint8Array;
}

/** Opening hours: weekly intervals, holidays, and a manual override. */
interface HoursTable extends Stamped {
  id: string;
  customerId: string;
  name: string;
  timezone: string;
  /** `auto`: by the clock. Otherwise open or closed until someone changes it back. */
  override: Generated<'auto' | 'open' | 'closed'>;
  intervals: Json<ColumnTypes['hours.intervals']>;
  holidays: Json<ColumnTypes['hours.holidays']>;
}

/** SIP trunks to carriers. */
interface TrunksTable extends Stamped {
  id: string;
  serverId: number;
  /** null: offered to every customer. */
  customerId: string | null;
  /** Name on the PBX: `PJSIP/trunk.<code>`. */
  code: string;
  name: string;
  enabled: Generated<boolean>;
  mode: 'registration' | 'address';
  transport: 'udp' | 'tcp' | 'tls';
  host: string;
  port: number;
  username: Generated<string>;
  /** Encrypted with the secret key (`platform/db/secrets`). Empty: none. */
  secret: Generated<string>;
  addresses: Json<ColumnTypes['trunks.addresses']>;
  codecs: RequiredJson<ColumnTypes['trunks.codecs']>;
  /** How numbers are written to the carrier. */
  format: 'e164' | 'digits' | 'international';
  /** Put in front of dialled numbers. */
  techPrefix: Generated<string>;
  callerId: 'line' | 'trunk' | 'hidden';
  callerIdNumber: Generated<string>;
  /** Maximum number of concurrent calls. 0: no limit. */
  maxCalls: Generated<number>;
  qualify: Generated<boolean>;
  /** Country of numbers without a country code. Empty: that of the customer. */
  country: Generated<string>;
}

/** Which dialled numbers leave over which trunks, by priority. */
interface OutboundRoutesTable extends Stamped {
  id: string;
  serverId: number;
  /** null: for every customer. */
  customerId: string | null;
  name: string;
  enabled: Generated<boolean>;
  priority: number;
  /** E.164 prefixes. []: all numbers. */
  prefixes: Json<ColumnTypes['outboundRoutes.prefixes']>;
  /** Short numbers, matched exactly. */
  shortNumbers: Json<ColumnTypes['outboundRoutes.shortNumbers']>;
}

/** Trunks of a route, in the order in which they are tried. */
interface OutboundRouteTrunksTable {
  routeId: string;
  trunkId: string;
  position: number;
}

/** Extensions that ring together or in turn, with a destination for unanswered calls. */
interface RingGroupsTable extends Stamped {
  id: string;
  customerId: string;
  serverId: number;
  name: string;
  /** Internal number. Empty: none. */
  extension: Generated<string>;
  strategy: 'ringall' | 'hunt' | 'widening' | 'random';
  ringSeconds: number;
  fallback: RequiredJson<ColumnTypes['ringGroups.fallback']>;
  toSubscriber: GeneratedAlways<string | null>;
  toQueue: GeneratedAlways<string | null>;
  toRingGroup: GeneratedAlways<string | null>;
  toIvr: GeneratedAlways<string | null>;
}

/** Subscribers of a ring group. A deleted subscriber leaves the group. */
interface RingGroupMembersTable {
  groupId: string;
  /** Set by a trigger from the group. Both foreign keys contain it, so group and subscriber belong to the same customer. */
  customerId: Generated<string>;
  subscriberId: string;
  position: number;
}

/** IVR menus. */
interface IvrsTable extends Stamped {
  id: string;
  customerId: string;
  serverId: number;
  name: string;
  /** Internal number. Empty: none. */
  extension: Generated<string>;
  /** What callers hear: a sound of the PBX, or `uploaded/<prompt id>`. */
  prompt: Generated<string>;
  invalidPrompt: Generated<string>;
  timeoutSeconds: number;
  attempts: number;
  /** Whether callers may dial an extension. */
  dialExtensions: Generated<boolean>;
  /** Destination after the last attempt. */
  fallback: RequiredJson<ColumnTypes['ivrs.fallback']>;
  toSubscriber: GeneratedAlways<string | null>;
  toQueue: GeneratedAlways<string | null>;
  toRingGroup: GeneratedAlways<string | null>;
  toIvr: GeneratedAlways<string | null>;
  promptUploaded: GeneratedAlways<string | null>;
  invalidPromptUploaded: GeneratedAlways<string | null>;
}

/** Destinations of the keys of a menu. */
interface IvrKeysTable {
  ivrId: string;
  customerId: string;
  key: string;
  /** Name of the menu, for the message that refuses to delete a destination. */
  name: string;
  destination: RequiredJson<ColumnTypes['ivrKeys.destination']>;
  toSubscriber: GeneratedAlways<string | null>;
  toQueue: GeneratedAlways<string | null>;
  toRingGroup: GeneratedAlways<string | null>;
  toIvr: GeneratedAlways<string | null>;
}

/** Numbers (DIDs) and where their calls go. */
interface DidsTable extends Stamped {
  id: string;
  customerId: string;
  serverId: number;
  /** E.164 with plus. Unique on the platform. */
  number: string;
  label: Generated<string>;
  destination: RequiredJson<ColumnTypes['dids.destination']>;
  hoursId: string | null;
  /** Outside the hours. Set exactly when `hours_id` is. */
  closedDestination: NullableJson<ColumnTypes['dids.closedDestination']>;
  toSubscriber: GeneratedAlways<string | null>;
  toQueue: GeneratedAlways<string | null>;
  toRingGroup: GeneratedAlways<string | null>;
  toIvr: GeneratedAlways<string | null>;
  closedToSubscriber: GeneratedAlways<string | null>;
  closedToQueue: GeneratedAlways<string | null>;
  closedToRingGroup: GeneratedAlways<string | null>;
  closedToIvr: GeneratedAlways<string | null>;
}

export interface RoutingTables {
  prompts: PromptsTable;
  promptSounds: PromptSoundsTable;
  hours: HoursTable;
  trunks: TrunksTable;
  outboundRoutes: OutboundRoutesTable;
  outboundRouteTrunks: OutboundRouteTrunksTable;
  ringGroups: RingGroupsTable;
  ringGroupMembers: RingGroupMembersTable;
  ivrs: IvrsTable;
  ivrKeys: IvrKeysTable;
  dids: DidsTable;
}
