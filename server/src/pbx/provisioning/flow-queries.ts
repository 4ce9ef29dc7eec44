// Reads the call flow of a PBX server from the database: all trunks and routes, and the objects of each customer.
import { sql } from 'kysely';
import type { CreditFallback } from '@ringside/core/pbx/credit-fallback.ts';
import { CODECS } from '@ringside/core/pbx/options/codecs.ts';
import {
  RING_STRATEGIES,
  TRUNK_CALLER_IDS,
  TRUNK_FORMATS,
  TRUNK_MODES,
  TRUNK_TRANSPORTS,
} from '@ringside/core/routing/call-flow.ts';
import { emergencyNumbers } from '@ringside/core/routing/emergency-numbers.ts';
import type { Destination } from '@ringside/core/contract/routing/destination.ts';
import { diallingOf } from '@ringside/core/base/dialling-of.ts';
import type {
  WantedDestination,
  WantedDialRule,
  WantedFlow,
  WantedHours,
  WantedMenu,
  WantedNumber,
  WantedGroup,
  WantedRoute,
  WantedTrunk,
} from '@ringside/core/pbx/wanted-flow.ts';
import { BINDS_LINE } from '../dial-rule-queries.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Secrets } from '../../platform/db/secrets/secrets.ts';
import type { SoundResolver } from './sound-resolver.ts';

/** Narrows a text value that a check constraint of the table already limits. */
const oneOf = <T extends string>(known: readonly T[], value: string): T => {
  const found = known.find((each) => each === value);
  if (found === undefined) throw new Error(`Expected one of ${known.join()}, got ${value}`);
  return found;
};
const orNull = (text: string): string | null => (text === '' ? null : text);

export const loadTrunks = async (db: Db, secrets: Secrets, serverId: number): Promise<readonly WantedTrunk[]> => {
  const rows = await db
    .selectFrom('trunks as t')
    .leftJoin('customers as c', 'c.id', 't.customerId')
    .selectAll('t')
    .select('c.code as tenant')
    .where('t.serverId', '=', serverId)
    .where('t.enabled', '=', true)
    .orderBy('t.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    tenant: row.tenant,
    code: row.code,
    mode: oneOf(TRUNK_MODES, row.mode),
    transport: oneOf(TRUNK_TRANSPORTS, row.transport),
    host: row.host,
    port: row.port,
    username: row.username,
    secret: row.secret === '' ? '' : secrets.open(row.secret, `trunk.secret:${row.id}`),
    addresses: row.addresses,
    codecs: row.codecs.map((codec) => oneOf(CODECS, codec)),
    format: oneOf(TRUNK_FORMATS, row.format),
    techPrefix: row.techPrefix,
    callerId: oneOf(TRUNK_CALLER_IDS, row.callerId),
    callerIdNumber: row.callerIdNumber,
    maxCalls: row.maxCalls,
    qualify: row.qualify,
    dialling: diallingOf(row.country),
  }));
};

export const loadRoutes = async (db: Db, serverId: number): Promise<readonly WantedRoute[]> => {
  const { rows } = await sql<WantedRoute>`
    select r.id, c.code as tenant, r.priority, r.prefixes, r.short_numbers,
      coalesce((select jsonb_agg(rt.trunk_id order by rt.position) from outbound_route_trunks rt
        where rt.route_id = r.id), '[]') as trunks
    from outbound_routes r left join customers c on c.id = r.customer_id
    where r.server_id = ${serverId} and r.enabled order by r.id`.execute(db);
  return rows;
};

/** Returns extensions by subscriber id. A locked line is not on the PBX, so a destination that leads to it hangs up. */
export const extensionsOn = async (db: Db, serverId: number): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('subscribers')
    .select(['id', 'extension'])
    .where('serverId', '=', serverId)
    .execute();
  return new Map(rows.map(({ id, extension }) => [id, extension]));
};

type ResolveDestination = (destination: Destination) => WantedDestination;

export const destinationResolver =
  (extensions: ReadonlyMap<string, string>): ResolveDestination =>
  ({ kind, id, number }) => {
    switch (kind) {
      case 'extension':
      case 'voicemail':
        return { kind, extension: extensions.get(id ?? '') ?? '' };
      case 'queue':
        return { kind, id: id ?? '' };
      case 'ringgroup':
        return { kind: 'group', id: id ?? '' };
      case 'ivr':
        return { kind, id: id ?? '' };
      case 'external':
        return { kind, number: number.replace('+', '') };
      case 'hangup':
        return { kind };
    }
  };

