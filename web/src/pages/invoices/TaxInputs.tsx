import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import type { Account } from '@ringside/core/contract/accounts.ts';
import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import classes from './Invoices.module.css';

type Tax = Account['taxes'][number];

interface Props {
  readonly taxes: readonly Tax[];
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (taxes: Tax[]) => void;
}

const PARTS = ['all', 'fees', 'usage'] as const;
const MOST = 5;

export function TaxInputs({ taxes, errorAt, onChange }: Props) {
  const { t } = useTranslation('invoice');
  const change = (at: number, tax: Partial<Tax>): void =>
    onChange(taxes.map((one, n) => (n === at ? { ...one, ...tax } : one)));
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <legend className={classes['strong']}>{t('settings.taxes')}</legend>
      <div className={classes['taxes']}>
        {taxes.map((tax, n) => (
          // oxlint-disable-next-line no-array-index-key -- a tax is its place
          <div key={n} className={classes['tax']}>
            <TextInput
              aria-label={t('settings.taxLabel')}
              placeholder={t('settings.taxLabel')}
              value={tax.label}
              error={errorAt(`taxes.${n}.label`)}
              onChange={(event) => change(n, { label: event.currentTarget.value })}
            />
            <TextInput
              aria-label={t('settings.taxPercent')}
              inputMode="decimal"
              rightSection="%"
              value={tax.percent}
              error={errorAt(`taxes.${n}.percent`)}
              onChange={(event) => change(n, { percent: event.currentTarget.value })}
            />
            <Select
              aria-label={t('settings.taxOn')}
              allowDeselect={false}
              data={PARTS.map((value) => ({ value, label: t(`parts.${value}`) }))}
              value={tax.appliesTo}
              onChange={(value) => change(n, { appliesTo: (value as Tax['appliesTo'] | null) ?? 'all' })}
            />
            <ActionIcon
              size={36}
              variant="subtle"
              color="red"
              aria-label={t('settings.removeTax', { name: tax.label })}
              onClick={() => onChange(taxes.filter((_, other) => other !== n))}
            >
              <Trash2 size={16} aria-hidden="true" />
            </ActionIcon>
          </div>
        ))}
      </div>
      {taxes.length < MOST ? (
        <Button
          mt="xs"
          size="xs"
          variant="default"
          leftSection={<Plus size={14} aria-hidden="true" />}
          onClick={() => onChange([...taxes, { label: '', percent: '', appliesTo: 'all' }])}
        >
          {t('settings.addTax')}
        </Button>
      ) : null}
    </fieldset>
  );
}
