import type { FastifyInstance } from 'fastify';
import * as contract from '@ringside/core/contract/reports/report-view.ts';
import type { ReportView } from '@ringside/core/contract/reports/report-view.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import type { Db } from '../../platform/db/connect.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { addView, changeView, chooseView, dropView, listViews } from './queries.ts';

export const registerReportViews = (app: FastifyInstance, { db }: { readonly db: Db }): void => {
  const one = async (caller: Caller, id: string): Promise<ReportView> => {
    const [view] = await listViews(db, caller, id);
    if (view === undefined) throw new Refusal('not-found');
    return view;
  };
  registerRoute(app, contract.listReportViews, async ({ caller }) => ({ data: await listViews(db, caller) }));
  registerRoute(app, contract.saveReportView, async ({ caller, body }) => one(caller, await addView(db, caller, body)));
  registerRoute(app, contract.updateReportView, async ({ caller, params, body }) => {
    if (!(await changeView(db, caller, params.id, body))) throw new Refusal('not-found');
    return one(caller, params.id);
  });
  registerRoute(app, contract.deleteReportView, async ({ caller, params }) => {
    if (!(await dropView(db, caller, params.id))) throw new Refusal('not-found');
    return undefined;
  });
  registerRoute(app, contract.chooseReportView, async ({ caller, body: { report, viewId } }) => {
    if (viewId !== null && (await one(caller, viewId)).report !== report) throw new Refusal('not-found');
    await chooseView(db, caller, report, viewId);
    return undefined;
  });
};
