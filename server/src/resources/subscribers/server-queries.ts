import type { Db } from '../../db/connect.ts';
import { serversFor } from '../../db/server-for.ts';
import type { Caller } from '../../http/context.ts';
import { Refusal } from '../../http/errors.ts';
import { reaches } from '../../http/reaches.ts';

/** For forms: where this caller may put a line, of one customer when it is named. */
export const readServers = (db: Db, caller: Caller, customerId?: string): ReturnType<typeof serversFor> => {
  if (customerId !== undefined && !reaches(caller, customerId)) throw new Refusal('not-found');
  return serversFor(db, caller, customerId);
};
