// A customer: a tenant of the platform.
import { z } from 'zod';
import { importOf } from '../import.ts';
import { noun } from '../noun.ts';
import { Id, Instant } from '../resource.ts';
import { route } from '../route.ts';
import { Country, Currency, Language, pattern, text, TimeZone } from '../text.ts';

export const CUSTOMER_STATUS = ['pending', 'active', 'suspended', 'terminated'] as const;

/** How supervisors may listen to live calls: silently, with a start tone for the agent, or not at all. */
export const SUPERVISION = ['silent', 'tone', 'off'] as const;
export type Supervision = (typeof SUPERVISION)[number];

/** Color of the brand mark. `standard`: the reseller's, otherwise the product's. */
export const BRAND_COLORS = ['standard', 'indigo', 'blue', 'teal', 'green', 'amber', 'red', 'pink', 'slate'] as const;

export const RECORDING_DEFAULTS = ['none', 'inbound', 'outbound', 'all'] as const;

/** The reseller above. `null`: a customer of the platform. */
const Parent = Id.nullable();

/** Maximum number. `null`: no limit. */
const Most = z.number().int().min(0).max(1_000_000).nullable();

const editable = {
  /** The reseller above. Only platform staff can move a customer. */
  parentId: Parent,
  name: text(1, 128),
  status: z.enum(CUSTOMER_STATUS),
  timezone: TimeZone,
  currency: Currency,
  language: Language,
  country: Country,
  contactName: text(0, 128),
  contactEmail: pattern('email', 254),
  phone: pattern('phone', 32),
  /** Reason for the status, such as unpaid invoices. */
  statusReason: text(0, 255),
  legalName: text(0, 128),
  taxId: text(0, 32),
  /** Billing address. */
  billingLine1: text(0, 250),
  billingLine2: text(0, 250),
  billingPostcode: text(0, 16),
  billingCity: text(0, 100),
  billingRegion: text(0, 100),
  /** `null`: the customer's country. */
  billingCountry: Country.nullable(),
  billingEmail: pattern('email', 254),
  /** The customer's key in another system; unique. */
  externalId: text(0, 255),
  /** Allowed PBX servers, the first is the default. Empty: any. Set by platform staff. */
  serverIds: z.array(z.number().int().min(1).max(2_147_483_647)).max(200),
  maxSubscribers: Most,
  maxQueues: Most,
  maxUsers: Most,
  /** Users who see only their own data. */
  maxAgents: Most,
  /** Concurrent outside calls, inbound and outbound. Enforced by each PBX server separately. */
  maxConcurrentCalls: Most,
  /** Outbound calls started per second, enforced likewise. */
  maxCallsPerSecond: z.number().int().min(1).max(1000).nullable(),
  /** Above it no new recording starts. Existing recordings are kept. */
  maxRecordingMb: Most,
  /** Prepended to local numbers dialed without area code. Empty: such numbers cannot be dialed. */
  defaultAreaCode: pattern('digits-or-none', 6),
  /** Caller ID of emergency calls from lines without their own. Empty: as for other calls. */
  emergencyCallerId: pattern('phone', 32),
  /** Whether its own network rules apply to its users and API keys. */
  networkRules: z.boolean(),
  /** For lines set to `inherit`. */
  recordingDefault: z.enum(RECORDING_DEFAULTS),
  supervision: z.enum(SUPERVISION),
  /** Recordings are deleted after this time, if the console may. `null`: the plan's setting, otherwise kept. */
  recordingRetentionDays: z.number().int().min(1).max(36_500).nullable(),
  /** Legal hold: no recording is deleted. */
  recordingHold: z.boolean(),
  /** Call records are deleted after this time, nightly. `null`: kept. */
  cdrRetentionDays: z.number().int().min(1).max(36_500).nullable(),
  /** Users of the customer who may place holds may also delete recordings. Otherwise none of its users may. */
  allowRecordingDelete: z.boolean(),
  /** Users of the customer see call prices. Account and invoices are visible in any case. */
  showPrices: z.boolean(),
  /** Product name for the customer's users. Empty: the reseller's, otherwise the standard name. */
  brandName: text(0, 40),
  /** One of `BRAND_COLORS` or a hex color such as `#1d4ed8`. */
  brandColor: pattern('brand-color', 10),
  /** Host name that shows the customer's sign-in page. Empty: none. Unique. */
  brandHost: pattern('sip-host', 253),
};

