import { randomInt } from 'node:crypto';
import type { Mask } from '@ringside/core/access/masks.ts';
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { parseNetwork } from '@ringside/core/access/network.ts';
import type { Barring } from '@ringside/core/routing/call-flow.ts';
import { withChanges } from '@ringside/core/base/with-changes.ts';
import { subscribers } from '@ringside/core/contract/subscribers/subscriber.ts';
import { customerFor } from '../../platform/db/rows/customer-for.ts';
import { rowsRinging } from '../../platform/db/rows/dialled-rows.ts';
import type { Db } from '../../platform/db/connect.ts';
import { refuseExtensionOfNoLine, refuseTakenExtension } from '../../routing/destination-queries.ts';
import { refuseUnknownSounds } from '../../routing/known-sounds.ts';
import { newId } from '../../platform/db/new-id.ts';
import { once } from '../../platform/db/once.ts';
import { ownNumberOf } from '../../routing/own-number.ts';
import { raiseVersion } from '../../platform/db/rows/raise-version.ts';
import { refuseOverLimit } from '../../customers/limit-queries.ts';
import { createResourceStore } from '../../platform/db/rows/resource-store.ts';
import type { RowFrom } from '../../platform/db/rows/list-rows.ts';
import type { Secrets } from '../../platform/db/secrets/secrets.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { serverFor } from '../../pbx/placement-queries.ts';
import { forwardsOf } from './forward-queries.ts';
import type { ForwardingLine } from './forward-queries.ts';
import { refuseChangedWay, refuseTransport } from './transport-queries.ts';
import { markLines } from '../../pbx/provisioning/mark-changes.ts';

const SECRET_LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const SECRET_LENGTH = 24;

/** Returns about 139 bits of letters and digits without look-alikes, because users type it into phones. */
export const newSipSecret = (): string =>
  Array.from({ length: SECRET_LENGTH }, () => SECRET_LETTERS[randomInt(SECRET_LETTERS.length)]).join('');

/** Returns six digits, because users enter them on a phone. */
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
    .select(['s.ringSeconds', 's.mediaEncryption'])
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
    .select(['s.emergencyLocation', 's.emergencyCallerId'])
    .select(['s.search', 's.userId', 's.secretChangedAt', 's.createdAt', 's.updatedAt', 's.version'])
    .select(sql<string>`c.code || '-' || s.extension`.as('sipUsername'))
    .select(sql<string | null>`coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), u.username)`.as('userName'))
    .select(
      sql<string>`coalesce((select string_agg(r.name, ', ' order by r.name) from (
        select coalesce(nullif(q.label, ''), q.name) as name from queue_members m join queues q on q.id = m.queue_id
          where m.customer_id = s.customer_id and m.subscriber_id = s.id
        union all select ringing.name from ${rowsRinging(sql.ref('s.id'), 'queue')} as ringing) as r), '')`.as(
        'ringsIn',
      ),
    );

export type SubscriberRow = RowFrom<typeof select>;

type Greetings = Partial<
  Record<'voicemailGreeting' | 'voicemailBusyGreeting' | 'voicemailNameGreeting', string | undefined>
>;
const greetingsIn = ({ voicemailGreeting, voicemailBusyGreeting, voicemailNameGreeting }: Greetings): Greetings => ({
  voicemailGreeting,
  voicemailBusyGreeting,
  voicemailNameGreeting,
});

/** Converts single addresses to networks, as the PBX requires. */
const asNetworks = (addresses: readonly string[]): string[] => [
  ...new Set(
    addresses.map((address) => (address.includes('/') ? address : `${address}/${parseNetwork(address)?.width ?? 32}`)),
  ),
];

/** A user of another customer is treated as unknown. */
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

/** Returns the line with the changed values. */
const lineOf = (
  before: SubscriberRow,
  { barring, userId }: { readonly barring?: Barring | undefined; readonly userId?: string | null | undefined },
): ForwardingLine => withChanges<ForwardingLine>(before, { barring, userId });

/** Secrets of a new line. They are not readable from here afterwards. */
interface MadeSecrets {
  readonly secret: string;
  readonly pin: string;
}

