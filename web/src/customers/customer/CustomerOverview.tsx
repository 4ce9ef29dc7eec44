import type { Customer } from '@ringside/core/contract/customers/customer.ts';
import { PhoneCall } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../data/api/use-can.ts';
import { FigureStat } from '../../ui/FigureStat.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { CustomerLimits, useCallsNow } from './CustomerLimits.tsx';
import classes from './CustomerPage.module.css';
import { CustomerStanding } from './CustomerStanding.tsx';
import { CustomerUsage } from './CustomerUsage.tsx';

/** Current status of the customer, limited to what the user may see. */
export function CustomerOverview({
  customer,
  mayChange,
}: {
  readonly customer: Customer;
  readonly mayChange: boolean;
}) {
  const can = useCan();
  return (
    <div className={classes['panels']}>
      <CustomerStanding customer={customer} mayChange={mayChange} />
      {can('read', 'live') ? <CallsNow customer={customer} /> : null}
      <CustomerLimits customer={customer} showCalls={can('read', 'live')} />
      {can('read', 'billing') ? <CustomerUsage customer={customer} /> : null}
    </div>
  );
}

function CallsNow({ customer }: { readonly customer: Customer }) {
  const { t } = useTranslation('customer');
  const { number } = useFormat();
  const calls = useCallsNow(customer.id);
  return (
    <Panel title={t('now.title')}>
      <FigureStat icon={PhoneCall} label={t('now.calls')} value={number(calls)} />
    </Panel>
  );
}
