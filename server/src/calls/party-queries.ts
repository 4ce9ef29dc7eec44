// Reads the legs of a call as far as one of its customers may see them.
import { sql } from 'kysely';
import { callMarksOf } from '@ringside/core/asterisk/call-marks.ts';
import { callViews } from '@ringside/core/calls/call-parties.ts';
import type { CallOwnership } from '@ringside/core/calls/call-parties.ts';
import { firstOf } from '@ringside/core/calls/call-sides.ts';
import { deviceOfChannel, isLocal } from '@ringside/core/calls/channel-names.ts';
import type { Db } from '../platform/db/connect.ts';
import { legsOf, staysOf } from './queries.ts';
import type { ServerLeg } from './queries.ts';

interface CallRef {
  readonly serverId: number;
  readonly linkedid: string;
  readonly party: string;
}

const peerOf = (channel: string): string => {
  const device = deviceOfChannel(channel);
  return device.slice(device.indexOf('/') + 1);
};

/** Looks up owners only for names that occur in these legs. */
const ownershipIn = async (db: Db, serverId: number, legs: readonly ServerLeg[]): Promise<CallOwnership> => {
  const devices = legs.flatMap((leg) => [peerOf(leg.channel), peerOf(leg.destinationChannel)]);
  const marks = legs.flatMap((leg) => callMarksOf(leg.userField));
  const lines = marks.flatMap((mark) => ('line' in mark ? [mark.line] : []));
  const codes = [
    ...legs.flatMap((leg) => [leg.accountCode, leg.peerAccount, leg.recordingFile.split('/')[0] ?? '']),
    ...lines.map((line) => line.replace(/^@/, '')),
    ...marks.flatMap((mark) => (mark.kind === 'did' ? [mark.tenant] : [])),
  ];
  const queues = legs.flatMap((leg) => (leg.lastApplication === 'Queue' ? [leg.lastData.split(',')[0] ?? ''] : []));
  const lower = (names: readonly string[]): string[] => [...new Set(names.map((name) => name.toLowerCase()))];
  const { rows } = await sql<{ kind: string; name: string; customerId: string }>`
    select 'device' as kind, lower(c.code || '-' || s.extension) as name, c.id as customer_id
      from subscribers s join customers c on c.id = s.customer_id
      where s.server_id = ${serverId} and lower(c.code || '-' || s.extension) = any(${lower([...devices, ...lines])}::text[])
    union all select 'account', lower(code), id from customers where lower(code) = any(${lower(codes)}::text[])
    union all select 'queue', lower(name), customer_id from queues
      where server_id = ${serverId} and lower(name) = any(${lower(queues)}::text[])
    union all select kind, lower(name), customer_id from pbx_names
      where (server_id = ${serverId} or server_id is null) and customer_id is not null
        and lower(name) = any(${lower([...devices, ...lines, ...codes])}::text[])`.execute(db);
  const owners = new Map(rows.map(({ kind, name, customerId }) => [`${kind} ${name}`, customerId]));
  const of = (kind: string, name: string): string | null => owners.get(`${kind} ${name.toLowerCase()}`) ?? null;
  const ofDevice = (device: string): string | null => of('device', device.slice(device.indexOf('/') + 1));
  return {
    ofDevice,
    ofTenant: (code) => of('account', code),
    ofLeg: (leg) => of('account', leg.accountCode) ?? ofDevice(deviceOfChannel(leg.channel)),
    ofQueue: (queue) => of('queue', queue),
    isLine: (device) => ofDevice(device) !== null,
  };
};

const inOrder = (a: ServerLeg, b: ServerLeg): number => a.startAt - b.startAt || a.sequence - b.sequence;

/** Returns the visible legs and queue visits. Channels of another customer show only the public number. */
export const partyLegs = async (db: Db, { serverId, linkedid, party }: CallRef) => {
  const [stored, stays] = await Promise.all([legsOf(db, serverId, [linkedid]), staysOf(db, serverId, [linkedid])]);
  const legs = stored.toSorted(inOrder);
  const own = stays.get(linkedid) ?? [];
  const first = firstOf(legs);
  const devices = new Set(
    legs.flatMap((leg) => [leg.channel, leg.destinationChannel]).filter((channel) => !isLocal(channel)),
  );
  if (first === undefined || devices.size < 2) return { legs, stays: own };
  const views = callViews(legs, first, own, await ownershipIn(db, serverId, legs));
  const view = views.find(({ isOwn, customer }) => (party === '' ? isOwn : customer === party));
  const queues = new Set((view?.stays ?? []).map(({ queue }) => queue));
  return { legs: view?.legs ?? [], stays: own.filter(({ queue }) => queues.has(queue)) };
};
