import type { FastifyInstance } from 'fastify';
import { can } from '@ringside/core/access/ability.ts';
import * as contract from '@ringside/core/contract/billing/billing-report.ts';
import type { BillingFilters } from '@ringside/core/contract/billing/billing-report.ts';
import { dayOf } from '@ringside/core/reports/queue-today.ts';
import { addDays } from '@ringside/core/reports/report-period.ts';
import { writeAudit } from '../../platform/db/audit.ts';
import type { Db } from '../../platform/db/connect.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { billingFile } from './billing-file.ts';
import { makeReport } from './make-report.ts';
import { reportDb } from './queries.ts';
import type { Scope } from './queries.ts';

const LONGEST_DAYS = 400;
const DAY_MS = 86_400_000;

/** Defaults to a month: from the given start, or up to the given end. */
const scopeOf = (filters: BillingFilters, now: number): Scope => {
  const day = (bound: string): string => new Date(bound).toISOString().slice(0, 10);
  const month = (of: string): string => `${of.slice(0, 7)}-01`;
  const from = filters.from ?? month(filters.to === undefined ? dayOf(now, 'UTC') : addDays(day(filters.to), -1));
  const to = filters.to ?? month(addDays(month(day(from)), 31));
  const length = Date.parse(to) - Date.parse(from);
  if (length <= 0) throw new Refusal('invalid', { errors: [{ path: 'to', code: 'before-start' }] });
  if (length > LONGEST_DAYS * DAY_MS)
    throw new Refusal('invalid', { errors: [{ path: 'to', code: 'too-long-period', params: { days: LONGEST_DAYS } }] });
  return { ...filters, from, to };
};

export const registerBilling = (app: FastifyInstance, deps: { readonly db: Db; readonly now: () => number }): void => {
  registerRoute(app, contract.getBillingReport, async ({ caller, query, origin }) => {
    const { format, headings, title, timeZone, ...filters } = query;
    const scope = scopeOf(filters, deps.now());
    if (format === undefined || format === 'json') return makeReport(reportDb(deps.db, caller), caller, scope);
    if (!can(caller.abilities, 'export', 'billing') && !can(caller.abilities, 'export', 'report'))
      throw new Refusal('forbidden');
    await writeAudit(deps.db, caller, {
      customerId: caller.customerId,
      action: 'export',
      resource: 'billing',
      resourceId: null,
      resourceName: '',
      before: null,
      after: { report: 'billing', format, ...scope },
    });
    return billingFile(deps, caller, scope, format, {
      headings: headings?.split('\n') ?? [],
      ...{ language: origin.language, title, timeZone, madeAt: deps.now() },
    });
  });
};
