import { ActionIcon } from '@mantine/core';
import { type Invoice, type InvoiceLine, removeInvoiceLine } from '@ringside/core/contract/billing/invoice.ts';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { Num } from '../../ui/Num.tsx';
import { useMoney } from '../../ui/use-money.ts';
import table from '../../ui/report/ReportTable.module.css';
import { PaperTable } from './PaperTable.tsx';
import { useInvoiceChange } from './use-invoice-change.ts';
import { useLineWords } from './use-line-words.ts';

interface Props {
  readonly invoice: Invoice;
  readonly editable: boolean;
}

export function InvoiceLines({ invoice, editable }: Props) {
  const { t } = useTranslation('invoice');
  const remove = useInvoiceChange(invoice, (lineId: string) =>
    call(removeInvoiceLine, { params: { id: invoice.id, lineId } }),
  );
  return (
    <PaperTable
      label={t('linesTitle')}
      head={[
        { label: t('columns.description') },
        { label: t('columns.quantity'), end: true },
        { label: t('columns.amount'), end: true },
      ]}
    >
      {invoice.lines.map((line) => (
        <Line
          key={line.id}
          line={line}
          currency={invoice.currency}
          onRemove={editable && line.manual ? () => remove.mutate(line.id) : null}
        />
      ))}
    </PaperTable>
  );
}

interface LineProps {
  readonly line: InvoiceLine;
  readonly currency: string;
  readonly onRemove: (() => void) | null;
}

function Line({ line, currency, onRemove }: LineProps) {
  const { t } = useTranslation('invoice');
  const money = useMoney(currency);
  const words = useLineWords(currency);
  const quantity = words.quantity(line);
  const free = line.kind === 'allowance';
  return (
    <tr>
      <th scope="row">
        <bdi>{words.describe(line)}</bdi>
        {onRemove === null ? null : (
          <ActionIcon
            variant="subtle"
            color="red"
            size="sm"
            ms={6}
            aria-label={t('draft.removeLine', { name: words.describe(line) })}
            onClick={onRemove}
          >
            <Trash2 size={14} aria-hidden="true" />
          </ActionIcon>
        )}
        <span className={table['more']}>{words.explain(line)}</span>
      </th>
      <td data-label={t('columns.quantity')} data-end data-empty={quantity === '' || undefined}>
        <Num>{quantity}</Num>
      </td>
      <td data-label={t('columns.amount')} data-end data-empty={free || undefined}>
        {free ? null : <Num>{money(line.net)}</Num>}
      </td>
    </tr>
  );
}
