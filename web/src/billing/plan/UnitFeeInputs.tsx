import { ActionIcon, Button, NumberInput, Select, TextInput } from '@mantine/core';
import { FEE_ITEMS, type PlanTerms } from '@ringside/core/contract/billing/plan-terms.ts';
import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { TermsFormState } from './terms-form.ts';
import classes from './TermsForm.module.css';

type UnitFee = PlanTerms['unitFees'][number];

interface Props {
  readonly form: TermsFormState;
  readonly fee: UnitFee;
  readonly change: (part: Partial<UnitFee>) => void;
  readonly path: string;
}

const LTR = { input: { direction: 'ltr' as const, textAlign: 'start' as const } };
const unitsOr = <T,>(value: number | string, empty: T): number | T => (value === '' ? empty : Number(value));

/** Fee by quantity: the counted unit, its price, limits, and tiers with lower prices. */
export function UnitFeeInputs({ form, fee, change, path }: Props) {
  const { t } = useTranslation('plan');
  return (
    <>
      <Select
        label={t('terms.item')}
        data={FEE_ITEMS.map((value) => ({ value, label: t(`terms.items.${value}`) }))}
        allowDeselect={false}
        value={fee.item}
        onChange={(value) => change({ item: FEE_ITEMS.find((item) => item === value) ?? fee.item })}
        error={form.error(`${path}.item`)}
      />
      <TextInput
        label={t('terms.unitPrice')}
        inputMode="decimal"
        styles={LTR}
        value={fee.unitPrice}
        onChange={(e) => change({ unitPrice: e.currentTarget.value })}
        error={form.error(`${path}.unitPrice`)}
      />
      <NumberInput
        label={t('terms.includedQuantity')}
        min={0}
        allowDecimal={false}
        value={fee.includedQuantity}
        onChange={(value) => change({ includedQuantity: unitsOr(value, 0) })}
        error={form.error(`${path}.includedQuantity`)}
      />
      {(['minimumQuantity', 'maximumQuantity'] as const).map((field) => (
        <NumberInput
          key={field}
          label={t(`terms.${field}`)}
          placeholder={t(field === 'minimumQuantity' ? 'terms.noMinimum' : 'terms.noLimit')}
          min={1}
          allowDecimal={false}
          value={fee[field] ?? ''}
          onChange={(value) => change({ [field]: unitsOr(value, undefined) })}
          error={form.error(`${path}.${field}`)}
        />
      ))}
      <TierList form={form} fee={fee} change={change} path={path} />
    </>
  );
}

function TierList({ form, fee, change, path }: Props) {
  const { t } = useTranslation('plan');
  const tiers = fee.tiers ?? [];
  // Without tiers, the field is left out, as in fees from before tiers existed.
  const put = (next: typeof tiers): void => change({ tiers: next.length === 0 ? undefined : next });
  const alter = (i: number, part: Partial<(typeof tiers)[number]>): void =>
    put(tiers.map((tier, j) => (j === i ? { ...tier, ...part } : tier)));
  const wrong = form.error(`${path}.tiers`);
  return (
    <div className={classes['tiers']}>
      {tiers.map((tier, i) => (
        // oxlint-disable-next-line no-array-index-key -- a tier has no id; inputs are controlled
        <div key={i} className={classes['tier']} role="group" aria-label={t('terms.tier', { n: tier.above })}>
          <NumberInput
            label={t('terms.tierAbove')}
            min={1}
            allowDecimal={false}
            value={tier.above}
            onChange={(value) => alter(i, { above: unitsOr(value, 0) })}
            error={form.error(`${path}.tiers.${i}.above`) ?? (i === tiers.length - 1 ? wrong : undefined)}
          />
          <TextInput
            label={t('terms.tierPrice')}
            inputMode="decimal"
            styles={LTR}
            value={tier.unitPrice}
            onChange={(e) => alter(i, { unitPrice: e.currentTarget.value })}
            error={form.error(`${path}.tiers.${i}.unitPrice`)}
          />
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={t('terms.remove', { name: t('terms.tier', { n: tier.above }) })}
            onClick={() => put(tiers.filter((_, j) => j !== i))}
          >
            <Trash2 size={16} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      {tiers.length < 10 ? (
        <Button
          variant="subtle"
          size="xs"
          className={classes['add'] ?? ''}
          leftSection={<Plus size={14} aria-hidden="true" />}
          onClick={() => put([...tiers, { above: (tiers.at(-1)?.above ?? 0) + 10, unitPrice: '' }])}
        >
          {t('terms.addTier')}
        </Button>
      ) : null}
    </div>
  );
}
