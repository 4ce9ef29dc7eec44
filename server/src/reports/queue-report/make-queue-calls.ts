// The calls behind a figure, as their route answers.
import type { z } from 'zod';
import type { QueueCall, queueCalls } from '@ringside/core/contract/queue-calls.ts';
import { formatNumber } from '@ringside/core/format/phone.ts';
import type { Caller } from '../../http/context.ts';
import { readBehind } from './behind-queries.ts';
import { scopeOf } from './make-queue-report.ts';
import type { ReportDeps } from './make-queue-report.ts';

/** Throws `invalid` for a period that is empty or too long. */
export const makeQueueCalls = async (
  deps: ReportDeps,
  caller: Caller,
  query: z.output<(typeof queueCalls)['query']>,
) => {
  const { set, key, cell, waitBar, talkBar, order, page, perPage, groupBy, format: _format, ...rest } = query;
  const { headings: _headings, ...filters } = rest;
  const scope = await scopeOf(deps, caller, filters);
  const asked = { set, key, cell, waitBar, talkBar, order, groupBy };
  const { rows, total } = await readBehind(deps.db, caller, scope, asked, { page, perPage });
  const data = rows.map(({ at, callerNumber, ...row }): QueueCall => ({
    ...row,
    at: at.toISOString(),
    caller: formatNumber(callerNumber, deps.config.defaultCountry),
  }));
  return { data, meta: { page, perPage, total } };
};
