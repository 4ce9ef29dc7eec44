// The transports of a PBX, as it told them last: what its lines may be bound to.
import type { PbxTransport } from '@ringside/core/base/line-transports.ts';
import type { ConfigLink } from '../ami/config-link.ts';
import type { Db } from '../db/connect.ts';

/** Null: it was never asked. */
export const readTransports = async (db: Db, serverId: number): Promise<readonly PbxTransport[] | null> => {
  const row = await db
    .selectFrom('provisioning')
    .select('transports')
    .where('serverId', '=', serverId)
    .executeTakeFirst();
  return row?.transports ?? null;
};

const textOf = (transports: readonly PbxTransport[]): string =>
  JSON.stringify(transports.map(({ name, kind }) => [name, kind]));

/** Asks the PBX and keeps what it tells; whether that is something else than before. */
export const learnTransports = async (db: Db, link: ConfigLink, serverId: number): Promise<boolean> => {
  const told = await link.transports();
  const before = await readTransports(db, serverId);
  if (before !== null && textOf(before) === textOf(told)) return false;
  await db
    .updateTable('provisioning')
    .set({ transports: JSON.stringify(told) })
    .where('serverId', '=', serverId)
    .execute();
  return true;
};
