import { sumMicrosOf } from '@ringside/core/base/micros.ts';
import type { Invoice } from '@ringside/core/contract/billing/invoice.ts';
import { useTranslation } from 'react-i18next';
import { Num } from '../../ui/Num.tsx';
import { useMoney } from '../../ui/use-money.ts';
import classes from './Invoices.module.css';

export function InvoiceSums({ invoice }: { readonly invoice: Invoice }) {
  const { t } = useTranslation('invoice');
  const money = useMoney(invoice.currency);
  const baseOf = ({ base, compound }: Invoice['taxes'][number], n: number): string => {
    const shown = { base: `\u2066${money(base)}\u2069` };
    if (invoice.taxInclusive) return t('sums.within', shown);
    return compound === true && n > 0 ? t('sums.onTaxes', shown) : t('sums.on', shown);
  };
  const settled = invoice.status === 'final' && invoice.kind === 'invoice';
  const rows = [
    ['net', t('sums.net'), invoice.net],
    ...invoice.taxes.map(
      (tax, n) =>
        [
          `${n}`,
          <>
            {`\u2068${tax.label}\u2069 \u2066${tax.percent}%\u2069`}
            <span className={classes['taxBase']}>{baseOf(tax, n)}</span>
          </>,
          tax.amount,
        ] as const,
    ),
    ['total', t('sums.total'), invoice.total],
    ...(settled
      ? [
          ...(sumMicrosOf(invoice.credited) === 0n
            ? []
            : [['credited', t('sums.credited'), invoice.credited] as const]),
          ['paid', t('sums.paid'), invoice.paid] as const,
          ['open', t('sums.open'), invoice.open] as const,
        ]
      : []),
  ] as const;
  return (
    <dl className={classes['totals']}>
      {rows.map(([key, label, amount]) => (
        <div key={key} data-total={key === 'total' || undefined}>
          <dt>{label}</dt>
          <dd>
            <Num>{money(amount)}</Num>
          </dd>
        </div>
      ))}
    </dl>
  );
}
