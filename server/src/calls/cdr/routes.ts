import type { FastifyInstance } from 'fastify';
import { can } from '@ringside/core/access/ability.ts';
import * as contract from '@ringside/core/contract/calls/cdr.ts';
import type { Call, CallFilters } from '@ringside/core/contract/calls/cdr.ts';
import { publicNumberOf } from '@ringside/core/calls/channel-names.ts';
import { partyLegs } from '../party-queries.ts';
import { writeAudit } from '../../platform/db/audit.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Sounds } from '../recordings/sounds.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { ownerOf } from '../../platform/documents/document-pool.ts';
import { fileOf } from '../../platform/documents/export-rows.ts';
import { effectiveCaller } from '../../platform/sessions/effective-caller.ts';
import { registerRoute } from '../../platform/http/register.ts';
import type { CallPrices } from '../call-prices.ts';
import { callBatches, callColumns } from './call-file.ts';
import { callOf } from './call-of.ts';
import { recordingsFor } from './recordings-for.ts';
import { positionText, readPosition } from './position.ts';
import { findCall, readCalls } from './queries.ts';
import type { CallRow } from './queries.ts';

interface Services {
  readonly config: Config;
  readonly db: Db;
  readonly sounds: Sounds;
  readonly prices: CallPrices;
  readonly now: () => number;
}

const checkTimeZone = ({ timeZone }: CallFilters): void => {
  if (timeZone === undefined) return;
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    throw new Refusal('invalid', { errors: [{ path: 'timeZone', code: 'unknown' }] });
  }
};

export const registerCdr = (app: FastifyInstance, deps: Services): void => {
  const toCall = (row: CallRow): Call => callOf(row, deps.config.defaultCountry);

  registerRoute(app, contract.listCalls, async ({ caller, query, origin }) => {
    const { cursor, perPage, format, headings, title, ...filters } = query;
    checkTimeZone(filters);
    if (format !== undefined && format !== 'json') {
      if (!can(caller.abilities, 'export', 'cdr')) throw new Refusal('forbidden');
      const who = effectiveCaller(caller, 'export', 'cdr');
      const words = headings?.split('\n') ?? [];
      const columns = callColumns(deps.prices, caller);
      await writeAudit(deps.db, caller, {
        customerId: caller.customerId,
        action: 'export',
        resource: 'cdr',
        resourceId: null,
        resourceName: '',
        before: null,
        after: { format, ...filters },
      });
      return fileOf(format, {
        columns,
        headings: columns.map((column, i) => words[i] || column),
        batches: callBatches(deps, who, filters),
        fileName: `call-records-${new Date(deps.now()).toISOString().slice(0, 10)}`,
        ...{ language: origin.language, title, timeZone: filters.timeZone, madeAt: deps.now(), owner: ownerOf(caller) },
      });
    }
    // Reads one row more than the page to detect a next page.
    const rows = await readCalls(deps.db, caller, filters, readPosition(cursor), perPage + 1);
    const page = rows.slice(0, perPage);
    const last = page.at(-1);
    const next = rows.length > perPage && last !== undefined ? positionText(last) : null;
    return { data: page.map(toCall), meta: { perPage, next } };
  });

  registerRoute(app, contract.getCall, async ({ caller, params }) => {
    const row = await findCall(deps.db, caller, params.id);
    if (row === null) throw new Refusal('not-found');
    const { legs, stays } = await partyLegs(deps.db, row);
    const iso = (at: number): string => new Date(at).toISOString();
    return {
      ...toCall(row),
      ...(await deps.prices.ofCall(caller, row)),
      ...(await recordingsFor(deps, caller, row)),
      steps: legs.map((leg) => ({
        ...leg,
        channel: publicNumberOf(leg.channel) ?? leg.channel,
        destinationChannel: publicNumberOf(leg.destinationChannel) ?? leg.destinationChannel,
        startAt: iso(leg.startAt),
        answerAt: leg.answerAt === null ? null : iso(leg.answerAt),
        endAt: iso(leg.endAt),
      })),
      stays: stays.map(({ queue, outcome, joinedAt, waitSeconds, agentName }) => ({
        ...{ queue, outcome, joinedAt: iso(joinedAt), waitSeconds, agent: agentName },
      })),
    };
  });
};
