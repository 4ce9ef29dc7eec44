import type { FastifyInstance } from 'fastify';
import { can } from '@ringside/core/access/ability.ts';
import * as contract from '@ringside/core/contract/billing.ts';
import type { BillingFilters, BillingRow } from '@ringside/core/contract/billing.ts';
import { dayOf } from '@ringside/core/metrics/queue-today.ts';
import { addDays } from '@ringside/core/metrics/report-period.ts';
import { writeAudit } from '../../db/audit.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { fileOf } from '../../http/export-rows.ts';
import { registerRoute } from '../../http/register.ts';
import { makeReport } from './make-report.ts';
import { reportDb } from './queries.ts';
import type { Scope } from './queries.ts';

const LONGEST_DAYS = 400;
const DAY_MS = 86_400_000;

/** A month from its first day, or the one that the given end is of. */
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

/** Seconds and calls that the plan's allowances have left. */
const leftOf = (allowances: BillingRow['allowances']) => {
  const left = (of: BillingRow['allowances'][number]['kind']): number =>
    allowances.reduce((sum, one) => (one.kind === of ? sum + one.left : sum), 0);
  return { allowanceLeft: left('minutes'), callsLeft: left('calls') };
};

const invoicedOf = (invoices: BillingRow['invoices']) => ({
  invoiceNumber: invoices.flatMap((one) => one.number ?? []).join(', '),
  invoiceStatus: [...new Set(invoices.map((one) => one.status))].join(', '),
});

export const registerBilling = (app: FastifyInstance, deps: Deps): void => {
  registerRoute(app, contract.billingReport, async ({ caller, query, origin }) => {
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
    const { data } = await makeReport(reportDb(deps.db, caller), caller, scope);
    const words = headings?.split('\n') ?? [];
    const withCosts = data.some((row) => row.margin !== undefined);
    const columns = [...contract.BILLING_COLUMNS, ...(withCosts ? contract.MARGIN_COLUMNS : [])];
    return fileOf(format, {
      columns,
      headings: words.length >= columns.length ? words.slice(0, columns.length) : columns,
      batches: (async function* () {
        yield data.map(({ margin, ...row }) => ({
          ...row,
          ...leftOf(row.allowances),
          ...invoicedOf(row.invoices),
          ...margin,
        }));
      })(),
      fileName: `billing-${scope.from.slice(0, 10)}-${scope.to.slice(0, 10)}`,
      ...{ language: origin.language, title, timeZone, madeAt: deps.now() },
    });
  });
};
