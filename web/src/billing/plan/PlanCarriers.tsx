import { Button } from '@mantine/core';
import {
  listPlanCarriers,
  type PlanCarrier,
  unbindPlanCarrier,
} from '@ringside/core/contract/billing/plan-carriers.ts';
import type { Plan } from '@ringside/core/contract/billing/plan.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Cable, Unlink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useCan } from '../../data/api/use-can.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { FormDrawer } from '../../data/form/FormDrawer.tsx';
import { Num } from '../../ui/Num.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { useTell } from '../../ui/use-tell.ts';
import { BindCarrier } from './BindCarrier.tsx';
import classes from './Plans.module.css';

/** Trunks whose call costs follow this price list. */
export function PlanCarriers({ plan }: { readonly plan: Plan }) {
  const { t } = useTranslation('plan');
  const can = useCan();
  const [binding, setBinding] = useState(false);
  const { data } = useQuery({
    queryKey: ['/plans', 'carriers', plan.id],
    queryFn: ({ signal }) => call(listPlanCarriers, { params: { id: plan.id }, signal }),
  });
  const close = (): void => setBinding(false);
  const draft = plan.status === 'draft';
  return (
    <Panel
      title={t('carriers.title')}
      description={t(draft ? 'carriers.draft' : 'carriers.hint')}
      flush
      actions={
        can('update', 'plan') ? (
          <Button size="xs" leftSection={<Cable size={14} aria-hidden="true" />} onClick={() => setBinding(true)}>
            {t('carriers.bind')}
          </Button>
        ) : null
      }
    >
      <ul className={classes['rows']}>
        {data?.data.length === 0 ? (
          <li className={classes['row']}>
            <span className={classes['dim']}>{t('carriers.none')}</span>
          </li>
        ) : null}
        {(data?.data ?? []).map((one) => (
          <Carrier key={one.id} plan={plan} carrier={one} />
        ))}
      </ul>
      <FormDrawer title={t('carriers.bindTitle')} opened={binding} onClose={close}>
        <BindCarrier plan={plan} onDone={close} />
      </FormDrawer>
    </Panel>
  );
}

function Carrier({ plan, carrier }: { readonly plan: Plan; readonly carrier: PlanCarrier }) {
  const { t } = useTranslation('plan');
  const format = useFormat();
  const can = useCan();
  const tell = useTell();
  const errorText = useErrorText();
  const client = useQueryClient();
  const unbind = useMutation({
    mutationFn: () => call(unbindPlanCarrier, { params: { id: plan.id, carrierId: carrier.id } }),
    onSuccess: () => tell.done(t('carriers.unbound', { device: `\u2066${carrier.device}\u2069` })),
    onError: (error) => tell.failed(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ['/plans'] }),
  });
  return (
    <li className={classes['row']}>
      <strong>{carrier.trunkName === null ? <Num>{carrier.device}</Num> : <bdi>{carrier.trunkName}</bdi>}</strong>
      <span className={classes['dim']}>
        {carrier.trunkName === null ? null : <Num>{carrier.device}</Num>} <bdi>{carrier.serverName}</bdi>
      </span>
      <span className={classes['end']}>
        <span className={classes['dim']}>{t('customers.since', { date: format.date(carrier.createdAt) })}</span>
        {can('update', 'plan') ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<Unlink size={14} aria-hidden="true" />}
            loading={unbind.isPending}
            onClick={() => unbind.mutate()}
          >
            {t('carriers.unbind')}
          </Button>
        ) : null}
      </span>
    </li>
  );
}
