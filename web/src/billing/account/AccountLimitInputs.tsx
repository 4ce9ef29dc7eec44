import { Select, TextInput } from '@mantine/core';
import { SPEND_ACTIONS } from '@ringside/core/billing/billing-method.ts';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../ui/Panel.tsx';
import { ACCOUNT_LIMITS, type AccountSettings } from './account-settings.ts';
import classes from '../invoice/Invoices.module.css';

interface Props {
  readonly values: AccountSettings;
  readonly currency: string;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<AccountSettings>) => void;
}

/** Credit and spending limits, the action at a limit, and its notifications. */
export function AccountLimitInputs({ values, currency, errors, onChange }: Props) {
  const { t } = useTranslation('invoice');
  return (
    <Panel title={t('limits.set')} description={t('limits.hint')}>
      <div className={classes['columns']}>
        {ACCOUNT_LIMITS.map((key) => (
          <TextInput
            key={key}
            label={t(`settings.${key}`, { currency })}
            placeholder={t('settings.noLimit')}
            inputMode="decimal"
            value={values[key] ?? ''}
            error={errors[key]}
            onChange={(event) => onChange({ [key]: event.currentTarget.value.trim() || null })}
          />
        ))}
        <Select
          label={t('settings.spendAction')}
          allowDeselect={false}
          data={SPEND_ACTIONS.map((value) => ({ value, label: t(`settings.actions.${value}`) }))}
          value={values.spendAction}
          onChange={(value) => onChange({ spendAction: value ?? 'notify' })}
        />
        <TextInput
          type="email"
          label={t('settings.spendNotifyEmail')}
          description={t('settings.spendNotifyEmailHint')}
          value={values.spendNotifyEmail}
          error={errors['spendNotifyEmail']}
          onChange={(event) => onChange({ spendNotifyEmail: event.currentTarget.value })}
        />
      </div>
    </Panel>
  );
}
