import { Button, Menu } from '@mantine/core';
import type { Invoice } from '@ringside/core/contract/billing/invoice.ts';
import { finaliseInvoice, refreshInvoice, voidInvoice } from '@ringside/core/contract/billing/invoice.ts';
import { BadgeCheck, ChevronDown, Download, Mail, RefreshCw, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { download } from '../../data/api/download.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useTell } from '../../ui/use-tell.ts';
import { ConfirmButtons } from './ConfirmButtons.tsx';
import { CreditForm } from '../account/CreditForm.tsx';
import { SendForm } from './SendForm.tsx';
import { useInvoiceChange } from './use-invoice-change.ts';
import { useReason } from './use-reason.ts';

interface Props {
  readonly invoice: Invoice;
  readonly staff: boolean;
}

type Asking = 'finalise' | 'void' | 'send' | 'credit';

export function InvoiceActions({ invoice, staff }: Props) {
  const { t } = useTranslation('invoice');
  const [asking, setAsking] = useState<Asking | null>(null);
  const refresh = useInvoiceChange(invoice, () => call(refreshInvoice, { params: { id: invoice.id } }));
  const close = (): void => setAsking(null);
  const draft = staff && invoice.status === 'draft';
  const final = staff && invoice.status === 'final';
  const icon = { size: 16, 'aria-hidden': true } as const;
  return (
    <>
      <Files invoice={invoice} />
      {draft ? (
        <>
          <Button variant="default" leftSection={<Trash2 {...icon} />} onClick={() => setAsking('void')}>
            {t('actions.void')}
          </Button>
          <Button
            variant="default"
            leftSection={<RefreshCw {...icon} />}
            loading={refresh.isPending}
            onClick={() => refresh.mutate(undefined)}
          >
            {t('actions.refresh')}
          </Button>
          <Button leftSection={<BadgeCheck {...icon} />} onClick={() => setAsking('finalise')}>
            {t('actions.finalise')}
          </Button>
        </>
      ) : null}
      {final && invoice.kind === 'invoice' && invoice.payment !== 'credited' ? (
        <Button variant="default" leftSection={<Undo2 {...icon} />} onClick={() => setAsking('credit')}>
          {t('actions.credit')}
        </Button>
      ) : null}
      {final ? (
        <Button leftSection={<Mail {...icon} />} onClick={() => setAsking('send')}>
          {t('actions.send')}
        </Button>
      ) : null}
      <Confirm invoice={invoice} asking={asking} onClose={close} />
      <Dialog opened={asking === 'send'} onClose={close} title={t('actions.send')}>
        <SendForm invoice={invoice} onDone={close} />
      </Dialog>
      <Dialog opened={asking === 'credit'} onClose={close} title={t('actions.credit')}>
        <CreditForm invoice={invoice} onDone={close} />
      </Dialog>
    </>
  );
}

function Files({ invoice }: { readonly invoice: Invoice }) {
  const { t } = useTranslation('invoice');
  const tell = useTell();
  const reason = useReason();
  const [busy, setBusy] = useState(false);
  const save = async (path: string, query: Readonly<Record<string, unknown>> = {}): Promise<void> => {
    setBusy(true);
    try {
      await download(`/invoices/${invoice.id}/${path}`, query);
    } catch (error) {
      tell.failed(reason(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          variant="default"
          loading={busy}
          leftSection={<Download size={16} aria-hidden="true" />}
          rightSection={<ChevronDown size={14} aria-hidden="true" />}
        >
          {t('actions.files')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save('pdf')}>{t('actions.pdf')}</Menu.Item>
        <Menu.Item onClick={() => void save('calls', { format: 'csv' })}>{t('actions.callsCsv')}</Menu.Item>
        <Menu.Item onClick={() => void save('calls', { format: 'xlsx' })}>{t('actions.callsXlsx')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface ConfirmProps {
  readonly invoice: Invoice;
  readonly asking: Asking | null;
  readonly onClose: () => void;
}

/** Confirms an action that cannot be undone. */
function Confirm({ invoice, asking, onClose }: ConfirmProps) {
  const { t } = useTranslation('invoice');
  const finalise = useInvoiceChange(invoice, () => call(finaliseInvoice, { params: { id: invoice.id } }));
  const discard = useInvoiceChange(invoice, () => call(voidInvoice, { params: { id: invoice.id } }));
  const kind = asking === 'void' ? 'void' : 'finalise';
  const change = kind === 'void' ? discard : finalise;
  return (
    <Dialog opened={asking === 'finalise' || asking === 'void'} onClose={onClose} title={t(`actions.${kind}`)}>
      <p>{t(`confirm.${kind}`)}</p>
      <ConfirmButtons
        label={t(`actions.${kind}`)}
        danger={kind === 'void'}
        busy={change.isPending}
        onCancel={onClose}
        onConfirm={() => change.mutate(undefined, { onSettled: onClose })}
      />
    </Dialog>
  );
}
