import { Alert } from '@mantine/core';
import type { BillingReport } from '@ringside/core/contract/billing.ts';
import { useTranslation } from 'react-i18next';
import { useMoney } from '../../ui/use-money.ts';

/** What no margin counts: calls whose cost is not known, and costs in another currency than the price. */
export function OtherCosts({ report }: { readonly report: BillingReport }) {
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
