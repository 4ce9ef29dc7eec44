import { Alert, Button, Group, Select } from '@mantine/core';
import { draftInvoices } from '@ringside/core/contract/billing/invoice.ts';
import { dayOf } from '@ringside/core/reports/queue-today.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { serverNow } from '../../data/base/clock.ts';
import { RefSelect } from '../../data/form/RefSelect.tsx';
import classes from './Invoices.module.css';
import { lastDayOf, monthsUntil } from './months.ts';
import { useReason } from './use-reason.ts';

interface Props {
  readonly customer: string | null;
  readonly onDone: () => void;
}

/** Creates a draft invoice for a customer and a month. */
export function DraftForm({ customer, onDone }: Props) {
  const { t, i18n } = useTranslation(['invoice', 'common']);
  const reason = useReason();
  const client = useQueryClient();
  const navigate = useNavigate();
  const months = monthsUntil(dayOf(serverNow(), 'UTC'), 13).slice(1);
  const [customerId, setCustomerId] = useState(customer);
  const [month, setMonth] = useState(months[0] ?? '');
  const monthName = new Intl.DateTimeFormat(i18n.language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const make = useMutation({
    mutationFn: (id: string) =>
      call(draftInvoices, { body: { customerId: id, firstDay: month, lastDay: lastDayOf(month) } }),
    onSuccess: ({ data }) => {
      void client.invalidateQueries({ queryKey: ['/invoices'] });
      onDone();
      const [only] = data;
      if (only !== undefined && data.length === 1)
        void navigate({ to: '/invoices/$invoice', params: { invoice: only.id } });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (customerId !== null) make.mutate(customerId);
  };
  return (
    <form noValidate onSubmit={submit} className={classes['drawer']}>
      <RefSelect
        resource="customers"
        label={t('columns.customer')}
        required
        value={customerId}
        onChange={(value) => setCustomerId(typeof value === 'string' ? value : null)}
      />
      <Select
        label={t('columns.period')}
        description={t('draft.periodHint')}
        allowDeselect={false}
        data={months.map((value) => ({ value, label: monthName.format(new Date(`${value}T00:00:00Z`)) }))}
        value={month}
        onChange={(value) => setMonth(value ?? month)}
      />
      {make.isError ? (
        <Alert color="red" role="alert">
          {reason(make.error)}
        </Alert>
      ) : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {t('common:actions.cancel')}
        </Button>
        <Button type="submit" loading={make.isPending} disabled={customerId === null}>
          {t('draft.make')}
        </Button>
      </Group>
    </form>
  );
}
