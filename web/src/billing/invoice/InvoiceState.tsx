import type { InvoiceSummary } from '@ringside/core/contract/billing/invoice.ts';
import { Ban, CircleAlert, CircleCheck, CircleDashed, CircleDot, type LucideIcon, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx';
import type { State } from './invoices-search.ts';

const LOOKS: Readonly<Record<State, readonly [Tone, LucideIcon]>> = {
  draft: ['warn', CircleDashed],
  final: ['ok', CircleCheck],
  unpaid: ['accent', CircleDot],
  part_paid: ['busy', CircleDot],
  paid: ['ok', CircleCheck],
  overdue: ['bad', CircleAlert],
  credited: ['idle', Undo2],
  void: ['idle', Ban],
};

/** Badge with the state of an invoice. */
export function InvoiceState({ invoice }: { readonly invoice: Pick<InvoiceSummary, 'status' | 'payment'> }) {
  const { t } = useTranslation('invoice');
  const state: State = invoice.status === 'final' ? (invoice.payment ?? 'final') : invoice.status;
  const [tone, icon] = LOOKS[state];
  return (
    <StatusBadge tone={tone} icon={icon}>
      {t(`states.${state}`)}
    </StatusBadge>
  );
}