type Owned<T> = T & { readonly customerId: string };
const ofCustomer = <T>(rows: readonly Owned<T>[], customerId: string): readonly Owned<T>[] =>
  rows.filter((row) => row.customerId === customerId);

const loadNumbers = async (
  db: Db,
  serverId: number,
  resolve: ResolveDestination,
): Promise<readonly Owned<WantedNumber>[]> => {
  const rows = await db.selectFrom('dids').selectAll().where('serverId', '=', serverId).orderBy('number').execute();
  return rows.map(({ id, customerId, number, destination, hoursId, closedDestination }) => ({
    id,
    customerId,
    number: number.replace('+', ''),
    destination: resolve(destination),
    closed:
      hoursId === null || closedDestination === null
        ? null
        : { hours: hoursId, destination: resolve(closedDestination) },
  }));
};

const loadGroups = async (
  db: Db,
  serverId: number,
  resolve: ResolveDestination,
  extensions: ReadonlyMap<string, string>,
): Promise<readonly Owned<WantedGroup>[]> => {
  const rows = await db.selectFrom('ringGroups').selectAll().where('serverId', '=', serverId).orderBy('id').execute();
  const members = await db
    .selectFrom('ringGroupMembers as m')
    .innerJoin('ringGroups as g', 'g.id', 'm.groupId')
    .select(['m.groupId', 'm.subscriberId'])
    .where('g.serverId', '=', serverId)
    .orderBy('m.position')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    customerId: row.customerId,
    extension: orNull(row.extension),
    strategy: oneOf(RING_STRATEGIES, row.strategy),
    ringSeconds: row.ringSeconds,
    members: members.flatMap((m) => (m.groupId === row.id ? [extensions.get(m.subscriberId) ?? ''] : [])),
    fallback: resolve(row.fallback),
  }));
};

const loadMenus = async (
  db: Db,
  serverId: number,
  resolve: ResolveDestination,
  soundUrlOf: SoundResolver,
): Promise<readonly Owned<WantedMenu>[]> => {
  const rows = await db.selectFrom('ivrs').selectAll().where('serverId', '=', serverId).orderBy('id').execute();
  const keys = await db
    .selectFrom('ivrKeys as k')
    .innerJoin('ivrs as i', 'i.id', 'k.ivrId')
    .select(['k.ivrId', 'k.key', 'k.destination'])
    .where('i.serverId', '=', serverId)
    .orderBy('k.key')
    .execute();
  return rows.map(({ extension, fallback, ...row }) => ({
    ...row,
    prompt: soundUrlOf(row.prompt),
    invalidPrompt: soundUrlOf(row.invalidPrompt),
    extension: orNull(extension),
    keys: keys.flatMap(({ ivrId, key, destination }) =>
      ivrId === row.id ? [{ key, destination: resolve(destination) }] : [],
    ),
    fallback: resolve(fallback),
  }));
};

/** Loads the business hours that a number of this PBX server or the call center of a queue uses. */
const loadHours = async (db: Db, serverId: number): Promise<readonly Owned<WantedHours>[]> => {
  const rows = await db
    .selectFrom('hours as h')
    .selectAll('h')
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('dids as d')
            .select('d.id')
            .whereRef('d.hoursId', '=', 'h.id')
            .where('d.serverId', '=', serverId),
        ),
        eb.exists(
          eb
            .selectFrom('queues as q')
            .innerJoin('callcenters as c', 'c.id', 'q.callcenterId')
            .select('q.id')
            .whereRef('c.hoursId', '=', 'h.id')
            .where('q.serverId', '=', serverId)
            .where('q.managed', '=', true),
        ),
      ]),
    )
    .orderBy('h.id')
    .execute();
  return rows.map(({ id, customerId, timezone, override, intervals, holidays }) => ({
    id,
    customerId,
    timezone,
    override: oneOf(['auto', 'open', 'closed'], override),
    intervals,
    holidays: holidays.map(({ date }) => date),
  }));
};

/** Loads the access rules that currently apply to each customer's lines on the PBX server. */
const loadDialRules = async (db: Db, serverId: number): Promise<readonly Owned<WantedDialRule>[]> => {
  const { rows } = await sql<Owned<WantedDialRule>>`
    select s.customer_id, r.effect, r.prefixes,
      case when r.subject_type in ('everyone', 'customer') then null else jsonb_agg(s.extension order by s.extension) end as extensions
    from acl_rules r
    join subscribers s on s.server_id = ${serverId}
    left join users u on u.id = s.user_id
    where ${BINDS_LINE}
    group by s.customer_id, r.id order by s.customer_id, r.priority, r.id`.execute(db);
  return rows;
};

