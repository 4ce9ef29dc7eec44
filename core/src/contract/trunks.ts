// A trunk: the way from a PBX server to a carrier and back. The platform's, for every customer or for one.
import { z } from 'zod';
import { CODECS } from '../base/codecs.ts';
import { TRUNK_CALLER_IDS, TRUNK_FORMATS, TRUNK_MODES, TRUNK_TRANSPORTS } from '../base/call-flow.ts';
import { NetworkText } from './apikeys.ts';
import { Id, Instant, resource } from './resource.ts';
import { Country, pattern, text } from './text.ts';

const editable = {
  name: text(1, 64),
  enabled: z.boolean(),
  /** `registration`: the PBX signs in; `address`: the carrier knows its address. */
  mode: z.enum(TRUNK_MODES),
  transport: z.enum(TRUNK_TRANSPORTS),
  host: pattern('carrier-host', 182).min(1),
  port: z.number().int().min(1).max(65_535),
  username: pattern('sip-user', 64),
  /** Where its calls come from; empty: its host. */
  addresses: z.array(NetworkText).max(50),
  codecs: z.array(z.enum(CODECS)).min(1).max(CODECS.length),
  /** How the carrier wants numbers. */
  format: z.enum(TRUNK_FORMATS),
  techPrefix: pattern('digits-or-none', 10),
  /** What the carrier is told of who calls. */
  callerId: z.enum(TRUNK_CALLER_IDS),
  callerIdNumber: pattern('caller-number', 16),
  /** Calls out at once; 0: no limit. */
  maxCalls: z.number().int().min(0).max(10_000),
  /** The PBX asks every minute whether the carrier is there, and passes over a silent one. */
  qualify: z.boolean(),
  /** Whose national numbers the carrier may send; empty: always with country code. */
  country: z.union([z.literal(''), Country]),
};
/** Empty: as it is. */
const Secret = pattern('sip-secret', 64);

export const Trunk = z.object({
  id: Id,
  serverId: z.number().int(),
  serverName: z.string(),
  /** null: for every customer. */
  customerId: Id.nullable(),
  customerName: z.string().nullable(),
  /** Names it on the PBX, `PJSIP/trunk.<code>`; never changes. */
  code: z.string(),
  ...editable,
  addresses: z.array(z.string()),
  country: z.string(),
  hasSecret: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type Trunk = z.infer<typeof Trunk>;

export const CreateTrunk = z.object({
  serverId: z.number().int().min(1).max(2147483647),
  customerId: Id.nullable().default(null),
  code: pattern('slug', 31),
  name: editable.name,
  enabled: editable.enabled.default(true),
  mode: editable.mode.default('registration'),
  transport: editable.transport.default('udp'),
  host: editable.host,
  port: editable.port.default(5060),
  username: editable.username.default(''),
  secret: Secret.default(''),
  addresses: editable.addresses.default([]),
  codecs: editable.codecs.default(['alaw', 'ulaw']),
  format: editable.format.default('e164'),
  techPrefix: editable.techPrefix.default(''),
  callerId: editable.callerId.default('line'),
  callerIdNumber: editable.callerIdNumber.default(''),
  maxCalls: editable.maxCalls.default(0),
  qualify: editable.qualify.default(true),
  country: editable.country.default(''),
});
export const UpdateTrunk = z.object({ ...editable, secret: Secret }).partial();

export const trunks = resource({
  name: 'trunk',
  path: '/trunks',
  row: Trunk,
  create: CreateTrunk,
  update: UpdateTrunk,
  sortable: ['name', 'code', 'serverName', 'customerName', 'host', 'mode', 'enabled', 'createdAt', 'updatedAt'],
  defaultSort: 'name',
  searchable: ['name', 'code', 'host', 'username', 'callerIdNumber'],
  filters: ['serverId', 'customerId', 'enabled', 'mode', 'code'],
  fields: {
    name: { kind: 'text', in: ['list', 'create', 'edit'], section: 'trunk' },
    code: { kind: 'text', in: ['list', 'create'], section: 'trunk' },
    serverId: { kind: 'ref', resource: 'endpoints', in: ['create'], section: 'trunk' },
    serverName: { kind: 'text', in: ['list'] },
    customerId: { kind: 'ref', resource: 'customers', in: ['create'], section: 'trunk' },
    customerName: { kind: 'text', in: ['list'] },
    enabled: { kind: 'boolean', in: ['list', 'create', 'edit'], section: 'trunk' },
    mode: { kind: 'select', options: TRUNK_MODES, in: ['list', 'create', 'edit'], section: 'carrier' },
    host: { kind: 'text', in: ['list', 'create', 'edit'], section: 'carrier' },
    port: { kind: 'number', in: ['create', 'edit'], section: 'carrier' },
    transport: { kind: 'select', options: TRUNK_TRANSPORTS, in: ['create', 'edit'], section: 'carrier' },
    username: { kind: 'text', in: ['create', 'edit'], section: 'carrier' },
    secret: { kind: 'secret', in: ['create', 'edit'], section: 'carrier' },
    addresses: { kind: 'text', in: ['create', 'edit'], section: 'carrier' },
    qualify: { kind: 'boolean', in: ['create', 'edit'], section: 'carrier' },
    codecs: { kind: 'text', in: ['edit'], section: 'carrier' },
    format: { kind: 'select', options: TRUNK_FORMATS, in: ['create', 'edit'], section: 'numbers' },
    techPrefix: { kind: 'text', in: ['edit'], section: 'numbers' },
    country: { kind: 'country', in: ['create', 'edit'], section: 'numbers' },
    callerId: { kind: 'select', options: TRUNK_CALLER_IDS, in: ['create', 'edit'], section: 'numbers' },
    callerIdNumber: { kind: 'phone', in: ['list', 'create', 'edit'], section: 'numbers' },
    maxCalls: { kind: 'number', in: ['list', 'create', 'edit'], section: 'numbers' },
  },
  titleField: 'name',
});
