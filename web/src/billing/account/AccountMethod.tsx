import { NumberInput, Select, TextInput } from '@mantine/core';
import { BILLING_METHODS } from '@ringside/core/billing/billing-method.ts';
import type { Account } from '@ringside/core/contract/billing/account.ts';
import { INVOICE_INTERVALS } from '@ringside/core/billing/invoice-period.ts';
import { useTranslation } from 'react-i18next';
import classes from '../invoice/Invoices.module.css';

type Method = Pick<Account, 'billingMethod' | 'invoiceInterval' | 'invoiceDay' | 'lowBalanceThreshold'>;

interface Props {
  readonly values: Method;
  readonly currency: string;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<Method>) => void;
}

/** Payment method and invoice interval. */
export function AccountMethod({ values, currency, errors, onChange }: Props) {
  const { t } = useTranslation('invoice');
  const weekly = values.invoiceInterval === 'week';
  return (
    <div className={classes['columns']}>
      <Select
        label={t('settings.billingMethod')}
        description={t(`settings.methodHints.${values.billingMethod}`)}
        allowDeselect={false}
        data={BILLING_METHODS.map((value) => ({ value, label: t(`settings.methods.${value}`) }))}
        value={values.billingMethod}
        onChange={(value) => onChange({ billingMethod: value ?? 'postpaid' })}
      />
      {values.billingMethod === 'prepaid' ? (
        <TextInput
          label={t('settings.lowBalanceThreshold', { currency })}
          description={t('settings.lowBalanceHint')}
          placeholder={t('settings.noWarning')}
          inputMode="decimal"
          value={values.lowBalanceThreshold ?? ''}
          error={errors['lowBalanceThreshold']}
          onChange={(event) => onChange({ lowBalanceThreshold: event.currentTarget.value.trim() || null })}
        />
      ) : null}
      <Select
        label={t('settings.invoiceInterval')}
        description={t('settings.invoiceIntervalHint')}
        allowDeselect={false}
        data={[
          { value: 'plan', label: t('settings.intervals.plan') },
          ...INVOICE_INTERVALS.map((value) => ({ value, label: t(`settings.intervals.${value}`) })),
        ]}
        value={values.invoiceInterval ?? 'plan'}
        onChange={(value) =>
          onChange({
            invoiceInterval: value === null || value === 'plan' ? null : value,
          })
        }
      />
      {weekly ? null : (
        <NumberInput
          label={t('settings.invoiceDay')}
          description={t('settings.invoiceDayHint')}
          min={1}
          max={28}
          value={values.invoiceDay}
          error={errors['invoiceDay']}
          onChange={(value) => onChange({ invoiceDay: Number(value) })}
        />
      )}
    </div>
  );
}
