// The way of a call: trunks, routes, hours, groups, menus, numbers.
import type { ColumnType, Generated } from 'kysely';
import type { Destination } from '@ringside/core/contract/destination.ts';
import type { Holiday, Interval } from '@ringside/core/contract/hours.ts';
import type { Json, Stamped } from './columns.ts';

interface TrunksTable extends Stamped {
  id: string;
  serverId: number;
  customerId: string | null;
  code: string;
  name: string;
  enabled: boolean;
  mode: string;
  transport: string;
  host: string;
  port: number;
  username: string;
  /** Sealed; '' while there is none. */
  secret: string;
  addresses: Json<string[]>;
  codecs: Json<string[]>;
  format: string;
  techPrefix: string;
  callerId: string;
  callerIdNumber: string;
  maxCalls: number;
  qualify: boolean;
  country: string;
}

interface OutboundRoutesTable extends Stamped {
  id: string;
  serverId: number;
  customerId: string | null;
  name: string;
  enabled: boolean;
  priority: number;
  prefixes: Json<string[]>;
  shortNumbers: Json<string[]>;
}

interface OutboundRouteTrunksTable {
  routeId: string;
  trunkId: string;
  position: number;
}

interface HoursTable extends Stamped {
  id: string;
  customerId: string;
  name: string;
  timezone: string;
  override: string;
  intervals: Json<Interval[]>;
  holidays: Json<Holiday[]>;
}

/** Of groups, menus and numbers alike. */
interface Placed extends Stamped {
  id: string;
  customerId: string;
  serverId: number;
}

interface RingGroupsTable extends Placed {
  name: string;
  extension: string;
  strategy: string;
  ringSeconds: number;
  fallback: Json<Destination>;
}

interface RingGroupMembersTable {
  customerId: Generated<string>;
  groupId: string;
  subscriberId: string;
  position: number;
}

interface PromptsTable extends Stamped {
  id: string;
  customerId: string;
  name: string;
  seconds: number;
  bytes: number;
  soundKey: string;
}

interface PromptSoundsTable {
  promptId: string;
  customerId: string;
  content: Uint8Array;
}

interface IvrsTable extends Placed {
  name: string;
  extension: string;
  prompt: string;
  invalidPrompt: string;
  timeoutSeconds: number;
  attempts: number;
  dialExtensions: boolean;
  fallback: Json<Destination>;
}

interface IvrKeysTable {
  ivrId: string;
  customerId: string;
  key: string;
  name: string;
  destination: Json<Destination>;
}

interface DidsTable extends Placed {
  number: string;
  label: string;
  destination: Json<Destination>;
  hoursId: string | null;
  closedDestination: ColumnType<Destination | null, string | null, string | null>;
}

export interface RoutingTables {
  trunks: TrunksTable;
  outboundRoutes: OutboundRoutesTable;
  outboundRouteTrunks: OutboundRouteTrunksTable;
  hours: HoursTable;
  ringGroups: RingGroupsTable;
  ringGroupMembers: RingGroupMembersTable;
  prompts: PromptsTable;
  promptSounds: PromptSoundsTable;
  ivrs: IvrsTable;
  ivrKeys: IvrKeysTable;
  dids: DidsTable;
}
