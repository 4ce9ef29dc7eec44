import { Alert, Button, Group } from '@mantine/core';
import { type Account, updateAccount } from '@ringside/core/contract/billing/account.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useFieldErrors } from '../../data/form/use-field-errors.ts';
import { useTell } from '../../ui/use-tell.ts';
import layout from '../../ui/report/Report.module.css';
import { type AccountSettings, accountSettingsOf } from './account-settings.ts';
import { AccountBilling } from './AccountBilling.tsx';
import { AccountLimitInputs } from './AccountLimitInputs.tsx';
import { useReason } from '../invoice/use-reason.ts';

/** Billing method and limits of a customer. */
export function AccountForm({ account }: { readonly account: Account }) {
  const { t } = useTranslation(['invoice', 'common']);
  const tell = useTell();
  const reason = useReason();
  const client = useQueryClient();
  const { errors, at, showProblem } = useFieldErrors();
  const [values, setValues] = useState(() => accountSettingsOf(account));
  const set = (change: Partial<AccountSettings>): void => setValues((all) => ({ ...all, ...change }));
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
  return (
    <form noValidate onSubmit={submit} className={layout['page']}>
      <AccountBilling values={values} currency={account.currency} errors={errors} errorAt={at} onChange={set} />
      <AccountLimitInputs values={values} currency={account.currency} errors={errors} onChange={set} />
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