const hasPin = async (tx: Db, id: string): Promise<boolean> => {
  const row = await tx.selectFrom('subscribers').select('voicemailPin').where('id', '=', id).executeTakeFirst();
  return row !== undefined && row.voicemailPin !== '';
};

/** Also searches users, whose search column contains the e-mail address. */
const foundByUser = (pattern: string, masks: readonly Mask[]): RawBuilder<SqlBool> =>
  masks.includes('contact')
    ? sql`row.user_id in (select u.id from users u
        where lower(u.username || E'\n' || u.firstname || ' ' || u.lastname) like ${pattern})`
    : sql`row.user_id in (select u.id from users u where u.search like ${pattern})`;

/** Returns the text for list searches: SIP user name, name and caller ID of the line. */
const searchText = (
  customerId: string,
  line: {
    readonly name?: string | undefined;
    readonly callerIdNumber?: string | undefined;
    readonly extension?: string;
  },
  before: Readonly<Record<string, unknown>> = {},
) => {
  const of = (field: 'extension' | 'name' | 'callerIdNumber'): string => line[field] ?? String(before[field]);
  return sql<string>`lower((select code from customers where id = ${customerId}::uuid) || '-' || ${of('extension')}::text
    || E'\n' || ${of('name')}::text || E'\n' || ${of('callerIdNumber')}::text)`;
};

/** `tell` receives the secrets of each new line. */
export const subscriberStore = (
  db: Db,
  secrets: Secrets,
  tell: (id: string, made: MadeSecrets) => void = () => undefined,
) =>
  createResourceStore(db, subscribers, {
    select,
    changed: markLines,
    scope: { customer: 'customerId', server: 'serverId', own: 'userId' },
    search: {
      searchColumn: 'search',
      exactFields: new Set(['extension', 'status']),
      narrow: (handle) =>
        handle
          .selectFrom('subscribers as s')
          .select(['s.id', 's.customerId', 's.serverId', 's.extension', 's.name', 's.status', 's.userId', 's.search'])
          .select(['s.webrtc', 's.transport', 's.dnd', 's.recording', 's.barring']),
      alsoFound: foundByUser,
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
      const emergencyCallerId = await ownNumberOf(tx, customer.id, 'emergencyCallerId', values.emergencyCallerId);
      await refuseExtensionOfNoLine(tx, { customerId: customer.id, serverId }, values.extension);
      const [secret, pin] = [newSipSecret(), newPin()];
      await tx
        .insertInto('subscribers')
        .values({
          ...values,
          ...forwards,
          emergencyCallerId,
          id,
          customerId: customer.id,
          serverId,
          search: searchText(customer.id, values),
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
      await checkUser(tx, before.customerId, values.userId);
      await refuseUnknownSounds(tx, before.customerId, greetingsIn(values));
      // A voicemail box without a PIN would be open to every caller.
      const id = before.id;
      const forwards = await forwardsOf(tx, lineOf(before, values), values, before);
      await refuseChangedWay(tx, before, values);
      const customerId = before.customerId;
      const shown = values.emergencyCallerId === before.emergencyCallerId ? undefined : values.emergencyCallerId;
      const needsPin = values.voicemail === true && !(await hasPin(tx, id));
      return raiseVersion(tx, subscribers, before, {
        ...values,
        ...forwards,
        emergencyCallerId: await ownNumberOf(tx, customerId, 'emergencyCallerId', shown),
        search: searchText(customerId, values, before),
        voicemailPin: needsPin ? secrets.seal(newPin(), pinBound(id)) : undefined,
        codecs: codecs === undefined ? undefined : JSON.stringify(codecs),
        addresses: addresses === undefined ? undefined : JSON.stringify(asNetworks(addresses)),
      });
    },
    restored: (tx, row) => refuseTakenExtension(tx, row, row.extension, row.id),
    remove: async (tx, _caller, before) => {
      await tx.deleteFrom('subscribers').where('id', '=', before.id).execute();
    },
  });

/** Returns the SIP password of a row that the caller may access. */
export const readSecret = async (db: Db, secrets: Secrets, row: { readonly id: string }): Promise<string> => {
  const { id } = row;
  const { secret } = await db
    .selectFrom('subscribers')
    .select('secret')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new Refusal('not-found'));
  return secrets.open(secret, secretBound(id));
};

/** Returns which of the extensions the customer already has on the server, in order. */
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
