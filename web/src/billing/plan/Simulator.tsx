import { Alert, Button, NumberInput, Select, TextInput } from '@mantine/core';
import { type Plan } from '@ringside/core/contract/billing/plan.ts';
import { type Quote, quotePlan } from '@ringside/core/contract/billing/quotes.ts';
import { useMutation } from '@tanstack/react-query';
import { Calculator } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { Panel } from '../../ui/Panel.tsx';
import { RatingSteps } from '../../ui/RatingSteps.tsx';
import { MomentInput } from '../../data/form/MomentInput.tsx';
import classes from './Plans.module.css';
import { useMoney } from '../../ui/use-money.ts';

const DIRECTIONS = ['outbound', 'inbound', 'internal'] as const;
/** Calculates the price of a test call and explains it. */
export function Simulator({ plan }: { readonly plan: Plan }) {
  const { t } = useTranslation('plan');
  const errorText = useErrorText();
  const [number, setNumber] = useState('');
  const [direction, setDirection] = useState<(typeof DIRECTIONS)[number]>('outbound');
  const [at, setAt] = useState<string | null>(null);
  const [seconds, setSeconds] = useState<number | string>(60);
  const [left, setLeft] = useState<number | string>('');
  const quote = useMutation({
    mutationFn: () =>
      call(quotePlan, {
        params: { id: plan.id },
        body: {
          number,
          direction,
          billsec: Number(seconds),
          ...(at === null ? {} : { answeredAt: at }),
          ...(left === '' ? {} : { allowanceLeftSeconds: Number(left) }),
        },
      }),
  });
  const ask = (event: FormEvent): void => {
    event.preventDefault();
    quote.mutate();
  };
  return (
    <Panel title={t('simulator.title')} description={t('simulator.hint')}>
      <form onSubmit={ask} className={classes['ask']}>
        <TextInput
          label={t('simulator.number')}
          value={number}
          onChange={(e) => setNumber(e.currentTarget.value)}
          placeholder="+44 7712 345678"
          dir="ltr"
          required
        />
        <Select
          label={t('simulator.direction')}
          data={DIRECTIONS.map((value) => ({ value, label: t(`direction.${value}`) }))}
          value={direction}
          allowDeselect={false}
          onChange={(value) => setDirection(DIRECTIONS.find((d) => d === value) ?? 'outbound')}
        />
        <MomentInput
          label={t('simulator.at', { zone: `\u2066${plan.timezone}\u2069` })}
          placeholder={t('terms.when.now')}
          zone={plan.timezone}
          value={at}
          onChange={setAt}
        />
        <NumberInput label={t('simulator.seconds')} value={seconds} onChange={setSeconds} min={0} max={604_800} />
        <NumberInput label={t('simulator.left')} value={left} onChange={setLeft} min={0} />
        <Button type="submit" loading={quote.isPending} leftSection={<Calculator size={16} aria-hidden="true" />}>
          {t('simulator.ask')}
        </Button>
      </form>
      <div aria-live="polite">
        {quote.isError ? (
          <Alert color="red" mt="md">
            {errorText(quote.error)}
          </Alert>
        ) : quote.data ? (
          <Answer quote={quote.data} />
        ) : null}
      </div>
    </Panel>
  );
}

function Answer({ quote }: { readonly quote: Quote }) {
  const { t } = useTranslation('plan');
  const money = useMoney(quote.currency);
  return (
    <div className={classes['answer']}>
      <div className={classes['total']}>{money(quote.cost)}</div>
      <div className={classes['dim']}>
        {quote.prefix === null
          ? t(`status.${quote.status}`)
          : t('simulator.prefix', { prefix: `\u2068${quote.prefix}\u2069`, destination: quote.destinationName })}
      </div>
      <RatingSteps steps={quote.steps} currency={quote.currency} />
    </div>
  );
}
