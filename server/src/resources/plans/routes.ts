import type { FastifyInstance } from 'fastify';
import { LATER_TERMS, type PlanTerms } from '@ringside/core/contract/plan-terms.ts';
import * as contract from '@ringside/core/contract/plans.ts';
import { duplicatePlan } from '@ringside/core/contract/plan-copies.ts';
import { quotePlan } from '@ringside/core/contract/quotes.ts';
import * as carriers from '@ringside/core/contract/plan-carriers.ts';
import * as rates from '@ringside/core/contract/rates.ts';
import { digitsOf } from '@ringside/core/rating/digits.ts';
import { chargingInbound } from '../../billing/cost-queries.ts';
import type { ResourceStore, StoredRow } from '../../db/resource-store.ts';
import { newId } from '../../db/new-id.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { fileOf } from '../../http/export-rows.ts';
import { registerResource } from '../../http/register-resource.ts';
import { registerRoute } from '../../http/register.ts';
import { createRateImports } from './import-rates.ts';
import { bindCarrier, listCarriers, unbindCarrier } from './carrier-queries.ts';
import type { StoredCarrier } from './carrier-queries.ts';
import { planStore } from './queries.ts';
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

const toAssignment = (row: StoredAssignment) => ({
  ...row,
  validFrom: row.validFrom.toISOString(),
  validUntil: row.validUntil?.toISOString() ?? null,
});

const registerVersions = (app: FastifyInstance, { db, now }: Deps, store: ResourceStore): void => {
  registerRoute(app, contract.listPlanVersions, async ({ caller, params }) => {
    const plan = await store.get(caller, params.id);
    return { data: await listVersions(db, String(plan.id), now()) };
  });
  registerRoute(app, contract.createPlanVersion, async ({ caller, params, body }) =>
    createVersion(db, caller, await store.get(caller, params.id), body, now()),
  );
  registerRoute(app, contract.updatePlanVersion, async ({ caller, params, body }) =>
    updateVersion(db, caller, await store.get(caller, params.id), params.number, body, now()),
  );
  registerRoute(app, contract.removePlanVersion, async ({ caller, params }) => {
    await removeVersion(db, caller, await store.get(caller, params.id), params.number, now());
    return undefined;
  });
  registerRoute(app, contract.listPlanCustomers, async ({ caller, params }) => {
    const plan = await store.get(caller, params.id);
    return { data: (await listAssignments(db, String(plan.id))).map(toAssignment) };
  });
  registerRoute(app, contract.assignPlan, async ({ caller, params, body }) => {
    const plan = await store.get(caller, params.id);
    const from = new Date(body.validFrom ?? now());
    return toAssignment(await assign(db, caller, plan, body.customerId, from, newId()));
  });
  registerRoute(app, quotePlan, async ({ caller, params, body }) => {
    const plan = await store.get(caller, params.id);
    const at = body.answeredAt === undefined ? now() : Date.parse(body.answeredAt);
    const version = await termsAt(db, String(plan.id), at);
    const deck = body.direction === 'inbound' ? 'inbound' : 'outbound';
    const candidates = await candidateRates(db, String(plan.id), deck, digitsOf(body.number));
    const ratesInbound = (await chargingInbound(db, [String(plan.id)])).size > 0;
    return quoteOf(version, String(plan['currency']), candidates, body, at, ratesInbound);
  });
};

const termsOf = (row: StoredRow) => ({ ...LATER_TERMS, ...(row['terms'] as PlanTerms) });

const registerCopies = (app: FastifyInstance, store: ResourceStore): void => {
  registerRoute(app, duplicatePlan, async ({ caller, params, body }) => {
    const plan = await store.get(caller, params.id);
    const { purpose, description, currency } = plan;
    const identity = { purpose, description, currency, name: body.name, status: 'draft', ratesOf: params.id };
    const made = await store.create(caller, { ...termsOf(plan), ...identity });
    const moment = (field: string): string | null => (made[field] as Date | null)?.toISOString() ?? null;
    return {
      ...{ ...made, ...termsOf(made), validFrom: moment('validFrom') },
      ...{ createdAt: moment('createdAt'), updatedAt: moment('updatedAt') },
    } as never;
  });
};

const toCarrier = (row: StoredCarrier) => ({ ...row, createdAt: row.createdAt.toISOString() });

const registerCarriers = (app: FastifyInstance, { db }: Deps, store: ResourceStore): void => {
  registerRoute(app, carriers.listPlanCarriers, async ({ caller, params }) => {
    const plan = await store.get(caller, params.id);
    return { data: (await listCarriers(db, String(plan.id))).map(toCarrier) };
  });
  registerRoute(app, carriers.bindPlanCarrier, async ({ caller, params, body }) =>
    toCarrier(await bindCarrier(db, caller, await store.get(caller, params.id), body)),
  );
  registerRoute(app, carriers.unbindPlanCarrier, async ({ caller, params }) => {
    await unbindCarrier(db, caller, await store.get(caller, params.id), params.carrierId);
    return undefined;
  });
};

const registerRates = (app: FastifyInstance, { db, now }: Deps, store: ResourceStore): void => {
  registerRoute(app, rates.listRates, async ({ caller, params, query }) => {
    const plan = await store.get(caller, params.id);
    const { rows, total } = await listRates(db, String(plan.id), query);
    return { data: rows.map(toRate), meta: { page: query.page, perPage: query.perPage, total } };
  });
  registerRoute(app, rates.createRate, async ({ caller, params, body }) =>
    toRate(await addRate(db, caller, await store.get(caller, params.id), body, new Date(now()))),
  );
  registerRoute(app, rates.updateRate, async ({ caller, params, body }) =>
    toRate(await changeRate(db, caller, await store.get(caller, params.id), params.rateId, body, new Date(now()))),
  );
  registerRoute(app, rates.removeRate, async ({ caller, params }) => {
    await dropRate(db, caller, await store.get(caller, params.id), params.rateId, new Date(now()));
    return undefined;
  });
  registerRoute(app, rates.exportRates, async ({ caller, params, query }) => {
    const plan = await store.get(caller, params.id);
    const batches = async function* () {
      for await (const rows of readRates(db, String(plan.id), query.direction))
        yield rows.map((row) => ({ ...toRate(row) }));
    };
    await store.note(caller, 'export-rates', { plan: plan['name'], direction: query.direction });
    return fileOf('csv', {
      columns: rates.RATE_COLUMNS,
      headings: rates.RATE_COLUMNS,
      batches: batches(),
      fileName: `rates-${query.direction}`,
      language: 'en',
    });
  });
};

const registerImport = (app: FastifyInstance, { db, now }: Deps, store: ResourceStore): void => {
  const imports = createRateImports(db);
  // The body is handed on as it comes in; no other route reads CSV.
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
    if (!ended.dryRun) app.fileNews?.imported(caller, String(plan['name']), ended.written, ended.wrongRows);
    return ended;
  });
  registerRoute(app, rates.rateImportProgress, async ({ caller, params }) => {
    const plan = await store.get(caller, params.id);
    return imports.of(String(plan.id));
  });
};

export const registerPlans = (app: FastifyInstance, deps: Deps): void => {
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
