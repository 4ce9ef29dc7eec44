import type { InvoiceSummary } from '@ringside/core/contract/billing/invoice.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Num } from '../../ui/Num.tsx';
import { useMoney } from '../../ui/use-money.ts';
import links from '../../ui/links.module.css';
import table from '../../ui/report/ReportTable.module.css';
import classes from './Invoices.module.css';
import { InvoiceState } from './InvoiceState.tsx';
import { PaperTable } from './PaperTable.tsx';
import { useDay } from './use-day.ts';

interface Props {
  readonly rows: readonly InvoiceSummary[];
  /** Platform staff: shows customer names. */
  readonly staff: boolean;
}

export function InvoiceRows({ rows, staff }: Props) {
  const { t } = useTranslation('invoice');
  return (
    <PaperTable
      label={t('list')}
      head={[
        { label: t('columns.number') },
        ...(staff ? [{ label: t('columns.customer') }] : []),
        { label: t('columns.period') },
        { label: t('columns.issueDate') },
        { label: t('columns.dueDate') },
        { label: t('columns.total'), end: true },
        { label: t('columns.open'), end: true },
        { label: t('columns.state') },
      ]}
    >
      {rows.map((row) => (
        <Row key={row.id} row={row} staff={staff} />
      ))}
    </PaperTable>
  );
}

function Row({ row, staff }: { readonly row: InvoiceSummary; readonly staff: boolean }) {
  const { t } = useTranslation('invoice');
  const money = useMoney(row.currency);
  const day = useDay();
  return (
    <tr>
      <th scope="row">
        <Link className={links['link']} to="/invoices/$invoice" params={{ invoice: row.id }}>
          {row.number === null ? t('draft.noNumber') : <bdi>{row.number}</bdi>}
        </Link>
        {row.kind === 'credit_note' ? <span className={table['more']}>{t('kinds.credit_note')}</span> : null}
      </th>
      {staff ? (
        <td data-label={t('columns.customer')}>
          <Link className={links['link']} to="/customers/$customer/account" params={{ customer: row.customerId }}>
            <bdi>{row.customerName}</bdi>
          </Link>
        </td>
      ) : null}
      <td data-label={t('columns.period')}>
        {day(row.firstDay)} – {day(row.lastDay)}
      </td>
      <td data-label={t('columns.issueDate')}>{day(row.issueDate)}</td>
      <td data-label={t('columns.dueDate')}>{row.kind === 'invoice' ? day(row.dueDate) : '–'}</td>
      <td data-label={t('columns.total')} data-end className={classes['strong']}>
        <Num>{money(row.total)}</Num>
      </td>
      <td data-label={t('columns.open')} data-end>
        <Num>{row.status === 'final' && row.kind === 'invoice' ? money(row.open) : '–'}</Num>
      </td>
      <td data-label={t('columns.state')}>
        <InvoiceState invoice={row} />
      </td>
    </tr>
  );
}
