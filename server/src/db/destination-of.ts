// A destination as it is kept: its number in E.164, its row one of the same customer on the same PBX.
import { sql } from 'kysely';
import type { Destination, DestinationKind } from '@ringside/core/contract/destination.ts';
import { formatNumber } from '@ringside/core/format/phone.ts';
import { Refusal } from '../http/errors.ts';
import type { Db } from './connect.ts';
import { once } from './once.ts';

export interface Place {
  readonly customerId: string;
  readonly serverId: number;
}

const TABLES: Readonly<Partial<Record<DestinationKind, string>>> = {
  extension: 'subscribers',
  voicemail: 'subscribers',
  queue: 'queues',
  ringgroup: 'ring_groups',
  ivr: 'ivrs',
};

/** `+442079460100`, of a number as people of the customer's country write it. Throws `invalid` at `path`. */
export const e164Of = async (tx: Db, customerId: string, path: string, text: string): Promise<string> => {
  const { country } = await tx
    .selectFrom('customers')
    .select('country')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  const read = formatNumber(text, country || null);
  if (read.country === null) throw new Refusal('invalid', { errors: [{ path, code: 'e164' }] });
  return `+${read.number.replace(/[^0-9]/g, '')}`;
};

/** Another customer's row answers as an unknown one does. Throws `invalid` or `not-found` at `path`. */
export const destinationOf = async (
  tx: Db,
  { customerId, serverId }: Place,
  path: string,
  destination: Destination,
): Promise<Destination> => keptOf(tx, customerId, serverId, path, destination);

/** The same on whichever PBX of the customer. */
export const anywhereOf = (tx: Db, customerId: string, path: string, destination: Destination): Promise<Destination> =>
  keptOf(tx, customerId, null, path, destination);

const keptOf = async (
  tx: Db,
  customerId: string,
  serverId: number | null,
  path: string,
  { kind, id, number }: Destination,
): Promise<Destination> => {
  if (kind === 'external') return { kind, id: null, number: await e164Of(tx, customerId, path, number) };
  const table = TABLES[kind];
  if (table === undefined) return { kind, id: null, number: '' };
  const { rows } = await sql<{ serverId: number }>`
    select server_id from ${sql.table(table)} where id = ${id} and customer_id = ${customerId}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Refusal('not-found', { errors: [{ path, code: 'unknown' }] });
  if (serverId !== null && row.serverId !== serverId)
    throw new Refusal('invalid', { errors: [{ path, code: 'other-server' }] });
  return { kind, id, number: '' };
};

/** Numbers that go out of the PBX as they are dialled, those of emergency among them: no extension is reached by one. */
const refuseShortNumber = async (tx: Db, { customerId, serverId }: Place, extension: string): Promise<void> => {
  const short = await once(tx, `short numbers ${customerId} ${serverId}`, async () => {
    const { rows } = await sql<{ number: string }>`
      select jsonb_array_elements_text(short_numbers) as number from outbound_routes
      where server_id = ${serverId} and (customer_id is null or customer_id = ${customerId})`.execute(tx);
    return new Set(rows.map((row) => row.number));
  });
  if (short.has(extension)) throw new Refusal('conflict', { errors: [{ path: 'extension', code: 'goes-out' }] });
};

/**
 * Whether a line, queue, group or menu of the customer on this PBX has the extension, or a route takes it outside: throws
 * `conflict` at `extension`.
 */
export const refuseTakenExtension = async (
  tx: Db,
  { customerId, serverId }: Place,
  extension: string | undefined,
  self: string,
): Promise<void> => {
  if (extension === undefined || extension === '') return;
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, extension, customer_id, server_id from subscribers
      union all select id, extension, customer_id, server_id from ring_groups
      union all select id, extension, customer_id, server_id from ivrs
      union all select id, extension, customer_id, server_id from queues
    ) as taken
    where customer_id = ${customerId} and server_id = ${serverId} and extension = ${extension}`.execute(tx);
  // What had it before it went out is no reason to refuse another change.
  if (!rows.some(({ id }) => id === self)) await refuseShortNumber(tx, { customerId, serverId }, extension);
  if (rows.some(({ id }) => id !== self))
    throw new Refusal('conflict', { errors: [{ path: 'extension', code: 'taken' }] });
};

/**
 * The same of a new line. What no line is has its number asked for once in a transaction, as an import of thousands makes lines
 * alone; that two lines have one is the database's to refuse (`subscribers_extension_key`).
 */
export const refuseExtensionOfNoLine = async (
  tx: Db,
  { customerId, serverId }: Place,
  extension: string,
): Promise<void> => {
  await refuseShortNumber(tx, { customerId, serverId }, extension);
  const taken = await once(tx, `extensions ${customerId} ${serverId}`, async () => {
    const { rows } = await sql<{ extension: string }>`
      select extension from (
        select extension, customer_id, server_id from ring_groups
        union all select extension, customer_id, server_id from ivrs
        union all select extension, customer_id, server_id from queues
      ) as row where customer_id = ${customerId} and server_id = ${serverId}`.execute(tx);
    return new Set(rows.map((row) => row.extension));
  });
  if (taken.has(extension)) throw new Refusal('conflict', { errors: [{ path: 'extension', code: 'taken' }] });
};
