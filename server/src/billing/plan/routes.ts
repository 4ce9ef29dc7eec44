import type { FastifyInstance } from 'fastify';
import { LATER_TERMS } from '@ringside/core/contract/billing/plan-terms.ts';
import * as contract from '@ringside/core/contract/billing/plan.ts';
import { duplicatePlan } from '@ringside/core/contract/billing/plan-copies.ts';
import { quotePlan } from '@ringside/core/contract/billing/quotes.ts';
import * as carriers from '@ringside/core/contract/billing/plan-carriers.ts';
import * as rates from '@ringside/core/contract/billing/rates.ts';
import { digitsOf } from '@ringside/core/billing/rate-finder.ts';
import { chargingInbound } from '../cost-queries.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { Db } from '../../platform/db/connect.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { ownerOf } from '../../platform/documents/document-pool.ts';
import { fileOf } from '../../platform/documents/export-rows.ts';
import { registerResource } from '../../platform/http/register-resource.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { createRateImports } from './import-rates.ts';
import { bindCarrier, listCarriers, unbindCarrier } from './carrier-queries.ts';
import type { StoredCarrier } from './carrier-queries.ts';
import { planStore } from './queries.ts';
import type { PlanRow } from './queries.ts';
import { quoteOf } from './quote.ts';
import { addRate, candidateRates, changeRate, dropRate, listRates, readRates, toRate } from './rate-queries.ts';
import {
  assign,
  createVersion,
  listAssignments,
  listVersions,
  removeVersion,
  termsAt,
  updateVersion,
} from './version-queries.ts';
import type { StoredAssignment } from './version-queries.ts';

type PlanStore = ReturnType<typeof planStore>;

const toAssignment = (row: StoredAssignment) => ({
  ...row,
  validFrom: row.validFrom.toISOString(),
  validUntil: row.validUntil?.toISOString() ?? null,
});

const registerVersions = (
  app: FastifyInstance,
  { db, now }: { readonly db: Db; readonly now: () => number },
  store: Pick<PlanStore, 'get'>,
): void => {
  registerRoute(app, contract.listPlanVersions, async ({ caller, params }) => {
    const plan = await store.get(caller, params.id);
    return { data: await listVersions(db, plan.id, now()) };
  });
  registerRoute(app, contract.createPlanVersion, async ({ caller, params, body }) =>
    createVersion(db, caller, await store.get(caller, params.id), body, now()),
  );
  registerRoute(app, contract.updatePlanVersion, async ({ caller, params, body }) =>
    updateVersion(db, caller, await store.get(caller, params.id), params.number, body, now()),
  );
  registerRoute(app, contract.deletePlanVersion, async ({ caller, params }) => {
    await removeVersion(db, caller, await store.get(caller, params.id), params.number, now());
    return undefined;
  });
  registerRoute(app, contract.listPlanCustomers, async ({ caller, params }) => {
    const plan = await store.get(caller, params.id);
    return { data: (await listAssignments(db, plan.id)).map(toAssignment) };
  });
  registerRoute(app, contract.assignPlan, async ({ caller, params, body }) => {
    const plan = await store.get(caller, params.id);
    const from = new Date(body.validFrom ?? now());
    return toAssignment(await assign(db, caller, plan, body.customerId, from, newId()));
  });
  registerRoute(app, quotePlan, async ({ caller, params, body }) => {
    const plan = await store.get(caller, params.id);
    const at = body.answeredAt === undefined ? now() : Date.parse(body.answeredAt);
    const version = await termsAt(db, plan.id, at);
    const deck = body.direction === 'inbound' ? 'inbound' : 'outbound';
    const candidates = await candidateRates(db, plan.id, deck, digitsOf(body.number));
    const ratesInbound = (await chargingInbound(db, [plan.id])).size > 0;
    return quoteOf(version, plan.currency, candidates, body, at, ratesInbound);
  });
};

const termsOf = (row: PlanRow) => ({ ...LATER_TERMS, ...row.terms });

const registerCopies = (app: FastifyInstance, store: Pick<PlanStore, 'get' | 'create'>): void => {
  registerRoute(app, duplicatePlan, async ({ caller, params, body }) => {
    const plan = await store.get(caller, params.id);
    const { purpose, description, currency } = plan;
    const identity = { purpose, description, currency, name: body.name, status: 'draft' as const, ratesOf: params.id };
    const made = await store.create(caller, { ...termsOf(plan), ...identity });
    return {
      ...{ ...made, ...termsOf(made), validFrom: made.validFrom?.toISOString() ?? null },
      ...{ createdAt: made.createdAt.toISOString(), updatedAt: made.updatedAt.toISOString() },
    };
  });
};

