import { Alert, Button, Group, Text } from '@mantine/core';
import { assignPlan, listPlanCustomers, type Plan } from '@ringside/core/contract/billing/plan.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useCan } from '../../data/api/use-can.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { FormDrawer } from '../../data/form/FormDrawer.tsx';
import { RefSelect } from '../../data/form/RefSelect.tsx';
import form from '../../data/form/ResourceForm.module.css';
import { useFieldErrors } from '../../data/form/use-field-errors.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { useTell } from '../../ui/use-tell.ts';
import { MomentInput } from '../../data/form/MomentInput.tsx';
import classes from './Plans.module.css';

/** Current and former customers of the plan. */
export function PlanCustomers({ plan }: { readonly plan: Plan }) {
  const { t } = useTranslation('plan');
  const format = useFormat();
  const can = useCan();
  const [assigning, setAssigning] = useState(false);
  const { data } = useQuery({
    queryKey: ['/plans', 'customers', plan.id],
    queryFn: ({ signal }) => call(listPlanCustomers, { params: { id: plan.id }, signal }),
  });
  const close = (): void => setAssigning(false);
  const active = plan.status === 'active';
  return (
    <Panel
      title={t('customers.title')}
      description={active ? t('customers.hint') : t('customers.notActive')}
      flush
      actions={
        can('update', 'plan') && active ? (
          <Button size="xs" leftSection={<UserPlus size={14} aria-hidden="true" />} onClick={() => setAssigning(true)}>
            {t('customers.assign')}
          </Button>
        ) : null
      }
    >
      <ul className={classes['rows']}>
        {data?.data.length === 0 ? (
          <li className={classes['row']}>
            <Text c="dimmed">{t('customers.none')}</Text>
          </li>
        ) : null}
        {(data?.data ?? []).map((one) => (
          <li key={`${one.customerId} ${one.validFrom}`} className={classes['row']}>
            <strong>
              <bdi>{one.customerName}</bdi>
            </strong>
            <span className={classes['end']}>
              <span className={classes['dim']}>
                {one.validUntil === null
                  ? t('customers.since', { date: format.date(one.validFrom) })
                  : t('customers.span', { from: format.date(one.validFrom), until: format.date(one.validUntil) })}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <FormDrawer title={t('customers.assignTitle')} opened={assigning} onClose={close}>
        <AssignForm plan={plan} onDone={close} />
      </FormDrawer>
    </Panel>
  );
}

function AssignForm({ plan, onDone }: { readonly plan: Plan; readonly onDone: () => void }) {
  const { t } = useTranslation(['plan', 'common']);
  const tell = useTell();
  const errorText = useErrorText();
  const client = useQueryClient();
  const { errors, showProblem, clear } = useFieldErrors();
  const [customerIds, setCustomerIds] = useState<readonly string[]>([]);
  const [from, setFrom] = useState<string | null>(null);
  const assign = useMutation({
    mutationFn: async () => {
      for (const customerId of customerIds) {
        await call(assignPlan, {
          params: { id: plan.id },
          body: { customerId, ...(from === null ? {} : { validFrom: from }) },
        });
        // Removes finished customers from the field, so that after an error only the failed one and those after it remain.
        setCustomerIds((left) => left.filter((id) => id !== customerId));
      }
      return customerIds.length;
    },
    onSuccess: (count) => {
      tell.done(t('customers.saved', { count }));
      onDone();
    },
    onError: showProblem,
    onSettled: () => client.invalidateQueries({ queryKey: ['/plans'] }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (customerIds.length > 0) assign.mutate();
  };
  const placed = errors['customerId'] ?? errors['validFrom'];
  return (
    <form noValidate onSubmit={submit} className={form['form']}>
      <section className={form['section']}>
        <div className={form['fields']}>
          <RefSelect
            resource="customers"
            label={t('customers.choose')}
            many
            refine={(choices) => choices.filter(({ row }) => row['currency'] === plan.currency)}
            value={customerIds}
            onChange={(value) => {
              setCustomerIds(Array.isArray(value) ? value : []);
              clear('customerId');
            }}
            error={errors['customerId']}
          />
          <MomentInput
            label={t('customers.from')}
            description={t('customers.fromHint')}
            zone={plan.timezone}
            value={from}
            onChange={setFrom}
            error={errors['validFrom']}
          />
        </div>
      </section>
      {assign.error && placed === undefined ? (
        <Alert color="red" title={t('common:form.failed')} role="alert">
          {errors['status'] ?? errorText(assign.error)}
        </Alert>
      ) : null}
      <Group justify="flex-end" className={form['actions']}>
        <Button variant="default" onClick={onDone}>
          {t('common:actions.cancel')}
        </Button>
        <Button type="submit" loading={assign.isPending} disabled={customerIds.length === 0}>
          {t('customers.assign')}
        </Button>
      </Group>
    </form>
  );
}