export const Customer = z.object({
  id: Id,
  /** Prefix of the customer's objects on a PBX server and its `Tenantid`. Immutable. */
  code: pattern('slug', 31),
  ...editable,
  // Validated on write. Reads skip the check.
  timezone: z.string(),
  currency: z.string(),
  country: z.string(),
  billingCountry: z.string().nullable(),
  /** When `status` last changed. */
  statusSince: Instant,
  /** Time of the last suspension. `null`: never. */
  suspendedAt: Instant.nullable(),
  terminatedAt: Instant.nullable(),
  /** Path of the logo on this origin. */
  logo: z.string().nullable(),
  parentName: z.string().nullable(),
  /** Number of customers directly below. */
  childCount: z.number().int(),
  callcenterCount: z.number().int(),
  queueCount: z.number().int(),
  userCount: z.number().int(),
  subscriberCount: z.number().int(),
  agentCount: z.number().int(),
  /** For a reseller: totals including all customers below, which its limits count. Otherwise `null`. */
  withBelow: z
    .object({
      subscribers: z.number().int(),
      queues: z.number().int(),
      users: z.number().int(),
      agents: z.number().int(),
    })
    .nullable(),
  /** Estimated recording storage, from talk time. `null`: no limit, so not calculated. */
  recordingMb: z.number().int().nullable(),
  /** No new recording starts. */
  recordingFull: z.boolean(),
  /** Effective limits: the customer's own, otherwise the plan's. `null`: no limit. */
  limits: z.object({
    subscribers: z.number().int().nullable(),
    queues: z.number().int().nullable(),
    users: z.number().int().nullable(),
    agents: z.number().int().nullable(),
    concurrentCalls: z.number().int().nullable(),
    recordingMb: z.number().int().nullable(),
    /** Retention of recordings in days. `null`: kept. */
    retentionDays: z.number().int().nullable(),
  }),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type Customer = z.infer<typeof Customer>;

/** Defaults of the form, so that users see retention before data is deleted. API and import keep everything by default. */
export const USUAL_RETENTION = { recordingRetentionDays: 90, cdrRetentionDays: 730 } as const;

export const CreateCustomer = z.object({
  code: pattern('slug', 31),
  name: editable.name,
  status: editable.status.default('active'),
  /** Default for a reseller's users: their own customer. */
  parentId: Parent.optional(),
  timezone: TimeZone.default('UTC'),
  currency: Currency.default('USD'),
  language: Language.default('en'),
  country: Country.default('US'),
  contactName: editable.contactName.default(''),
  contactEmail: editable.contactEmail.default(''),
  phone: editable.phone.default(''),
  statusReason: editable.statusReason.default(''),
  legalName: editable.legalName.default(''),
  taxId: editable.taxId.default(''),
  billingLine1: editable.billingLine1.default(''),
  billingLine2: editable.billingLine2.default(''),
  billingPostcode: editable.billingPostcode.default(''),
  billingCity: editable.billingCity.default(''),
  billingRegion: editable.billingRegion.default(''),
  billingCountry: editable.billingCountry.default(null),
  billingEmail: editable.billingEmail.default(''),
  externalId: editable.externalId.default(''),
  /** Default for a reseller's users: those of the customer above. */
  serverIds: editable.serverIds.default([]),
  maxSubscribers: Most.default(null),
  maxQueues: Most.default(null),
  maxUsers: Most.default(null),
  maxAgents: Most.default(null),
  maxConcurrentCalls: Most.default(null),
  maxCallsPerSecond: editable.maxCallsPerSecond.default(null),
  maxRecordingMb: Most.default(null),
  defaultAreaCode: editable.defaultAreaCode.default(''),
  emergencyCallerId: editable.emergencyCallerId.default(''),
  networkRules: editable.networkRules.default(true),
  recordingDefault: editable.recordingDefault.default('none'),
  supervision: editable.supervision.default('silent'),
  recordingRetentionDays: editable.recordingRetentionDays.default(null),
  recordingHold: editable.recordingHold.default(false),
  cdrRetentionDays: editable.cdrRetentionDays.default(null),
  allowRecordingDelete: editable.allowRecordingDelete.default(false),
  showPrices: editable.showPrices.default(false),
  brandName: editable.brandName.default(''),
  brandColor: editable.brandColor.default('standard'),
  brandHost: editable.brandHost.default(''),
});
export type CreateCustomer = z.infer<typeof CreateCustomer>;

export const UpdateCustomer = z.object(editable).partial();

export const customers = noun({
  key: 'customer',
  path: '/customers',
  table: 'customers',
  words: ['customer', 'customers'],
  singular: { en: 'customer', es: 'cliente', fr: 'client', he: 'לקוח' },
  dimensions: ['customer'],
  roles: {
    'customer-admin': ['read'],
    support: ['read'],
    billing: ['read', 'export'],
    reseller: ['create', 'update', 'export'],
    auditor: ['read'],
    integration: ['read'],
  },
  row: Customer,
  create: CreateCustomer,
  update: UpdateCustomer,
  sortable: [
    'name',
    'code',
    'status',
    'statusSince',
    'suspendedAt',
    'terminatedAt',
    'country',
    'timezone',
    'createdAt',
    'updatedAt',
  ],
  defaultSort: 'name',
  searchable: ['name', 'code', 'contactName', 'contactEmail', 'legalName', 'externalId'],
  filters: ['parentId', 'status', 'country', 'code', 'externalId'],
  fields: {
    name: { kind: 'text', in: ['list', 'create', 'edit'], section: 'identity' },
    code: { kind: 'text', in: ['list', 'create'], section: 'identity' },
    parentId: { kind: 'ref', resource: 'customers', in: ['create', 'edit'], section: 'identity' },
    parentName: { kind: 'text', in: ['list'] },
    status: { kind: 'select', options: CUSTOMER_STATUS, in: ['list', 'create', 'edit'], section: 'identity' },
    statusReason: { kind: 'text', in: ['list', 'edit'], section: 'identity' },
    externalId: { kind: 'text', in: ['list', 'create', 'edit'], section: 'identity' },
    timezone: { kind: 'timezone', in: ['list', 'create', 'edit'], section: 'place' },
    country: { kind: 'country', in: ['list', 'create', 'edit'], section: 'place' },
    defaultAreaCode: { kind: 'text', in: ['create', 'edit'], section: 'place' },
    emergencyCallerId: { kind: 'phone', in: ['edit'], section: 'place' },
    currency: { kind: 'currency', in: ['create', 'edit'], section: 'place' },
    language: { kind: 'language', in: ['create', 'edit'], section: 'place' },
    contactName: { kind: 'text', in: ['create', 'edit'], section: 'contact' },
    contactEmail: { kind: 'email', in: ['create', 'edit'], section: 'contact' },
    phone: { kind: 'phone', in: ['create', 'edit'], section: 'contact' },
    legalName: { kind: 'text', in: ['list', 'create', 'edit'], section: 'billing' },
    taxId: { kind: 'text', in: ['list', 'create', 'edit'], section: 'billing' },
    billingEmail: { kind: 'email', in: ['create', 'edit'], section: 'billing' },
    billingLine1: { kind: 'text', in: ['create', 'edit'], section: 'billing' },
    billingLine2: { kind: 'text', in: ['create', 'edit'], section: 'billing' },
    billingPostcode: { kind: 'text', in: ['create', 'edit'], section: 'billing' },
    billingCity: { kind: 'text', in: ['list', 'create', 'edit'], section: 'billing' },
    billingRegion: { kind: 'text', in: ['create', 'edit'], section: 'billing' },
    billingCountry: { kind: 'country', in: ['create', 'edit'], section: 'billing' },
    showPrices: { kind: 'boolean', in: ['create', 'edit'], section: 'billing' },
    serverIds: { kind: 'ref', resource: 'endpoints', many: true, in: ['create', 'edit'], section: 'limits' },
    maxSubscribers: { kind: 'number', in: ['edit'], section: 'limits' },
    maxQueues: { kind: 'number', in: ['edit'], section: 'limits' },
    maxUsers: { kind: 'number', in: ['edit'], section: 'limits' },
    maxAgents: { kind: 'number', in: ['edit'], section: 'limits' },
    maxConcurrentCalls: { kind: 'number', in: ['edit'], section: 'limits' },
    maxCallsPerSecond: { kind: 'number', in: ['edit'], section: 'limits' },
    maxRecordingMb: { kind: 'number', in: ['edit'], section: 'limits' },
    networkRules: { kind: 'boolean', in: ['edit'], section: 'access' },
    supervision: { kind: 'select', options: SUPERVISION, in: ['edit'], section: 'supervision' },
    recordingDefault: { kind: 'select', options: RECORDING_DEFAULTS, in: ['edit'], section: 'recordings' },
    recordingRetentionDays: { kind: 'number', in: ['create', 'edit'], section: 'recordings' },
    allowRecordingDelete: { kind: 'boolean', in: ['edit'], section: 'recordings' },
    recordingHold: { kind: 'boolean', in: ['edit'], section: 'recordings' },
    cdrRetentionDays: { kind: 'number', in: ['create', 'edit'], section: 'recordings' },
    brandName: { kind: 'text', in: ['create', 'edit'], section: 'branding' },
    brandColor: { kind: 'select', options: BRAND_COLORS, in: ['create', 'edit'], section: 'branding' },
    brandHost: { kind: 'text', in: ['create', 'edit'], section: 'branding' },
    statusSince: { kind: 'instant', in: ['list'] },
    suspendedAt: { kind: 'instant', in: ['list'] },
    terminatedAt: { kind: 'instant', in: ['list'] },
    childCount: { kind: 'number', in: ['list'] },
    callcenterCount: { kind: 'number', in: ['list'] },
    queueCount: { kind: 'number', in: ['list'] },
    userCount: { kind: 'number', in: ['list'] },
    subscriberCount: { kind: 'number', in: ['list'] },
    agentCount: { kind: 'number', in: ['list'] },
    updatedAt: { kind: 'instant', in: ['list'] },
  },
  titleField: 'name',
});

/** PNG or JPEG in base64, at most 256 kB, 32 to 2000 pixels per side. Empty removes it. Users of the customer cannot set its own logo. */
export const setCustomerLogo = route({
  method: 'PUT',
  path: '/customers/:id/logo',
  summary: 'Set or remove the logo that a customer’s users see in the console and on the sign-in page',
  tag: 'customer',
  access: ['update', 'customer'],
  params: z.object({ id: Id }),
  body: z.object({ image: z.base64().max(349_000) }),
  maxBodyBytes: 400_000,
  response: z.object({ logo: z.string().nullable() }),
  errors: ['not-found'],
});

export const customersImport = importOf(customers, CreateCustomer);
