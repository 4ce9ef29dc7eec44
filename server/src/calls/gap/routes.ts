import type { FastifyInstance } from 'fastify';
import { listGaps, MOST_GAPS } from '@ringside/core/contract/calls/gap.ts';
import type { Gap } from '@ringside/core/contract/calls/gap.ts';
import type { Db } from '../../platform/db/connect.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { readDifferingDays, readGaps } from './report-queries.ts';
import type { GapRow } from './report-queries.ts';

const caughtUp = (at: Date | null, recovered: number): Gap['calls'] =>
  at === null ? null : { at: at.toISOString(), recovered };

const gapOf = (row: GapRow): Gap => ({
  id: row.id,
  serverId: row.serverId,
  serverName: row.serverName,
  from: row.from.toISOString(),
  to: row.to?.toISOString() ?? null,
  cause: row.cause,
  calls: caughtUp(row.callsCaughtUpAt, row.callsRecovered),
  queues: caughtUp(row.queuesCaughtUpAt, row.staysRecovered),
});

export const registerGaps = (app: FastifyInstance, { db }: { readonly db: Db }): void => {
  registerRoute(app, listGaps, async ({ caller, query }) => ({
    gaps: (await readGaps(db, caller, query, MOST_GAPS)).map(gapOf),
    days: await readDifferingDays(db, caller, query, MOST_GAPS),
  }));
};