/** Loads the caller ID candidates of each line: its own number, then the number of the call center of its first queue by name. */
const loadShown = async (db: Db, serverId: number) => {
  const { rows } = await sql<Owned<{ readonly extension: string; readonly numbers: readonly string[] }>>`
    select s.customer_id, s.extension, array_remove(array[s.caller_id_number, of.number], '') as numbers
    from subscribers s
    left join lateral (select c.outbound_number as number from queue_members m join queues q on q.id = m.queue_id
      join callcenters c on c.id = q.callcenter_id
      where m.subscriber_id = s.id and c.outbound_number <> '' order by q.name, q.id limit 1) as of on true
    where s.server_id = ${serverId} and (s.caller_id_number <> '' or of.number is not null)
    order by s.id`.execute(db);
  return rows.map((row) => ({ ...row, numbers: row.numbers.filter((each) => each !== null) }));
};

/** Loads the lines with their own caller ID for emergency calls. */
const loadEmergencyIds = async (db: Db, serverId: number) =>
  db
    .selectFrom('subscribers')
    .select(['customerId', 'extension', 'emergencyCallerId as number'])
    .where('serverId', '=', serverId)
    .where('emergencyCallerId', '<>', '')
    .orderBy('id')
    .execute();

/** A rule that matches no number, for lines without outbound calls: every other number is denied. */
const NOWHERE: WantedDialRule = { effect: 'allow', prefixes: [], extensions: null };

type FlowOf = (customer: {
  readonly id: string;
  readonly suspended: boolean;
  readonly mostCalls: number | null;
  readonly mostAbove: readonly { readonly code: string; readonly most: number }[];
  readonly mostPerSecond: number | null;
  readonly credit?: CreditFallback;
}) => WantedFlow;

export const loadFlows = async (db: Db, serverId: number, soundUrlOf: SoundResolver): Promise<FlowOf> => {
  const extensions = await extensionsOn(db, serverId);
  const resolve = destinationResolver(extensions);
  const numbers = await loadNumbers(db, serverId, resolve);
  const groups = await loadGroups(db, serverId, resolve, extensions);
  const menus = await loadMenus(db, serverId, resolve, soundUrlOf);
  const hours = await loadHours(db, serverId);
  const rules = await loadDialRules(db, serverId);
  const customers = await db
    .selectFrom('customers')
    .select(['id', 'country', 'defaultAreaCode', 'emergencyCallerId'])
    .execute();
  const homes = new Map(customers.map((home) => [home.id, home]));
  const shown = await loadShown(db, serverId);
  const emergencyIds = await loadEmergencyIds(db, serverId);
  // Numbers on any PBX server.
  const allNumbers = await db.selectFrom('dids').select(['customerId', 'number']).execute();
  const pbx = await db.selectFrom('endpoints').select('maxCalls').where('id', '=', serverId).executeTakeFirst();
  const mostOnPbx = pbx?.maxCalls ?? null;
  return ({ id, suspended, mostCalls, mostAbove, mostPerSecond, credit }) => {
    const own = ofCustomer(numbers, id);
    const digits = new Set(own.map(({ number }) => number));
    const everywhere = new Set(ofCustomer(allNumbers, id).map(({ number }) => number));
    const home = homes.get(id);
    return {
      dialling: diallingOf(home?.country ?? ''),
      emergency: {
        numbers: emergencyNumbers(home?.country ?? ''),
        callerIdNumber: home !== undefined && everywhere.has(home.emergencyCallerId) ? home.emergencyCallerId : '',
        lines: ofCustomer(emergencyIds, id).filter(({ number }) => everywhere.has(number)),
      },
      areaCode: home?.defaultAreaCode ?? '',
      ...(mostCalls === null ? {} : { mostCalls }),
      ...(mostAbove.length === 0 ? {} : { mostAbove }),
      ...(mostOnPbx === null ? {} : { mostOnPbx }),
      ...(mostPerSecond === null ? {} : { mostPerSecond }),
      ...(credit === undefined ? {} : { credit }),
      callerIdNumber: own[0] === undefined ? '' : `+${own[0].number}`,
      // A line must not show a number of another customer. It then shows its call center's or the customer's number.
      lineNumbers: ofCustomer(shown, id).flatMap(({ extension, numbers: wanted }) => {
        const number = wanted.find((each) => digits.has(each.replace('+', '')));
        return number === undefined ? [] : [{ extension, number }];
      }),
      dialRules: suspended ? [NOWHERE] : ofCustomer(rules, id),
      numbers: own,
      groups: ofCustomer(groups, id),
      hours: ofCustomer(hours, id),
      menus: ofCustomer(menus, id),
    };
  };
};