const toCarrier = (row: StoredCarrier) => ({ ...row, createdAt: row.createdAt.toISOString() });

const registerCarriers = (app: FastifyInstance, { db }: { readonly db: Db }, store: Pick<PlanStore, 'get'>): void => {
  registerRoute(app, carriers.listPlanCarriers, async ({ caller, params }) => {
    const plan = await store.get(caller, params.id);
    return { data: (await listCarriers(db, plan.id)).map(toCarrier) };
  });
  registerRoute(app, carriers.bindPlanCarrier, async ({ caller, params, body }) =>
    toCarrier(await bindCarrier(db, caller, await store.get(caller, params.id), body)),
  );
  registerRoute(app, carriers.unbindPlanCarrier, async ({ caller, params }) => {
    await unbindCarrier(db, caller, await store.get(caller, params.id), params.carrierId);
    return undefined;
  });
};

const registerRates = (
  app: FastifyInstance,
  { db, now }: { readonly db: Db; readonly now: () => number },
  store: Pick<PlanStore, 'get' | 'note'>,
): void => {
  registerRoute(app, rates.listRates, async ({ caller, params, query }) => {
    const plan = await store.get(caller, params.id);
    const { rows, total } = await listRates(db, plan.id, query);
    return { data: rows.map(toRate), meta: { page: query.page, perPage: query.perPage, total } };
  });
  registerRoute(app, rates.createRate, async ({ caller, params, body }) =>
    toRate(await addRate(db, caller, await store.get(caller, params.id), body, new Date(now()))),
  );
  registerRoute(app, rates.updateRate, async ({ caller, params, body }) =>
    toRate(await changeRate(db, caller, await store.get(caller, params.id), params.rateId, body, new Date(now()))),
  );
  registerRoute(app, rates.deleteRate, async ({ caller, params }) => {
    await dropRate(db, caller, await store.get(caller, params.id), params.rateId, new Date(now()));
    return undefined;
  });
  registerRoute(app, rates.exportRates, async ({ caller, params, query }) => {
    const plan = await store.get(caller, params.id);
    const batches = async function* () {
      for await (const rows of readRates(db, plan.id, query.direction)) yield rows.map((row) => ({ ...toRate(row) }));
    };
    await store.note(caller, 'export-rates', { plan: plan.name, direction: query.direction });
    return fileOf('csv', {
      columns: rates.RATE_COLUMNS,
      headings: rates.RATE_COLUMNS,
      batches: batches(),
      fileName: `rates-${query.direction}`,
      ...{ language: 'en', owner: ownerOf(caller) },
    });
  });
};

const registerImport = (
  app: FastifyInstance,
  { db, now }: { readonly db: Db; readonly now: () => number },
  store: Pick<PlanStore, 'get'>,
): void => {
  const imports = createRateImports(db);
  // Streams the body. No other route accepts CSV.
  app.addContentTypeParser('text/csv', (request, payload, done) => {
    if (request.routeOptions.url?.endsWith(rates.importRates.path) === true) done(null, payload);
    else done(new Refusal('bad-request'));
  });
  registerRoute(app, rates.importRates, async ({ caller, params, query, body, origin }) => {
    const plan = await store.get(caller, params.id);
    const ended = await imports.run(caller, plan, body, {
      direction: query.direction,
      dryRun: query.dryRun === 'true',
      from: query.effectiveFrom === undefined ? null : new Date(query.effectiveFrom),
      now: new Date(now()),
      language: origin.language,
    });
    if (!ended.dryRun) await app.fileNews?.imported(caller, plan.name, ended.written, ended.wrongRows);
    return ended;
  });
  registerRoute(app, rates.getRateImport, async ({ caller, params }) => {
    const plan = await store.get(caller, params.id);
    return imports.of(plan.id);
  });
};

export const registerPlans = (app: FastifyInstance, deps: { readonly db: Db; readonly now: () => number }): void => {
  const store = planStore(deps.db);
  registerResource(app, contract.plans, store, {
    complete: termsOf,
  });
  registerVersions(app, deps, store);
  registerCopies(app, store);
  registerCarriers(app, deps, store);
  registerRates(app, deps, store);
  registerImport(app, deps, store);
};
