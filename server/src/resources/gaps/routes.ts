import type { FastifyInstance } from 'fastify';
import { listGaps, MOST_GAPS } from '@ringside/core/contract/gaps.ts';
import type { Gap } from '@ringside/core/contract/gaps.ts';
import type { Deps } from '../../http/deps.ts';
import { registerRoute } from '../../http/register.ts';
import { readDifferingDays, readGaps } from '../../gaps/told-queries.ts';
import type { GapRow } from '../../gaps/told-queries.ts';

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

export const registerGaps = (app: FastifyInstance, { db }: Deps): void => {
  registerRoute(app, listGaps, async ({ caller, query }) => ({
    gaps: (await readGaps(db, caller, query, MOST_GAPS)).map(gapOf),
    days: await readDifferingDays(db, caller, query, MOST_GAPS),
  }));
};
