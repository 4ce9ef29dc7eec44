import { Alert, Button, Group, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { SPEND_ACTIONS } from '@ringside/core/base/billing-method.ts';
import { type Account, updateAccount } from '@ringside/core/contract/accounts.ts';
import { listIssuers } from '@ringside/core/contract/issuers.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useFieldErrors } from '../../crud/use-field-errors.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useTell } from '../../ui/use-tell.ts';
import layout from '../../ui/report/Report.module.css';
import { AccountMethod } from './AccountMethod.tsx';
import { AccountTaxes } from './AccountTaxes.tsx';
import classes from './Invoices.module.css';
import { useReason } from './use-reason.ts';

const SWITCHES = ['scheduled', 'sendInvoices', 'feesInAdvance'] as const;
const LIMITS = ['creditLimit', 'dailySpendLimit', 'monthlySpendLimit'] as const;
const PARTS = ['all', 'fees', 'usage'] as const;

type Settings = Pick<
  Account,
  | (typeof SWITCHES)[number]
  | (typeof LIMITS)[number]
  | 'issuerId'
  | 'paymentTermsDays'
  | 'taxProfileId'
  | 'taxes'
  | 'discountPercent'
  | 'discountOn'
  | 'spendAction'
  | 'spendNotifyEmail'
  | 'billingMethod'
  | 'invoiceInterval'
  | 'invoiceDay'
  | 'lowBalanceThreshold'
>;

const settingsOf = (a: Account): Settings => ({
  ...{ issuerId: a.issuerId, scheduled: a.scheduled, sendInvoices: a.sendInvoices, feesInAdvance: a.feesInAdvance },
  ...{
    paymentTermsDays: a.paymentTermsDays,
    taxProfileId: a.taxProfileId,
    taxes: a.taxes,
    discountPercent: a.discountPercent,
  },
  ...{ discountOn: a.discountOn, creditLimit: a.creditLimit, dailySpendLimit: a.dailySpendLimit },
  ...{ monthlySpendLimit: a.monthlySpendLimit, spendAction: a.spendAction, spendNotifyEmail: a.spendNotifyEmail },
  ...{ billingMethod: a.billingMethod, lowBalanceThreshold: a.lowBalanceThreshold },
  ...{ invoiceInterval: a.invoiceInterval, invoiceDay: a.invoiceDay },
});

/** How the customer is billed, and what he may owe and spend. */
export function AccountForm({ account }: { readonly account: Account }) {
  const { t } = useTranslation(['invoice', 'common']);
  const tell = useTell();
  const reason = useReason();
  const client = useQueryClient();
  const { errors, at, showProblem } = useFieldErrors();
  const [values, setValues] = useState(() => settingsOf(account));
  const set = (change: Partial<Settings>): void => setValues((all) => ({ ...all, ...change }));
  const save = useMutation({
    mutationFn: () =>
      call(updateAccount, {
        params: { id: account.customerId },
        body: values,
        headers: { 'if-match': `"${account.version}"` },
      }),
    onSuccess: (after) => {
      client.setQueryData(['account', account.customerId], after);
      tell.done(t('saved'));
    },
    onError: showProblem,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  const limit = (key: (typeof LIMITS)[number]) => (
    <TextInput
      key={key}
      label={t(`settings.${key}`, { currency: account.currency })}
      placeholder={t('settings.noLimit')}
      inputMode="decimal"
      value={values[key] ?? ''}
      error={errors[key]}
      onChange={(event) => set({ [key]: event.currentTarget.value.trim() || null })}
    />
  );
  return (
    <form noValidate onSubmit={submit} className={layout['page']}>
      <Panel title={t('settings.title')} description={t('settings.hint')}>
        <div className={classes['drawer']}>
          <AccountMethod values={values} currency={account.currency} errors={errors} onChange={set} />
          <div className={classes['columns']}>
            <IssuerSelect value={values.issuerId} onChange={(issuerId) => set({ issuerId })} />
            <NumberInput
              label={t('settings.paymentTermsDays')}
              min={0}
              max={365}
              value={values.paymentTermsDays}
              error={errors['paymentTermsDays']}
              onChange={(value) => set({ paymentTermsDays: Number(value) })}
            />
            <TextInput
              label={t('settings.discountPercent')}
              inputMode="decimal"
              value={values.discountPercent}
              error={errors['discountPercent']}
              onChange={(event) => set({ discountPercent: event.currentTarget.value })}
            />
            <Select
              label={t('settings.discountOn')}
              allowDeselect={false}
              data={PARTS.map((value) => ({ value, label: t(`parts.${value}`) }))}
              value={values.discountOn}
              onChange={(value) => set({ discountOn: (value as Settings['discountOn'] | null) ?? 'all' })}
            />
          </div>
          <AccountTaxes profileId={values.taxProfileId} taxes={values.taxes} errorAt={at} onChange={set} />
          {SWITCHES.map((key) => (
            <Switch
              key={key}
              label={t(`settings.${key}`)}
              description={t(`settings.${key}Hint`)}
              checked={values[key]}
              onChange={(event) => set({ [key]: event.currentTarget.checked })}
            />
          ))}
        </div>
      </Panel>
      <Panel title={t('limits.set')} description={t('limits.hint')}>
        <div className={classes['columns']}>
          {LIMITS.map(limit)}
          <Select
            label={t('settings.spendAction')}
            allowDeselect={false}
            data={SPEND_ACTIONS.map((value) => ({ value, label: t(`settings.actions.${value}`) }))}
            value={values.spendAction}
            onChange={(value) => set({ spendAction: (value as Settings['spendAction'] | null) ?? 'notify' })}
          />
          <TextInput
            type="email"
            label={t('settings.spendNotifyEmail')}
            description={t('settings.spendNotifyEmailHint')}
            value={values.spendNotifyEmail}
            error={errors['spendNotifyEmail']}
            onChange={(event) => set({ spendNotifyEmail: event.currentTarget.value })}
          />
        </div>
      </Panel>
      {save.isError ? (
        <Alert color="red" role="alert">
          {reason(save.error)}
        </Alert>
      ) : null}
      <Group justify="flex-end">
        <Button type="submit" loading={save.isPending}>
          {t('common:actions.save')}
        </Button>
      </Group>
    </form>
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
