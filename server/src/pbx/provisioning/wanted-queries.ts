// Reads the desired state of a PBX server from the database, grouped by tenant. Secrets are decrypted here and must go only into the PBX's
// files.
import { isAmong } from '@ringside/core/base/is-among.ts';
import { sql } from 'kysely';
import type { WantedPbx, WantedQueue, WantedSubscriber } from '@ringside/core/pbx/wanted.ts';
import type { CreditFallback } from '@ringside/core/pbx/credit-fallback.ts';
import { CODECS } from '@ringside/core/pbx/options/codecs.ts';
import type { Codec } from '@ringside/core/pbx/options/codecs.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Secrets } from '../../platform/db/secrets/secrets.ts';
import { byCustomer } from './by-customer.ts';
import { loadFlows, loadRoutes, loadTrunks } from './flow-queries.ts';
import { loadSoundResolver, musicOf } from './sound-resolver.ts';
import type { SoundResolver } from './sound-resolver.ts';
import { loadQueues } from './queue-queries.ts';
import { readTransports } from './learn-pbx.ts';

export interface Wanted {
  readonly pbx: WantedPbx;
  /** Customer id by tenant code. */
  readonly customers: ReadonlyMap<string, string>;
}

interface Tenant {
  readonly id: string;
  readonly code: string;
  /** Outbound calls are blocked. Inbound calls still work. */
  readonly suspended: boolean;
  readonly mostCalls: number | null;
  /** Resellers above the customer whose call limits also apply. */
  readonly mostAbove: readonly { readonly code: string; readonly most: number }[];
  readonly mostPerSecond: number | null;
  readonly credit?: CreditFallback;
  /** Recording policy of lines without their own. */
  readonly recordingDefault: string;
  /** The recording quota is used up, so no new recording starts. */
  readonly recordingFull: boolean;
}

/** Loads customers with objects on the PBX server. Skips terminated customers. */
const loadTenants = async (db: Db, serverId: number): Promise<readonly Tenant[]> => {
  const rows = await db
    .selectFrom('customers as c')
    .select(['c.id', 'c.code', 'c.status', 'c.recordingDefault', 'c.recordingFull'])
    .select('c.maxCallsPerSecond as mostPerSecond')
    .select(
      sql<number | null>`coalesce(c.max_concurrent_calls, plan_limit(c.id, 'maxConcurrentCalls'))`.as('mostCalls'),
    )
    .select(
      sql<
        Tenant['mostAbove']
      >`(select coalesce(json_agg(json_build_object('code', p.code, 'most', limit_of(p.id, 'calls'))
        order by a.depth), '[]') from customers_above(c.id) a join customers p on p.id = a.id
        where a.depth > 0 and limit_of(p.id, 'calls') is not null)`.as('mostAbove'),
    )
    .select(
      sql<boolean>`exists (select 1 from billing_accounts a
      where a.customer_id = c.id and a.outbound_blocked)`.as('outboundBlocked'),
    )
    .select(
      sql<boolean>`exists (select 1 from billing_accounts a
      where a.customer_id = c.id and a.billing_method = 'prepaid')`.as('prepaid'),
    )
    .select(sql<boolean>`refuses_beyond_included(c.id)`.as('refusesBeyondIncluded'))
    .where('c.status', '<>', 'terminated')
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('subscribers as s')
            .select('s.id')
            .whereRef('s.customerId', '=', 'c.id')
            .where('s.serverId', '=', serverId),
        ),
        eb.exists(
          eb
            .selectFrom('queues as q')
            .select('q.id')
            .whereRef('q.customerId', '=', 'c.id')
            .where('q.serverId', '=', serverId),
        ),
        eb.exists(
          eb
            .selectFrom('dids as d')
            .select('d.id')
            .whereRef('d.customerId', '=', 'c.id')
            .where('d.serverId', '=', serverId),
        ),
      ]),
    )
    .orderBy('c.code')
    .execute();
  return rows.map(({ status, outboundBlocked, prepaid, refusesBeyondIncluded, ...tenant }) => ({
    ...tenant,
    ...(prepaid ? { credit: 'closed' as const } : refusesBeyondIncluded ? { credit: 'open' as const } : {}),
    // The console refuses a prepaid customer's calls one by one, and allows them again right after a payment.
    suspended: status === 'suspended' || (outboundBlocked && !prepaid),
  }));
};

