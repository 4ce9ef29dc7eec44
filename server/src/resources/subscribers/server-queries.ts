import type { Db } from '../../db/connect.ts';
import { serversFor } from '../../db/server-for.ts';
import type { Caller } from '../../http/context.ts';

/** For forms: where this caller may put a line. */
export const readServers = (db: Db, caller: Caller): ReturnType<typeof serversFor> => serversFor(db, caller);
