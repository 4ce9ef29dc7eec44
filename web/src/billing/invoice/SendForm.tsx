import { Alert, TextInput } from '@mantine/core';
import { type Invoice, sendInvoice } from '@ringside/core/contract/billing/invoice.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useTell } from '../../ui/use-tell.ts';
import { ConfirmButtons } from './ConfirmButtons.tsx';
import { useInvoiceChange } from './use-invoice-change.ts';
import { useReason } from './use-reason.ts';

interface Props {
  readonly invoice: Invoice;
  readonly onDone: () => void;
}

export function SendForm({ invoice, onDone }: Props) {
  const { t } = useTranslation('invoice');
  const tell = useTell();
  const reason = useReason();
  const [to, setTo] = useState(invoice.billTo.email);
  const send = useInvoiceChange(invoice, () => call(sendInvoice, { params: { id: invoice.id }, body: { to } }));
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate(undefined, {
          onSuccess: () => {
            tell.done(t('sentTo', { to }));
            onDone();
          },
        });
      }}
    >
      <TextInput
        label={t('sendTo')}
        description={t('sendHint')}
        type="email"
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      {send.isError ? (
        <Alert color="red" role="alert" mt="md">
          {reason(send.error)}
        </Alert>
      ) : null}
      <ConfirmButtons label={t('actions.send')} busy={send.isPending} disabled={to === ''} onCancel={onDone} />
    </form>
  );
}
