import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { parseNetwork } from '@ringside/core/access/network.ts';
import type { Barring } from '@ringside/core/base/call-flow.ts';
import { subscribers } from '@ringside/core/contract/subscribers.ts';
import { customerFor } from '../../db/customer-for.ts';
import type { Db } from '../../db/connect.ts';
import { refuseExtensionOfNoLine } from '../../db/destination-of.ts';
import { refuseUnknownSounds } from '../../db/known-sounds.ts';
import { newId } from '../../db/new-id.ts';
import { once } from '../../db/once.ts';
import { raiseVersion } from '../../db/raise-version.ts';
import { refuseOverLimit } from '../../db/refuse-over-limit.ts';
import { createResourceStore } from '../../db/resource-store.ts';
import type { ResourceStore, StoredRow } from '../../db/resource-store.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Caller } from '../../http/context.ts';
import { Refusal } from '../../http/errors.ts';
import { serverFor } from '../../db/server-for.ts';
import { forwardsOf } from './forward-queries.ts';
import type { ForwardingLine } from './forward-queries.ts';
import { refuseTransport, wayOf } from './transport-queries.ts';

const SECRET_LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const SECRET_LENGTH = 24;

/** Letters and digits alone, none that look alike: people type it into phones. About 139 bits. */
export const newSipSecret = (): string =>
  Array.from({ length: SECRET_LENGTH }, () => SECRET_LETTERS[randomInt(SECRET_LETTERS.length)]).join('');

/** Six digits: people press them on a phone. */
export const newPin = (): string => String(randomInt(1_000_000)).padStart(6, '0');
export const pinBound = (id: string): string => `subscriber.voicemailPin:${id}`;

export const secretBound = (id: string): string => `subscriber.secret:${id}`;

const select = (db: Db) =>
  db
    .selectFrom('subscribers as s')
    .innerJoin('customers as c', 'c.id', 's.customerId')
    .innerJoin('endpoints as e', 'e.id', 's.serverId')
    .leftJoin('users as u', 'u.id', 's.userId')
    .select(['s.id', 's.customerId', 'c.name as customerName', 's.serverId', 'e.name as serverName', 'e.sipHost'])
    .select(['s.extension', 's.name', 's.status', 's.codecs', 's.webrtc', 's.transport', 's.callLimit'])
    .select('s.ringSeconds')
    .select(['s.callerIdNumber', 's.callerIdName', 's.forwardAlways', 's.forwardBusy', 's.forwardNoAnswer'])
    .select([
      's.forwardUnregistered',
      's.forwardShows',
      's.dnd',
      's.voicemail',
      's.voicemailEmail',
      's.voicemailAttach',
    ])
    .select([
      's.voicemailGreeting',
      's.voicemailBusyGreeting',
      's.voicemailNameGreeting',
      's.recording',
      's.addresses',
      's.barring',
      's.maxContacts',
      's.pickupGroup',
      's.hideNumber',
    ])
    .select('s.emergencyLocation')
    .select(['s.search', 's.userId', 's.secretChangedAt', 's.createdAt', 's.updatedAt', 's.version'])
    .select(sql<string>`c.code || '-' || s.extension`.as('sipUsername'))
    .select(sql<string | null>`coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), u.username)`.as('userName'))
    .select(
      sql<string>`coalesce((select string_agg(r.name, ', ' order by r.name) from (
        select coalesce(nullif(q.label, ''), q.name) as name from queue_members m join queues q on q.id = m.queue_id
          where m.customer_id = s.customer_id and m.subscriber_id = s.id
        union all select g.name from ring_group_members m join ring_groups g on g.id = m.group_id
          where m.subscriber_id = s.id) as r), '')`.as('ringsIn'),
    );

type Greetings = Partial<
  Record<'voicemailGreeting' | 'voicemailBusyGreeting' | 'voicemailNameGreeting', string | undefined>
>;
const greetingsIn = ({ voicemailGreeting, voicemailBusyGreeting, voicemailNameGreeting }: Greetings): Greetings => ({
  voicemailGreeting,
  voicemailBusyGreeting,
  voicemailNameGreeting,
});

/** The PBX wants networks: a lone address is the network of itself. */
const asNetworks = (addresses: readonly string[]): string[] => [
  ...new Set(
    addresses.map((address) => (address.includes('/') ? address : `${address}/${parseNetwork(address)?.width ?? 32}`)),
  ),
];

/** Another customer's user answers as an unknown one does. */
const checkUser = async (tx: Db, customerId: string, userId: string | null | undefined): Promise<void> => {
  if (userId === null || userId === undefined) return;
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('customerId', '=', customerId)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('not-found', { errors: [{ path: 'userId', code: 'unknown' }] });
};

/** As it will be. */
const lineOf = (
  before: StoredRow,
  { barring, userId }: { readonly barring?: Barring | undefined; readonly userId?: string | null | undefined },
): ForwardingLine => ({
  id: String(before.id),
  customerId: String(before['customerId']),
  serverId: Number(before['serverId']),
  extension: String(before['extension']),
  barring: barring ?? (before['barring'] as Barring),
  userId: userId === undefined ? (before['userId'] as string | null) : userId,
});

