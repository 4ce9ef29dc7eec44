import type { FastifyInstance } from 'fastify';
import { can } from '@ringside/core/access/ability.ts';
import * as contract from '@ringside/core/contract/cdr.ts';
import type { Call, CallFilters } from '@ringside/core/contract/cdr.ts';
import type { OnwardLeg } from '@ringside/core/calls/onward-legs.ts';
import { formatNumber } from '@ringside/core/format/phone.ts';
import { directionOf } from '@ringside/core/format/direction-of.ts';
import { costsOf, pricesOf } from '../../billing/cost-queries.ts';
import { ratingsOf } from '../../billing/queries.ts';
import { seesCosts } from '../../billing/sees-costs.ts';
import { legsOf, staysOf } from '../../calls/queries.ts';
import { writeAudit } from '../../db/audit.ts';
import type { Caller } from '../../http/context.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { fileOf } from '../../http/export-rows.ts';
import { judged } from '../../sessions/judged.ts';
import { registerRoute } from '../../http/register.ts';
import { callOf } from './call-of.ts';
import { costOfCall, moneyColumns, priceOf } from './call-price.ts';
import { recordingsFor } from './recordings-for.ts';
import { positionText, readPosition } from './position.ts';
import { findCall, readCalls } from './queries.ts';
import type { CallRow, Position } from './queries.ts';

const checkTimeZone = ({ timeZone }: CallFilters): void => {
  if (timeZone === undefined) return;
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    throw new Refusal('invalid', { errors: [{ path: 'timeZone', code: 'unknown' }] });
  }
};

const BATCH = 1_000;

const columnsFor = (caller: Caller): readonly string[] => [
  ...contract.CALL_COLUMNS,
  ...(can(caller.abilities, 'read', 'billing') ? contract.CALL_PRICE_COLUMNS : []),
  ...(seesCosts(caller) ? contract.CALL_COST_COLUMNS : []),
];

export const registerCdr = (app: FastifyInstance, deps: Deps): void => {
  const toCall = (row: CallRow): Call => callOf(row, deps.config.defaultCountry);

  async function* batchesOf(caller: Caller, filters: CallFilters) {
    let after: Position | null = null;
    const prices = async (ids: readonly string[]) =>
      can(caller.abilities, 'read', 'billing') ? pricesOf(deps.db, ids, seesCosts(caller)) : new Map<string, never>();
    for (;;) {
      const rows: CallRow[] = await readCalls(deps.db, caller, filters, after, BATCH);
      const priced = await prices(rows.map((row) => row.id));
      yield rows.map((row) => {
        const call = toCall(row);
        const { number } = call.destination;
        const money = moneyColumns(priced.get(row.id));
        return { ...call, ...money, source: call.source.number, destination: number, queue: row.queue ?? '' };
      });
      const last = rows.at(-1);
      if (last === undefined || rows.length < BATCH) return;
      after = { startAt: last.startAt.toISOString(), id: last.id };
    }
  }

  registerRoute(app, contract.listCalls, async ({ caller, query, origin }) => {
    const { cursor, perPage, format, headings, ...filters } = query;
    checkTimeZone(filters);
    if (format === 'csv' || format === 'xlsx') {
      if (!can(caller.abilities, 'export', 'cdr')) throw new Refusal('forbidden');
      const who = judged(caller, 'export', 'cdr');
      const words = headings?.split('\n') ?? [];
      const columns = columnsFor(caller);
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
        batches: batchesOf(who, filters),
        fileName: `call-records-${new Date(deps.now()).toISOString().slice(0, 10)}`,
        rightToLeft: directionOf(origin.language) === 'rtl',
      });
    }
    // One more than the page, to know whether there is a next one.
    const rows = await readCalls(deps.db, caller, filters, readPosition(cursor), perPage + 1);
    const page = rows.slice(0, perPage);
    const last = page.at(-1);
    const next = rows.length > perPage && last !== undefined ? positionText(last) : null;
    return { data: page.map(toCall), meta: { perPage, next } };
  });

  registerRoute(app, contract.getCall, async ({ caller, params }) => {
    const row = await findCall(deps.db, caller, params.id);
    if (row === null) throw new Refusal('not-found');
    const [legs, stays] = await Promise.all([
      legsOf(deps.db, row.serverId, [row.linkedid]),
      staysOf(deps.db, row.serverId, [row.linkedid]),
    ]);
    const ratings = can(caller.abilities, 'read', 'billing') ? await ratingsOf(deps.db, row.id) : [];
    const costs = seesCosts(caller) ? await costsOf(deps.db, row.id) : [];
    const money = (leg: number) => {
      const rating = ratings.find((one) => one.leg === leg) ?? null;
      return { price: priceOf(rating), cost: costOfCall(costs.find((one) => one.leg === leg) ?? null, rating) };
    };
    const iso = (at: number): string => new Date(at).toISOString();
    return {
      ...toCall(row),
      ...money(0),
      onward: (row.onward === null ? [] : (JSON.parse(row.onward) as OnwardLeg[])).map((leg, n) => ({
        destination: formatNumber(leg.number, deps.config.defaultCountry),
        answerAt: iso(leg.answerAt),
        seconds: leg.seconds,
        ...money(n + 1),
      })),
      ...(await recordingsFor(deps, caller, row)),
      steps: legs.map((leg) => ({
        ...leg,
        startAt: iso(leg.startAt),
        answerAt: leg.answerAt === null ? null : iso(leg.answerAt),
        endAt: iso(leg.endAt),
      })),
      stays: (stays.get(row.linkedid) ?? []).map(({ queue, outcome, joinedAt, waitSeconds, agentName }) => ({
        ...{ queue, outcome, joinedAt: iso(joinedAt), waitSeconds, agent: agentName },
      })),
    };
  });
};
