// Validates destinations for storage: numbers in E.164, and rows of the same customer on the same PBX server.
import { sql } from 'kysely';
import { emergencyNumbers } from '@ringside/core/routing/emergency-numbers.ts';
import { nounOfDestination } from '@ringside/core/contract/nouns.ts';
import type { Destination } from '@ringside/core/contract/routing/destination.ts';
import { callableNumber } from '@ringside/core/base/phone.ts';
import { Refusal } from '../platform/caller/refusal.ts';
import type { Db } from '../platform/db/connect.ts';
import { dialledRows } from '../platform/db/rows/dialled-rows.ts';
import { lockName } from '../platform/db/lock-name.ts';
import { once } from '../platform/db/once.ts';

export interface Place {
  readonly customerId: string;
  readonly serverId: number;
}

/**
 * Returns a number such as `+442079460100`, as written in the customer's country. Unknown ranges are accepted, because carriers
 * open new ones. Throws `invalid` at `path`.
 */
export const e164Of = async (tx: Db, customerId: string, path: string, text: string): Promise<string> => {
  const { country } = await tx
    .selectFrom('customers')
    .select('country')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  const read = callableNumber(text, country || null);
  if (read === null) throw new Refusal('invalid', { errors: [{ path, code: 'e164' }] });
  return read.e164;
};

/** A row of another customer is treated as unknown. Throws `invalid` or `not-found` at `path`. */
export const destinationOf = async (
  tx: Db,
  { customerId, serverId }: Place,
  path: string,
  destination: Destination,
): Promise<Destination> => keptOf(tx, customerId, serverId, path, destination);

/** Like `destinationOf`, on any PBX server of the customer. */
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
  const table = nounOfDestination(kind)?.table;
  if (table === undefined) return { kind, id: null, number: '' };
  const { rows } = await sql<{ serverId: number }>`
    select server_id from ${sql.table(table)} where id = ${id} and customer_id = ${customerId}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Refusal('not-found', { errors: [{ path, code: 'unknown' }] });
  if (serverId !== null && row.serverId !== serverId)
    throw new Refusal('invalid', { errors: [{ path, code: 'other-server' }] });
  return { kind, id, number: '' };
};

/** Refuses short numbers that go out as dialed, including emergency numbers, because they cannot reach an extension. */
const refuseShortNumber = async (tx: Db, { customerId, serverId }: Place, extension: string): Promise<void> => {
  const short = await once(tx, `short numbers ${customerId} ${serverId}`, async () => {
    const { rows } = await sql<{ number: string }>`
      select jsonb_array_elements_text(short_numbers) as number from outbound_routes
      where server_id = ${serverId} and (customer_id is null or customer_id = ${customerId})`.execute(tx);
    const { country } = await tx
      .selectFrom('customers')
      .select('country')
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow();
    return new Set([...rows.map((row) => row.number), ...emergencyNumbers(country)]);
  });
  if (short.has(extension)) throw new Refusal('conflict', { errors: [{ path: 'extension', code: 'goes-out' }] });
};

/** Extensions are unique across several tables, so their check and their write need a lock. */
export const lockExtensions = (tx: Db, { customerId, serverId }: Place): Promise<unknown> =>
  lockName(tx, `extensions ${customerId} ${serverId}`);

/**
 * Throws `conflict` at `extension` if a line, queue, group or menu of the customer on this PBX server has it, or if a route sends it
 * outside.
 */
export const refuseTakenExtension = async (
  tx: Db,
  { customerId, serverId }: Place,
  extension: string | undefined,
  self: string,
): Promise<void> => {
  if (extension === undefined || extension === '') return;
  await lockExtensions(tx, { customerId, serverId });
  const { rows } = await sql<{ id: string }>`
    select id from ${dialledRows()} as taken
    where customer_id = ${customerId} and server_id = ${serverId} and extension = ${extension}`.execute(tx);
  // An existing extension that became a short number does not block other changes.
  if (!rows.some(({ id }) => id === self)) await refuseShortNumber(tx, { customerId, serverId }, extension);
  if (rows.some(({ id }) => id !== self))
    throw new Refusal('conflict', { errors: [{ path: 'extension', code: 'taken' }] });
};

/**
 * Same check for a new line. Extensions of other objects are read once per transaction, because imports create thousands of lines.
 * The database refuses duplicate lines (`subscribers_extension_key`).
 */
export const refuseExtensionOfNoLine = async (
  tx: Db,
  { customerId, serverId }: Place,
  extension: string,
): Promise<void> => {
  await refuseShortNumber(tx, { customerId, serverId }, extension);
  await lockExtensions(tx, { customerId, serverId });
  const taken = await once(tx, `extensions ${customerId} ${serverId}`, async () => {
    const { rows } = await sql<{ extension: string }>`
      select extension from ${dialledRows('extension')} as row where customer_id = ${customerId} and server_id = ${serverId}`.execute(
      tx,
    );
    return new Set(rows.map((row) => row.extension));
  });
  if (taken.has(extension)) throw new Refusal('conflict', { errors: [{ path: 'extension', code: 'taken' }] });
};
