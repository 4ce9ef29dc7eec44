import type { listInvoices } from '@ringside/core/contract/billing/invoice.ts';
import type { ResponseOf } from '@ringside/core/contract/route.ts';
import { useTranslation } from 'react-i18next';
import { FigureStat } from '../../ui/FigureStat.tsx';
import { useMoney } from '../../ui/use-money.ts';
import layout from '../../ui/report/Report.module.css';

type Totals = ResponseOf<typeof listInvoices>['totals'];

/** Totals of all matching invoices, separately by currency. */
export function InvoiceTotals({ totals }: { readonly totals: Totals }) {
  return (
    <div className={layout['strip']}>
      {totals.map((total) => (
        <CurrencyTotals key={total.currency} total={total} />
      ))}
    </div>
  );
}

function CurrencyTotals({ total }: { readonly total: Totals[number] }) {
  const { t } = useTranslation('invoice');
  const money = useMoney(total.currency);
  return (
    <>
      <div className={layout['tile']}>
        <FigureStat label={t('totals.invoiced', { currency: total.currency })} value={money(total.total)} />
      </div>
      <div className={layout['tile']}>
        <FigureStat label={t('totals.open', { currency: total.currency })} value={money(total.open)} />
      </div>
    </>
  );
}
