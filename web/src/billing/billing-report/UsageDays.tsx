import type { BillingReport } from '@ringside/core/contract/billing/billing-report.ts';
import { addDays, daysBetween } from '@ringside/core/reports/report-period.ts';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../ui/Panel.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { useMoney } from '../../ui/use-money.ts';
import classes from './UsageDays.module.css';
import type { Days } from '../../ui/report/report-days.ts';

interface Props {
  readonly days: Days;
  readonly currency: string;
  readonly rows: BillingReport['days'];
}

/** Bar chart of the days of the period. Amounts become floats only for drawing. */
export function UsageDays({ days, currency, rows }: Props) {
  const { t } = useTranslation('billing');
  const { number, date } = useFormat();
  const money = useMoney(currency);
  const known = new Map(rows.map((row) => [row.day, row]));
  const most = Math.max(0, ...rows.map((row) => Number(row.usage)));
  if (most === 0) return null;
  const all = Array.from({ length: daysBetween(days.from, days.to) + 1 }, (_, n) => addDays(days.from, n));
  return (
    <Panel title={t('byDay')} description={currency}>
      <ol className={classes['bars']} aria-label={t('byDay')}>
        {all.map((day) => {
          const row = known.get(day);
          const said = t('daySays', {
            day: date(`${day}T12:00:00`),
            amount: money(row?.usage ?? '0'),
            calls: number(row?.calls ?? 0),
          });
          return (
            <li key={day} title={said}>
              <span role="img" aria-label={said} style={{ height: `${(Number(row?.usage ?? 0) / most) * 100}%` }} />
            </li>
          );
        })}
      </ol>
      <div className={classes['ends']} aria-hidden="true">
        <span>{date(`${days.from}T12:00:00`)}</span>
        <span>{date(`${days.to}T12:00:00`)}</span>
      </div>
    </Panel>
  );
}
