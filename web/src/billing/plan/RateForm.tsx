import { keysOf } from '@ringside/core/base/keys-of.ts';
import { Alert, Button, Checkbox, Group, NumberInput, Select, TextInput } from '@mantine/core';
import { type DIRECTIONS, TIMINGS } from '@ringside/core/contract/billing/plan-terms.ts';
import { type Plan } from '@ringside/core/contract/billing/plan.ts';
import type { Rate } from '@ringside/core/contract/billing/rates.ts';
import { useTranslation } from 'react-i18next';
import form from '../../data/form/ResourceForm.module.css';
import { UnsavedGuard } from '../../data/form/UnsavedGuard.tsx';
import { MomentInput } from '../../data/form/MomentInput.tsx';
import { Section } from './Section.tsx';
import { useRateForm } from './use-rate-form.ts';

interface Props {
  readonly plan: Plan;
  readonly direction: (typeof DIRECTIONS)[number];
  /** null for a new rate. */
  readonly rate: Rate | null;
  readonly onDone: () => void;
}

const TEXTS = { destinationName: 'destination', destinationGroup: 'group' } as const;
const AMOUNTS = {
  ratePerMinute: 'perMinuteLong',
  connectFee: 'connectFee',
  minCharge: 'minCharge',
  maxCharge: 'maxCharge',
} as const;
const SECONDS = {
  initialSeconds: 'initial',
  incrementSeconds: 'increment',
  freeSeconds: 'free',
  graceSeconds: 'grace',
} as const;

const LTR = { input: { direction: 'ltr' as const, textAlign: 'start' as const } };

/** Form of one rate: destination, price and validity. */
export function RateForm({ plan, direction, rate, onDone }: Props) {
  const { t } = useTranslation(['plan', 'common']);
  const { values, set, errors, save, submit, problem, dirty } = useRateForm(plan, direction, rate, onDone);
  return (
    <form noValidate onSubmit={submit} className={form['form']}>
      <UnsavedGuard dirty={dirty} />
      <Section title={t('rates.sections.where')}>
        <TextInput
          label={t('rates.prefix')}
          required={rate === null}
          disabled={rate !== null}
          inputMode="numeric"
          autoComplete="off"
          styles={LTR}
          value={values.prefix}
          onChange={(e) => set('prefix', e.currentTarget.value.replace(/^\+/, ''))}
          error={errors['prefix']}
        />
        <Select
          label={t('rates.timing')}
          disabled={rate !== null}
          data={TIMINGS.map((value) => ({ value, label: t(`rates.timings.${value}`) }))}
          allowDeselect={false}
          value={values.timing}
          onChange={(value) => set('timing', TIMINGS.find((one) => one === value) ?? 'any')}
        />
        {keysOf(TEXTS).map((field) => (
          <TextInput
            key={field}
            label={t(`rates.${TEXTS[field]}`)}
            autoComplete="off"
            value={values[field]}
            onChange={(e) => set(field, e.currentTarget.value)}
            error={errors[field]}
          />
        ))}
        <Checkbox
          label={t('rates.blocked')}
          checked={values.blocked}
          onChange={(e) => set('blocked', e.currentTarget.checked)}
        />
      </Section>
      <Price rate={rate} values={values} set={set} errors={errors} />
      <Section title={t('rates.sections.time')} help={t('rates.zone', { zone: `\u2066${plan.timezone}\u2069` })}>
        {rate === null ? (
          <MomentInput
            label={t('rates.from')}
            description={t('rates.fromHint')}
            zone={plan.timezone}
            value={values.effectiveFrom}
            onChange={(value) => set('effectiveFrom', value)}
            error={errors['effectiveFrom']}
          />
        ) : null}
        <MomentInput
          label={t('rates.until')}
          placeholder={t('rates.noEnd')}
          zone={plan.timezone}
          value={values.effectiveUntil}
          onChange={(value) => set('effectiveUntil', value)}
          error={errors['effectiveUntil']}
        />
      </Section>
      {problem ? (
        <Alert color="red" title={t('common:form.failed')} role="alert">
          {problem}
        </Alert>
      ) : null}
      <Group justify="flex-end" className={form['actions']} data-sticky>
        <Button variant="default" onClick={onDone}>
          {t('common:actions.cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {rate ? t('common:actions.save') : t('common:actions.create')}
        </Button>
      </Group>
    </form>
  );
}

type PriceProps = Pick<ReturnType<typeof useRateForm>, 'values' | 'set' | 'errors'> & { readonly rate: Rate | null };

function Price({ rate, values, set, errors }: PriceProps) {
  const { t } = useTranslation('plan');
  return (
    <Section title={t('rates.sections.price')} {...(rate === null ? {} : { help: t('rates.priceHint') })}>
      {keysOf(AMOUNTS).map((field) => (
        <TextInput
          key={field}
          label={t(`rates.${AMOUNTS[field]}`)}
          required={rate === null && field === 'ratePerMinute'}
          inputMode="decimal"
          autoComplete="off"
          styles={LTR}
          value={values[field]}
          onChange={(e) => set(field, e.currentTarget.value)}
          error={errors[field]}
        />
      ))}
      {keysOf(SECONDS).map((field) => (
        <NumberInput
          key={field}
          label={t(`rates.${SECONDS[field]}`)}
          allowDecimal={false}
          allowNegative={false}
          value={values[field]}
          onChange={(value) => set(field, value)}
          error={errors[field]}
        />
      ))}
    </Section>
  );
}
