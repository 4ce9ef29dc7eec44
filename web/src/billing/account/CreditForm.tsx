import { SegmentedControl, Switch, Textarea } from '@mantine/core';
import { sumMicrosOf } from '@ringside/core/base/micros.ts';
import { creditInvoice, type Invoice } from '@ringside/core/contract/billing/invoice.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { ConfirmButtons } from '../invoice/ConfirmButtons.tsx';
import { CreditLines } from '../invoice/CreditLines.tsx';
import { useInvoiceChange } from '../invoice/use-invoice-change.ts';

interface Props {
  readonly invoice: Invoice;
  readonly onDone: () => void;
}

export function CreditForm({ invoice, onDone }: Props) {
  const { t } = useTranslation('invoice');
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const [rebill, setRebill] = useState(true);
  // An invoice that was partly credited before can only be credited partly.
  const begun = sumMicrosOf(invoice.credited) !== 0n;
  const [partly, setPartly] = useState(begun);
  const [amounts, setAmounts] = useState<Readonly<Record<string, string>>>({});
  const lines = Object.entries(amounts).flatMap(([id, amount]) => (amount.trim() === '' ? [] : [{ id, amount }]));
  const body = partly ? { reason, lines } : { reason, rebill };
  const credit = useInvoiceChange(invoice, () => call(creditInvoice, { params: { id: invoice.id }, body }));
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        credit.mutate(undefined, {
          onSuccess: (note) => {
            onDone();
            void navigate({ to: '/invoices/$invoice', params: { invoice: note.id } });
          },
        });
      }}
    >
      {begun ? null : (
        <SegmentedControl
          fullWidth
          mb="md"
          aria-label={t('creditWhat')}
          data={[
            { value: 'whole', label: t('creditWhole') },
            { value: 'parts', label: t('creditParts') },
          ]}
          value={partly ? 'parts' : 'whole'}
          onChange={(value) => setPartly(value === 'parts')}
        />
      )}
      <p>{t(partly ? 'confirm.creditParts' : 'confirm.credit')}</p>
      {partly ? <CreditLines invoice={invoice} amounts={amounts} onChange={setAmounts} /> : null}
      <Textarea
        label={t('creditReason')}
        required
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {partly ? null : (
        <Switch
          mt="md"
          label={t('creditRebill')}
          description={t('creditRebillHint')}
          checked={rebill}
          onChange={(event) => setRebill(event.currentTarget.checked)}
        />
      )}
      <ConfirmButtons
        label={t('actions.credit')}
        busy={credit.isPending}
        disabled={reason.trim() === '' || (partly && lines.length === 0)}
        onCancel={onDone}
      />
    </form>
  );
}
