import { type Customer, customers } from '@ringside/core/contract/customers/customer.ts';
import { useUser } from '../../data/api/session.ts';
import { useCan } from '../../data/api/use-can.ts';
import { ResourceForm } from '../../data/form/ResourceForm.tsx';
import { CUSTOMER_INPUTS } from './customer-inputs.tsx';
import { CustomerLogo } from './CustomerLogo.tsx';
import classes from './CustomerPage.module.css';

interface Props {
  readonly customer: Customer;
  readonly mayChange: boolean;
  readonly onReload: () => void;
}

export function CustomerSettings({ customer, mayChange, onReload }: Props) {
  const can = useCan();
  const own = useUser().customerId;
  // Only platform staff choose the servers of a customer.
  const servers = own === null && can('read', 'endpoint') ? [] : ['serverIds'];
  return (
    <div className={classes['settings']}>
      <ResourceForm
        key={customer.version}
        resource={customers}
        row={customer}
        hidden={['status', 'statusReason', ...servers]}
        inputs={CUSTOMER_INPUTS}
        readOnly={!mayChange}
        onSaved={() => undefined}
        onReload={onReload}
      />
      {mayChange ? <CustomerLogo customer={customer} /> : null}
    </div>
  );
}
