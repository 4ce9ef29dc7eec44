import type { Db } from '../../db/connect.ts';
import { serversFor } from '../../db/server-for.ts';
import type { Caller } from '../../http/context.ts';
import { reaches } from '../../http/reaches.ts';

/** For forms: where this caller may put a line, of one customer when it is named; another's is nowhere. */
export const readServers = async (db: Db, caller: Caller, customerId?: string): ReturnType<typeof serversFor> =>
  customerId !== undefined && !reaches(caller, customerId) ? [] : serversFor(db, caller, customerId);
