import { ActionIcon, Button, Checkbox, Select, TextInput } from '@mantine/core';
import type { TaxRateTerms } from '@ringside/core/contract/billing/tax-profile.ts';
import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { countryChoices } from '../../data/form/choices.ts';
import classes from '../invoice/Invoices.module.css';

interface Props {
  readonly taxes: readonly TaxRateTerms[];
  readonly errorAt: (path: string) => string | undefined;
  /** Path of the rates in the request: `taxes` or `rates`. */
  readonly path: string;
  readonly onChange: (taxes: TaxRateTerms[]) => void;
}

const PARTS = ['all', 'fees', 'usage'] as const;
const MOST = 40;
const NEW: TaxRateTerms = {
  ...{ label: '', percent: '', country: '', appliesTo: 'all', compound: false, validFrom: null },
};

/** Tax rates in order. A compound tax applies to the taxes above it. */
export function TaxInputs({ taxes, errorAt, path, onChange }: Props) {
  const { t } = useTranslation('invoice');
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <legend className={classes['strong']}>{t('settings.taxes')}</legend>
      <div className={classes['taxes']}>
        {taxes.map((tax, n) => (
          <TaxInput
            // oxlint-disable-next-line no-array-index-key -- a tax is its place
            key={n}
            tax={tax}
            first={n === 0}
            errorAt={(field) => errorAt(`${path}.${n}.${field}`)}
            onChange={(change) => onChange(taxes.map((one, other) => (other === n ? { ...one, ...change } : one)))}
            onRemove={() => onChange(taxes.filter((_, other) => other !== n))}
          />
        ))}
      </div>
      {taxes.length < MOST ? (
        <Button
          mt="xs"
          size="xs"
          variant="default"
          leftSection={<Plus size={14} aria-hidden="true" />}
          onClick={() => onChange([...taxes, NEW])}
        >
          {t('settings.addTax')}
        </Button>
      ) : null}
    </fieldset>
  );
}

interface TaxProps {
  readonly tax: TaxRateTerms;
  readonly first: boolean;
  readonly errorAt: (field: string) => string | undefined;
  readonly onChange: (change: Partial<TaxRateTerms>) => void;
  readonly onRemove: () => void;
}

function TaxInput({ tax, first, errorAt, onChange, onRemove }: TaxProps) {
  const { t, i18n } = useTranslation(['invoice', 'common']);
  return (
    <div className={classes['tax']} role="group" aria-label={tax.label || t('settings.newTax')}>
      <TextInput
        label={t('settings.taxLabel')}
        value={tax.label}
        error={errorAt('label')}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
      />
      <TextInput
        label={t('settings.taxPercent')}
        inputMode="decimal"
        rightSection="%"
        value={tax.percent}
        error={errorAt('percent')}
        onChange={(event) => onChange({ percent: event.currentTarget.value })}
      />
      <Select
        label={t('settings.taxOn')}
        allowDeselect={false}
        data={PARTS.map((value) => ({ value, label: t(`parts.${value}`) }))}
        value={tax.appliesTo}
        onChange={(value) => onChange({ appliesTo: value ?? 'all' })}
      />
      <Select
        label={t('settings.taxCountry')}
        placeholder={t('settings.everyCountry')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('common:actions.clear') }}
        data={countryChoices(i18n.language)}
        value={tax.country === '' ? null : tax.country}
        error={errorAt('country')}
        onChange={(value) => onChange({ country: value ?? '' })}
      />
      <TextInput
        type="date"
        label={t('settings.taxFrom')}
        value={tax.validFrom ?? ''}
        error={errorAt('validFrom')}
        onChange={(event) => onChange({ validFrom: event.currentTarget.value || null })}
      />
      <div className={classes['taxEnd']}>
        <Checkbox
          label={t('settings.taxOnTaxes')}
          disabled={first && !tax.compound}
          checked={tax.compound}
          onChange={(event) => onChange({ compound: event.currentTarget.checked })}
        />
        <ActionIcon
          size={36}
          variant="subtle"
          color="red"
          aria-label={t('settings.removeTax', { name: tax.label })}
          onClick={onRemove}
        >
          <Trash2 size={16} aria-hidden="true" />
        </ActionIcon>
      </div>
    </div>
  );
}
