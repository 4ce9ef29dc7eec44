import { Alert, SegmentedControl, TextInput } from '@mantine/core';
import { type Account, addLedgerEntry, MANUAL_ENTRIES } from '@ringside/core/contract/billing/account.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callKey } from '../../data/api/call-key.ts';
import { call } from '../../data/api/call.ts';
import { useFieldErrors } from '../../data/form/use-field-errors.ts';
import { useTell } from '../../ui/use-tell.ts';
import { ConfirmButtons } from '../invoice/ConfirmButtons.tsx';
import classes from '../invoice/Invoices.module.css';
import { useReason } from '../invoice/use-reason.ts';

type Kind = (typeof MANUAL_ENTRIES)[number];

interface Props {
  readonly account: Account;
  readonly onDone: () => void;
}

/** Adds a payment, a refund or an adjustment. Entries cannot be changed; a further entry corrects them. */
export function EntryForm({ account, onDone }: Props) {
  const { t } = useTranslation('invoice');
  const tell = useTell();
  const reason = useReason();
  const client = useQueryClient();
  const { errors, showProblem } = useFieldErrors();
  // A second click must not create a second entry.
  const [key] = useState(callKey);
  const [kind, setKind] = useState<Kind>('payment');
  const [amount, setAmount] = useState('');
  const [reference, setReference] = useState('');
  const enter = useMutation({
    mutationFn: () =>
      call(addLedgerEntry, {
        params: { id: account.customerId },
        body: { kind, amount, reference },
        headers: { 'idempotency-key': key },
      }),
    onSuccess: () => {
      tell.done(t('saved'));
      onDone();
    },
    onError: showProblem,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['account'] });
      void client.invalidateQueries({ queryKey: ['/invoices'] });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    enter.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className={classes['drawer']}>
      <SegmentedControl
        aria-label={t('ledger.kind')}
        fullWidth
        data={MANUAL_ENTRIES.map((value) => ({ value, label: t(`ledger.kinds.${value}`) }))}
        value={kind}
        onChange={(value) => setKind(value)}
      />
      <TextInput
        label={t('amountIn', { currency: account.currency })}
        description={kind === 'adjustment' ? t('ledger.adjustmentHint') : undefined}
        required
        inputMode="decimal"
        value={amount}
        error={errors['amount']}
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
      <TextInput
        label={t('ledger.reference')}
        maxLength={200}
        value={reference}
        error={errors['reference']}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
      {enter.isError && Object.keys(errors).length === 0 ? (
        <Alert color="red" role="alert">
          {reason(enter.error)}
        </Alert>
      ) : null}
      <ConfirmButtons
        label={t('ledger.enter')}
        busy={enter.isPending}
        disabled={amount.trim() === ''}
        onCancel={onDone}
      />
    </form>
  );
}
