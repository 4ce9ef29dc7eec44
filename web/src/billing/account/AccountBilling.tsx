import { NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { listIssuers } from '@ringside/core/contract/billing/issuer.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { Panel } from '../../ui/Panel.tsx';
import { ACCOUNT_SWITCHES, type AccountSettings } from './account-settings.ts';
import { AccountMethod } from './AccountMethod.tsx';
import { AccountTaxes } from './AccountTaxes.tsx';
import classes from '../invoice/Invoices.module.css';

const PARTS = ['all', 'fees', 'usage'] as const;

interface Props {
  readonly values: AccountSettings;
  readonly currency: string;
  readonly errors: Readonly<Record<string, string>>;
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (change: Partial<AccountSettings>) => void;
}

/** Payment method and invoice settings of a customer. */
export function AccountBilling({ values, currency, errors, errorAt, onChange }: Props) {
  const { t } = useTranslation('invoice');
  return (
    <Panel title={t('settings.title')} description={t('settings.hint')}>
      <div className={classes['drawer']}>
        <AccountMethod values={values} currency={currency} errors={errors} onChange={onChange} />
        <div className={classes['columns']}>
          <IssuerSelect value={values.issuerId} onChange={(issuerId) => onChange({ issuerId })} />
          <NumberInput
            label={t('settings.paymentTermsDays')}
            min={0}
            max={365}
            value={values.paymentTermsDays}
            error={errors['paymentTermsDays']}
            onChange={(value) => onChange({ paymentTermsDays: Number(value) })}
          />
          <TextInput
            label={t('settings.discountPercent')}
            inputMode="decimal"
            value={values.discountPercent}
            error={errors['discountPercent']}
            onChange={(event) => onChange({ discountPercent: event.currentTarget.value })}
          />
          <Select
            label={t('settings.discountOn')}
            allowDeselect={false}
            data={PARTS.map((value) => ({ value, label: t(`parts.${value}`) }))}
            value={values.discountOn}
            onChange={(value) => onChange({ discountOn: value ?? 'all' })}
          />
        </div>
        <AccountTaxes profileId={values.taxProfileId} taxes={values.taxes} errorAt={errorAt} onChange={onChange} />
        {ACCOUNT_SWITCHES.map((key) => (
          <Switch
            key={key}
            label={t(`settings.${key}`)}
            description={t(`settings.${key}Hint`)}
            checked={values[key]}
            onChange={(event) => onChange({ [key]: event.currentTarget.checked })}
          />
        ))}
      </div>
    </Panel>
  );
}

interface IssuerProps {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

function IssuerSelect({ value, onChange }: IssuerProps) {
  const { t } = useTranslation(['invoice', 'common']);
  const { data } = useQuery({ queryKey: ['/issuers'], queryFn: ({ signal }) => call(listIssuers, { signal }) });
  const issuers = data?.data ?? [];
  return (
    <Select
      label={t('issuers.one')}
      placeholder={issuers.find((one) => one.isDefault)?.name ?? t('settings.defaultIssuer')}
      clearable
      clearButtonProps={{ 'aria-label': t('common:actions.clear') }}
      data={issuers.map((one) => ({ value: one.id, label: one.name }))}
      value={value}
      onChange={onChange}
    />
  );
}