const isCodec = (name: string): name is Codec => isAmong(CODECS, name);
/** Policies that record automatically. With `on-demand`, users start recordings themselves. */
const RECORDED = ['inbound', 'outbound', 'local', 'all'] as const;
const recordingOf = (own: string, tenant: Tenant | undefined): WantedSubscriber['recording'] => {
  if (tenant?.recordingFull === true) return undefined;
  const policy = own === 'inherit' ? tenant?.recordingDefault : own;
  return RECORDED.find((each) => each === policy);
};
const orNull = (text: string): string | null => (text === '' ? null : text);

/** Returns the lines by customer. Locked lines are not on the PBX. */
const loadSubscribers = async (
  db: Db,
  secrets: Secrets,
  serverId: number,
  soundUrlOf: SoundResolver,
  tenants: ReadonlyMap<string, Tenant>,
): Promise<ReadonlyMap<string, readonly WantedSubscriber[]>> => {
  const rows = await db
    .selectFrom('subscribers')
    .selectAll()
    .where('serverId', '=', serverId)
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();
  return byCustomer(rows, (row) => ({
    id: row.id,
    extension: row.extension,
    displayName: row.name,
    secret: secrets.open(row.secret, `subscriber.secret:${row.id}`),
    codecs: row.codecs.filter(isCodec),
    webrtc: row.webrtc,
    transport: row.transport === 'auto' ? undefined : row.transport,
    mediaEncryption: row.mediaEncryption,
    callLimit: row.callLimit,
    dnd: row.dnd,
    ringSeconds: row.ringSeconds,
    forwarding: {
      always: orNull(row.forwardAlways),
      busy: orNull(row.forwardBusy),
      noAnswer: orNull(row.forwardNoAnswer),
      unregistered: orNull(row.forwardUnregistered),
      showsCaller: row.forwardShows === 'caller',
    },
    addresses: row.addresses,
    voicemail:
      row.voicemail && row.voicemailPin !== ''
        ? {
            pin: secrets.open(row.voicemailPin, `subscriber.voicemailPin:${row.id}`),
            email: row.voicemailEmail,
            attach: row.voicemailAttach,
            greeting: soundUrlOf(row.voicemailGreeting),
            busyGreeting: soundUrlOf(row.voicemailBusyGreeting),
            nameGreeting: soundUrlOf(row.voicemailNameGreeting),
          }
        : undefined,
    barring: row.barring,
    maxContacts: row.maxContacts,
    pickupGroup: row.pickupGroup,
    hideNumber: row.hideNumber,
    recording: recordingOf(row.recording, tenants.get(row.customerId)),
  }));
};

const unrecorded = (queue: WantedQueue): WantedQueue =>
  queue.options === undefined ? queue : { ...queue, options: { ...queue.options, recording: 'none' } };

/** Returns the URL of the console's API as this PBX reaches it, or `null` if not configured. */
const consoleAt = async (db: Db, serverId: number): Promise<string | null> => {
  const row = await db.selectFrom('endpoints').select('consoleUrl').where('id', '=', serverId).executeTakeFirst();
  return row === undefined || row.consoleUrl === '' ? null : `${row.consoleUrl.replace(/\/$/, '')}/api`;
};

/**
 * Reads the desired state. `soundsAt`: base URL of the console's sounds for a PBX server without its own, such as
 * `https://console.example.com/api`.
 */
export const readWanted = async (db: Db, secrets: Secrets, serverId: number, soundsAt: string): Promise<Wanted> => {
  const tenants = await loadTenants(db, serverId);
  const soundUrlOf = await loadSoundResolver(db, serverId, (await consoleAt(db, serverId)) ?? soundsAt);
  const subscribers = await loadSubscribers(db, secrets, serverId, soundUrlOf, new Map(tenants.map((t) => [t.id, t])));
  const queues = await loadQueues(db, serverId, soundUrlOf);
  const flowOf = await loadFlows(db, serverId, soundUrlOf);
  return {
    pbx: {
      transports: (await readTransports(db, serverId)) ?? [],
      trunks: await loadTrunks(db, secrets, serverId),
      routes: await loadRoutes(db, serverId),
      tenants: tenants.map(({ id, code, ...tenant }) => ({
        code,
        flow: flowOf({ id, ...tenant }),
        subscribers: subscribers.get(id) ?? [],
        queues: (queues.get(id) ?? []).map((queue) => (tenant.recordingFull ? unrecorded(queue) : queue)),
        music: musicOf(queues.get(id) ?? [], soundUrlOf),
      })),
    },
    customers: new Map(tenants.map(({ id, code }) => [code, id])),
  };
};
