import { keyed } from '../../locales/keyed.ts';
import { Alert } from '@mantine/core';
import {
  BILLING_COLUMNS,
  type BillingReport,
  getBillingReport,
  MARGIN_COLUMNS,
} from '@ringside/core/contract/billing/billing-report.ts';
import { dayOf } from '@ringside/core/reports/queue-today.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Receipt } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useUser } from '../../data/api/session.ts';
import { useCan } from '../../data/api/use-can.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { serverNow } from '../../data/base/clock.ts';
import { ExportMenu } from '../../data/list/ExportMenu.tsx';
import { ScheduleLink } from '../../data/list/ScheduleLink.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Parts } from '../../ui/page/PartBoundary.tsx';
import { Panel } from '../../ui/Panel.tsx';
import layout from '../../ui/report/Report.module.css';
import type { Days } from '../../ui/report/report-days.ts';
import { ReportState } from '../../ui/report/ReportState.tsx';
import { useAddress } from '../../ui/report/use-address.ts';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { type BillingSearch, daysOf, queryOf, readBillingSearch } from './billing-search.ts';
import { BillingFilters } from './BillingFilters.tsx';
import { CustomerTable, DestinationTable } from './BillingTables.tsx';
import { BillingTotals } from './BillingTotals.tsx';
import { UsageDays } from './UsageDays.tsx';
import { useMoney } from '../../ui/use-money.ts';

/** Shows amounts that are not part of the margin: calls with unknown cost, and costs in another currency than the price. */
function OtherCosts({ report }: { readonly report: BillingReport }) {
  const { t } = useTranslation('billing');
  const unknown = report.totals.reduce((sum, { margin }) => sum + (margin?.unknownCalls ?? 0), 0);
  const others = report.otherCosts ?? [];
  if (unknown === 0 && others.length === 0) return null;
  return (
    <Alert color="gray">
      {t('costUnknown', { count: unknown })}
      {others.map((other) => (
        <OtherCost key={other.currency} {...other} />
      ))}
    </Alert>
  );
}

function OtherCost({ currency, calls, cost }: NonNullable<BillingReport['otherCosts']>[number]) {
  const { t } = useTranslation('billing');
  const money = useMoney(currency);
  return <div>{t('costElsewhere', { count: calls, cost: `\u2068${money(cost)}\u2069` })}</div>;
}

export function BillingPage() {
  const { t } = useTranslation('billing');
  const can = useCan();
  const errorText = useErrorText();
  const { timezone } = useUser();
  const [search, change] = useAddress(readBillingSearch);
  const today = dayOf(serverNow(), timezone);
  const days = daysOf(search, today);
  const asked = queryOf(search, days);
  const query = useQuery({
    queryKey: ['billing', asked],
    queryFn: async ({ signal }) => {
      const report = await call(getBillingReport, { query: asked, signal });
      if (!('data' in report)) throw new TypeError('Expected a report, got a file');
      return report;
    },
    placeholderData: keepPreviousData,
  });
  usePageTitle(t('title'));
  // The server leaves out columns that the user may not see.
  const headings = [...BILLING_COLUMNS, ...MARGIN_COLUMNS].map((column) => keyed(t)(`columns.${column}`)).join('\n');
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          can('export', 'billing') || can('export', 'report') ? (
            <>
              <ScheduleLink report="billing" narrowed={asked} />
              <ExportMenu path={getBillingReport.path} query={() => ({ ...asked, headings })} />
            </>
          ) : null
        }
      />
      <div className={layout['page']} aria-busy={query.isFetching}>
        <BillingFilters search={search} days={days} today={today} rows={query.data?.data ?? []} onChange={change} />
        <ReportState
          query={query}
          errorText={errorText}
          failed={t('failed')}
          empty={({ data }) =>
            data.length === 0 ? (
              <EmptyState icon={Receipt} title={t('empty')}>
                {t('emptyHint')}
              </EmptyState>
            ) : null
          }
        >
          {(report) => <Figures report={report} days={days} search={search} />}
        </ReportState>
      </div>
    </>
  );
}

interface FiguresProps {
  readonly report: BillingReport;
  readonly days: Days;
  readonly search: BillingSearch;
}

function Figures({ report, days, search }: FiguresProps) {
  const { t } = useTranslation('billing');
  // With a single customer, the customer column is not needed.
  const alone = new Set(report.data.map((row) => row.customerId)).size === 1 && search.customer === undefined;
  const calls = { ...days, ...(search.direction === undefined ? {} : { direction: search.direction }) };
  return (
    <Parts>
      {report.waiting > 0 ? <Alert color="yellow">{t('waiting', { count: report.waiting })}</Alert> : null}
      {report.totals.map((totals) => (
        <BillingTotals key={totals.currency} totals={totals} several={report.totals.length > 1} />
      ))}
      <OtherCosts report={report} />
      <Panel title={t('byCustomer')} flush>
        <CustomerTable rows={report.data} calls={calls} several={!alone} />
      </Panel>
      {report.totals.map(({ currency }) => (
        <UsageDays
          key={currency}
          days={days}
          currency={currency}
          rows={report.days.filter((day) => day.currency === currency)}
        />
      ))}
      {report.groups.length > 0 ? (
        <Panel title={t('byDestination')} flush>
          <DestinationTable groups={report.groups} />
        </Panel>
      ) : null}
    </Parts>
  );
}
