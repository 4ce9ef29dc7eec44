import type { BillingTotals as Totals } from '@ringside/core/contract/billing/billing-report.ts';
import { formatDuration } from '@ringside/core/base/duration.ts';
import { useTranslation } from 'react-i18next';
import { FigureStat } from '../../ui/FigureStat.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { useMoney } from '../../ui/use-money.ts';
import classes from '../../ui/report/Report.module.css';

/** Totals of one currency. */
export function BillingTotals({ totals, several }: { readonly totals: Totals; readonly several: boolean }) {
  const { t } = useTranslation('billing');
  const { number } = useFormat();
  const money = useMoney(totals.currency);
  const figures = [
    ['total', money(totals.total)],
    ['net', money(totals.net)],
    ['tax', money(totals.tax)],
    ['fees', money(totals.fees)],
    ['usage', money(totals.usage)],
    ['discounts', money(totals.discounts)],
    ['calls', number(totals.calls)],
    ['billedSeconds', formatDuration(totals.billedSeconds)],
    ...(totals.margin === undefined
      ? []
      : ([
          ['cost', money(totals.margin.cost)],
          ['margin', money(totals.margin.margin)],
        ] as const)),
  ] as const;
  return (
    <section
      className={classes['strip']}
      data-columns={totals.margin === undefined ? 8 : 10}
      aria-label={t('totalsIn', { currency: totals.currency })}
    >
      {figures.map(([key, value]) => (
        <div key={key} className={classes['tile']}>
          <FigureStat
            label={t(`columns.${key}`)}
            value={<bdi>{value}</bdi>}
            note={key === 'total' && several ? totals.currency : ''}
            {...(key === 'total' ? { tone: 'accent' as const } : {})}
          />
        </div>
      ))}
    </section>
  );
}
