import { Alert, Button } from '@mantine/core';
import { type BillingReport, billingReport } from '@ringside/core/contract/billing.ts';
import { dayOf } from '@ringside/core/metrics/queue-today.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Receipt, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useUser } from '../../api/session.ts';
import { useErrorText } from '../../api/use-error-text.ts';
import { serverNow } from '../../base/clock.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { BillingFilters } from './BillingFilters.tsx';
import classes from './BillingPage.module.css';
import { CustomerTable, DestinationTable } from './BillingTables.tsx';
import { BillingTotals } from './BillingTotals.tsx';
import { type BillingSearch, type Days, daysOf, queryOf, readBillingSearch } from './billing-search.ts';
import { ExportBilling } from './ExportBilling.tsx';
import { UsageDays } from './UsageDays.tsx';

export function BillingPage() {
  const { t } = useTranslation(['billing', 'common']);
  const errorText = useErrorText();
  const { timezone } = useUser();
  const search = readBillingSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = (next: Partial<Record<keyof BillingSearch, unknown>>): void =>
    void navigate({
      to: '.',
      search: ((before: Record<string, unknown>) => readBillingSearch({ ...before, ...next })) as never,
      replace: true,
      resetScroll: false,
    });
  const today = dayOf(serverNow(), timezone);
  const days = daysOf(search, today);
  const asked = queryOf(search, days);
  const query = useQuery({
    queryKey: ['billing', asked],
    queryFn: async ({ signal }) => {
      const report = await call(billingReport, { query: asked, signal });
      if (!('data' in report)) throw new TypeError('A file came instead of a report');
      return report;
    },
    placeholderData: keepPreviousData,
  });
  usePageTitle(t('title'));
  const report = query.data;
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} actions={<ExportBilling query={asked} />} />
      <div className={classes['page']} aria-busy={query.isFetching}>
        <BillingFilters search={search} days={days} today={today} rows={report?.data ?? []} onChange={change} />
        {report === undefined ? (
          query.isError ? (
            <EmptyState
              icon={TriangleAlert}
              tone="bad"
              title={t('failed')}
              action={
                <Button variant="default" onClick={() => void query.refetch()}>
                  {t('common:actions.retry')}
                </Button>
              }
            >
              {errorText(query.error)}
            </EmptyState>
          ) : null
        ) : report.data.length === 0 ? (
          <EmptyState icon={Receipt} title={t('empty')}>
            {t('emptyHint')}
          </EmptyState>
        ) : (
          <Figures report={report} days={days} search={search} />
        )}
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
  // Call records know no customer to choose: they are his own, or everybody's.
  const alone = new Set(report.data.map((row) => row.customerId)).size === 1 && search.customer === undefined;
  const calls = { ...days, ...(search.direction === undefined ? {} : { direction: search.direction }) };
  return (
    <>
      {report.waiting > 0 ? <Alert color="yellow">{t('waiting', { count: report.waiting })}</Alert> : null}
      {report.totals.map((totals) => (
        <BillingTotals key={totals.currency} totals={totals} several={report.totals.length > 1} />
      ))}
      <Panel title={t('byCustomer')} flush>
        <CustomerTable rows={report.data} calls={alone ? calls : null} />
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
    </>
  );
}
