// Made from the schema by testing/make-table-types.ts: change the schema instead.
import type { Generated } from 'kysely';
import type { ColumnTypes } from './column-types.ts';
import type { Json, MadeTimestamp, Stamped, Timestamp } from './columns.ts';

/** A customer (tenant). Every tenant row carries its id as `customer_id`, and row-level security compares that column. */
interface CustomersTable extends Stamped {
  id: string;
  /** The reseller above this customer. null: a customer of the platform. */
  parentId: string | null;
  /** Short name without spaces. It is part of the names on the PBX and never changes. */
  code: string;
  name: string;
  status: Generated<'pending' | 'active' | 'suspended' | 'terminated'>;
  /** Time of the last change of status. */
  statusSince: MadeTimestamp;
  /** Why the status was changed, in words. */
  statusReason: Generated<string>;
  /** Time of the last suspension. null: never. */
  suspendedAt: Timestamp | null;
  /** Time of the last termination. null: never. */
  terminatedAt: Timestamp | null;
  /** Key of another system, given by the reseller. Empty: none. */
  externalId: Generated<string>;
  timezone: Generated<string>;
  currency: Generated<string>;
  language: Generated<string>;
  country: Generated<string>;
  contactName: Generated<string>;
  contactEmail: Generated<string>;
  phone: Generated<string>;
  /** PBX servers that the customer may use, the default first. [] means any. No foreign keys: deleting a server must not widen the choice. */
  serverIds: Json<ColumnTypes['customers.serverIds']>;
  legalName: Generated<string>;
  taxId: Generated<string>;
  billingEmail: Generated<string>;
  /** Postal address of invoices, in parts, because each country writes them in its own order. */
  billingLine1: Generated<string>;
  billingLine2: Generated<string>;
  billingPostcode: Generated<string>;
  billingCity: Generated<string>;
  billingRegion: Generated<string>;
  /** null: the country of the customer. */
  billingCountry: string | null;
  /** Limits. null: the limit of the plan, or none. The limit of a reseller counts all customers below it. */
  maxSubscribers: number | null;
  maxQueues: number | null;
  maxUsers: number | null;
  maxAgents: number | null;
  maxConcurrentCalls: number | null;
  /** Outbound calls that may start in one second. */
  maxCallsPerSecond: number | null;
  /** Storage for recordings. */
  maxRecordingMb: number | null;
  /** Size of the recordings at the last count. null: no limit, so nothing is counted. */
  recordingBytes: number | null;
  /** The storage limit is reached: no new recording starts. */
  recordingFull: Generated<boolean>;
  /** Recording of lines whose own setting is `inherit`. */
  recordingDefault: Generated<'none' | 'inbound' | 'outbound' | 'all'>;
  /** Age at which recordings are deleted. null: never. */
  recordingRetentionDays: number | null;
  /** Legal hold: no recording is deleted. */
  recordingHold: Generated<boolean>;
  /** Age at which call records are deleted. null: never. */
  cdrRetentionDays: number | null;
  /** Queue visits before this time have lost their caller numbers to retention. null: none have. */
  callersGoneBefore: Timestamp | null;
  /** Whether the customer's own users may delete recordings. */
  allowRecordingDelete: Generated<boolean>;
  /** Whether the customer's own users see prices. */
  showPrices: Generated<boolean>;
  /** How supervisors may listen to calls: silently, with a tone for the agent, or not at all. */
  supervision: Generated<'silent' | 'tone' | 'off'>;
  /** Whether the customer's network rules apply. */
  networkRules: Generated<boolean>;
  /** Put in front of numbers dialled without an area code. */
  defaultAreaCode: Generated<string>;
  /** Caller ID of emergency calls whose line has none. E.164 with plus. Empty: as for other calls. */
  emergencyCallerId: Generated<string>;
  /** Name, colour and host name of the console as the customer's users see it. Empty: those of the reseller. */
  brandName: Generated<string>;
  brandColor: Generated<string>;
  brandHost: Generated<string>;
}

/** Logo of a customer, shown in the console and on the customer's sign-in page. */
interface CustomerLogosTable {
  customerId: string;
  /** Part of the address of the image. It cannot be guessed and changes with the image, so browsers may cache it forever. */
  key: string;
  contentType: 'image/png' | 'image/jpeg';
  bytes: Uint8Array;
  createdAt: MadeTimestamp;
}

export interface CustomersTables {
  customers: CustomersTable;
  customerLogos: CustomerLogosTable;
}