/** What a line is made with, and nobody reads from here again. */
export interface MadeSecrets {
  readonly secret: string;
  readonly pin: string;
}

const hasPin = async (tx: Db, id: string): Promise<boolean> => {
  const row = await tx.selectFrom('subscribers').select('voicemailPin').where('id', '=', id).executeTakeFirst();
  return row !== undefined && row.voicemailPin !== '';
};

/** `tell` is given the secrets of each new line: nothing else ever reads them from here. */
export const subscriberStore = (
  db: Db,
  secrets: Secrets,
  tell: (id: string, made: MadeSecrets) => void = () => undefined,
): ResourceStore =>
  createResourceStore(db, subscribers, {
    select,
    scope: { customer: 'customerId', server: 'serverId', own: 'userId' },
    search: {
      searchColumn: 'search',
      exactFields: new Set(['extension', 'status']),
      narrow: (handle) =>
        handle
          .selectFrom('subscribers as s')
          .select(['s.id', 's.customerId', 's.serverId', 's.extension', 's.name', 's.status', 's.userId', 's.search'])
          .select(['s.webrtc', 's.transport', 's.dnd', 's.recording', 's.barring']),
      alsoFound: (pattern) => sql`row.user_id in (select u.id from users u where u.search like ${pattern})`,
    },
    unique: { subscribers_extension_key: 'extension' },
    create: async (tx, caller, values) => {
      const customer = await once(tx, `customer ${values.customerId}`, () =>
        customerFor(tx, caller, values.customerId),
      );
      const serverId = await once(tx, `server ${customer.id} ${values.serverId}`, () =>
        serverFor(tx, caller, customer.id, values.serverId),
      );
      await checkUser(tx, customer.id, values.userId);
      await refuseUnknownSounds(tx, customer.id, greetingsIn(values));
      await refuseOverLimit(tx, 'subscribers', customer.id);
      const id = newId();
      const line = { ...values, id, customerId: customer.id, serverId };
      const forwards = await forwardsOf(tx, line, values);
      await refuseTransport(tx, serverId, values);
      await refuseExtensionOfNoLine(tx, { customerId: customer.id, serverId }, values.extension);
      const [secret, pin] = [newSipSecret(), newPin()];
      await tx
        .insertInto('subscribers')
        .values({
          ...values,
          ...forwards,
          id,
          customerId: customer.id,
          serverId,
          secret: secrets.seal(secret, secretBound(id)),
          voicemailPin: secrets.seal(pin, pinBound(id)),
          codecs: JSON.stringify(values.codecs),
          addresses: JSON.stringify(asNetworks(values.addresses)),
        })
        .execute();
      tell(id, { secret, pin });
      return id;
    },
    update: async (tx, _caller, before, { codecs, addresses, ...values }) => {
      await checkUser(tx, String(before['customerId']), values.userId);
      await refuseUnknownSounds(tx, String(before['customerId']), greetingsIn(values));
      // A box without a PIN would be open to whoever dials it.
      const id = String(before.id);
      const forwards = await forwardsOf(tx, lineOf(before, values), values, before);
      if (values.transport !== undefined || values.webrtc !== undefined) {
        await refuseTransport(tx, Number(before['serverId']), { ...wayOf(before), ...values });
      }
      const needsPin = values.voicemail === true && !(await hasPin(tx, id));
      return raiseVersion(tx, 'subscribers', before, {
        ...values,
        ...forwards,
        voicemailPin: needsPin ? secrets.seal(newPin(), pinBound(id)) : undefined,
        codecs: codecs === undefined ? undefined : JSON.stringify(codecs),
        addresses: addresses === undefined ? undefined : JSON.stringify(asNetworks(addresses)),
      });
    },
    remove: async (tx, _caller, before) => {
      await tx.deleteFrom('subscribers').where('id', '=', String(before.id)).execute();
    },
  });

/** The secret of a row that the caller was found to reach. */
export const readSecret = async (db: Db, secrets: Secrets, row: StoredRow): Promise<string> => {
  const id = String(row.id);
  const { secret } = await db
    .selectFrom('subscribers')
    .select('secret')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new Refusal('not-found'));
  return secrets.open(secret, secretBound(id));
};

/** Which of these extensions the customer has on the server already, in order. */
export const takenExtensions = async (
  db: Db,
  caller: Caller,
  place: { readonly customerId?: string | undefined; readonly serverId?: number | undefined },
  extensions: readonly string[],
): Promise<readonly string[]> => {
  const customer = await customerFor(db, caller, place.customerId);
  const serverId = await serverFor(db, caller, customer.id, place.serverId);
  const rows = await db
    .selectFrom('subscribers')
    .select('extension')
    .where('customerId', '=', customer.id)
    .where('serverId', '=', serverId)
    .where('extension', 'in', [...extensions])
    .orderBy('extension')
    .execute();
  return rows.map((row) => row.extension);
};
