import type { LineTransport } from '@ringside/core/base/line-transports.ts';
import type { Db } from '../../db/connect.ts';
import { serversFor } from '../../db/server-for.ts';
import type { Caller } from '../../http/context.ts';
import { reaches } from '../../http/reaches.ts';
import { readTransports } from './transport-queries.ts';

interface LineServer {
  readonly id: number;
  readonly name: string;
  readonly transports: LineTransport[] | null;
}

/** For forms: where this caller may put a line, of one customer when it is named; another's is nowhere. */
export const readServers = async (db: Db, caller: Caller, customerId?: string): Promise<readonly LineServer[]> => {
  if (customerId !== undefined && !reaches(caller, customerId)) return [];
  const servers = await serversFor(db, caller, customerId);
  const told = await readTransports(
    db,
    servers.map(({ id }) => id),
  );
  return servers.map(({ id, name }) => {
    const transports = told.get(id);
    return { id, name, transports: transports === undefined ? null : [...transports] };
  });
};
