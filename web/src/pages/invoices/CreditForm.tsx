import { Switch, Textarea } from '@mantine/core';
import { creditInvoice, type Invoice } from '@ringside/core/contract/invoices.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ConfirmButtons } from './ConfirmButtons.tsx';
import { useInvoiceChange } from './use-invoice-change.ts';

interface Props {
  readonly invoice: Invoice;
  readonly onDone: () => void;
}

export function CreditForm({ invoice, onDone }: Props) {
  const { t } = useTranslation('invoice');
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const [rebill, setRebill] = useState(true);
  const credit = useInvoiceChange(invoice, () =>
    call(creditInvoice, { params: { id: invoice.id }, body: { reason, rebill } }),
  );
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
      <p>{t('confirm.credit')}</p>
      <Textarea
        label={t('creditReason')}
        required
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Switch
        mt="md"
        label={t('creditRebill')}
        description={t('creditRebillHint')}
        checked={rebill}
        onChange={(event) => setRebill(event.currentTarget.checked)}
      />
      <ConfirmButtons
        label={t('actions.credit')}
        busy={credit.isPending}
        disabled={reason.trim() === ''}
        onCancel={onDone}
      />
    </form>
  );
}
