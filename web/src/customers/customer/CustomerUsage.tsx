import { Button, Loader, Text } from '@mantine/core';
import { getBillingReport, type BillingReport } from '@ringside/core/contract/billing/billing-report.ts';
import type { Customer } from '@ringside/core/contract/customers/customer.ts';
import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { FigureStat } from '../../ui/FigureStat.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { useMoney } from '../../ui/use-money.ts';
import classes from './CustomerPage.module.css';

/** Returns the first days of this and the next month in the customer's time zone. */
const monthOf = (now: Date, timeZone: string): { readonly from: string; readonly to: string } => {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' }).formatToParts(now);
  const part = (type: 'year' | 'month'): number => Number(parts.find((p) => p.type === type)?.value);
  const day = (year: number, month: number): string =>
    `${month > 12 ? year + 1 : year}-${String(month > 12 ? 1 : month).padStart(2, '0')}-01`;
  return { from: day(part('year'), part('month')), to: day(part('year'), part('month') + 1) };
};

/** Plan of the customer and charges of the current month. */
export function CustomerUsage({ customer }: { readonly customer: Customer }) {
  const { t } = useTranslation('customer');
  const errorText = useErrorText();
  const period = monthOf(new Date(), customer.timezone);
  const query = useQuery({
    queryKey: ['customer-usage', customer.id, period.from],
    queryFn: ({ signal }) =>
      call(getBillingReport, { query: { ...period, customerId: customer.id }, signal }) as Promise<BillingReport>,
  });
  const rows = query.data?.data ?? [];
  return (
    <Panel
      title={t('usage.title')}
      description={t('usage.hint', { zone: customer.timezone.replaceAll('_', ' ') })}
      actions={
        <LinkButton
          to="/customers/reports/billing"
          search={{ customer: customer.id }}
          variant="default"
          size="xs"
          leftSection={<ReceiptText size={14} aria-hidden="true" />}
        >
          {t('usage.more')}
        </LinkButton>
      }
    >
      {query.isPending ? <Loader size="sm" role="status" aria-label={t('usage.title')} /> : null}
      {query.isError ? (
        <EmptyState
          compact
          tone="bad"
          icon={ReceiptText}
          title={errorText(query.error)}
          action={
            <Button variant="default" size="xs" onClick={() => void query.refetch()}>
              {t('usage.again')}
            </Button>
          }
        />
      ) : null}
      {query.isSuccess && rows.length === 0 ? <Text size="sm">{t('usage.none')}</Text> : null}
      {rows.map((row) => (
        <PlanUsage key={`${row.planId} ${row.currency}`} row={row} />
      ))}
    </Panel>
  );
}

function PlanUsage({ row }: { readonly row: BillingReport['data'][number] }) {
  const { t } = useTranslation('customer');
  const { number } = useFormat();
  const money = useMoney(row.currency);
  const minutes = (seconds: number): string => number(Math.round(seconds / 60));
  return (
    <div className={classes['plan']}>
      <Text fw={600}>
        <bdi>{row.planName || t('usage.noPlan')}</bdi>
      </Text>
      <div className={classes['figures']}>
        <FigureStat label={t('usage.calls')} value={number(row.calls)} />
        <FigureStat label={t('usage.minutes')} value={minutes(row.billedSeconds)} />
        <FigureStat label={t('usage.included')} value={minutes(row.allowanceSeconds)} />
        <FigureStat label={t('usage.fees')} value={money(row.fees)} />
        <FigureStat label={t('usage.amount')} value={money(row.usage)} />
        <FigureStat label={t('usage.tax')} value={money(row.tax)} />
        <FigureStat label={t('usage.total')} value={money(row.total)} />
      </div>
    </div>
  );
}
