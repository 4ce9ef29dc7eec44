import type { FastifyInstance } from 'fastify';
import { can } from '@ringside/core/access/ability.ts';
import * as contract from '@ringside/core/contract/cdr.ts';
import type { Call, CallFilters } from '@ringside/core/contract/cdr.ts';
import { pricesOf } from '../../billing/cost-queries.ts';
import { seesCosts } from '../../billing/sees-costs.ts';
import { legsOf, staysOf } from '../../calls/queries.ts';
import { writeAudit } from '../../db/audit.ts';
import type { Caller } from '../../http/context.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { fileOf } from '../../http/export-rows.ts';
import { judged } from '../../sessions/judged.ts';
import { registerRoute } from '../../http/register.ts';
import { callMoney } from './call-money.ts';
import { callOf, formatOnce } from './call-of.ts';
import { moneyColumns } from './call-price.ts';
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
    const format = formatOnce();
    const prices = async (ids: readonly string[]) =>
      can(caller.abilities, 'read', 'billing') ? pricesOf(deps.db, ids, seesCosts(caller)) : new Map<string, never>();
    for (;;) {
      const rows: CallRow[] = await readCalls(deps.db, caller, filters, after, BATCH);
      const priced = await prices(rows.map((row) => row.id));
      yield rows.map((row) => {
        const call = callOf(row, deps.config.defaultCountry, format);
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
    const { cursor, perPage, format, headings, title, ...filters } = query;
    checkTimeZone(filters);
    if (format !== undefined && format !== 'json') {
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
        ...{ language: origin.language, title, timeZone: filters.timeZone, madeAt: deps.now() },
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
    const iso = (at: number): string => new Date(at).toISOString();
    return {
      ...toCall(row),
      ...(await callMoney(deps, caller, row)),
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
