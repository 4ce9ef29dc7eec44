import { keyed } from '../../locales/keyed.ts';
import { exportLedger } from '@ringside/core/contract/billing/account.ts';
import { exportInvoices } from '@ringside/core/contract/billing/invoice.ts';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../data/api/use-can.ts';
import { ExportMenu } from '../../data/list/ExportMenu.tsx';
import { type InvoicesSearch, queryOf } from './invoices-search.ts';

const INVOICE_COLUMNS = [
  ...['number', 'kind', 'customerName', 'firstDay', 'lastDay', 'issueDate', 'dueDate'],
  ...['currency', 'net', 'tax', 'total', 'open', 'status', 'payment', 'sentAt'],
];

/** Exports all pages of the filtered list. */
export function ExportInvoices({ search, staff }: { readonly search: InvoicesSearch; readonly staff: boolean }) {
  const { t } = useTranslation('invoice');
  const can = useCan();
  if (!can('export', 'billing')) return null;
  const { page: _page, perPage: _perPage, ...narrowed } = queryOf(search);
  const columns = staff ? INVOICE_COLUMNS : INVOICE_COLUMNS.filter((column) => column !== 'customerName');
  const headings = columns.map((column) => keyed(t)(`exported.${column}`)).join('\n');
  return (
    <ExportMenu path={exportInvoices.path} query={() => ({ ...narrowed, columns: columns.join(','), headings })} />
  );
}

const LEDGER_COLUMNS = ['at', 'kind', 'reference', 'currency', 'amount', 'balance', 'madeBy'];

export function ExportLedger({ customerId }: { readonly customerId: string }) {
  const { t } = useTranslation('invoice');
  const headings = LEDGER_COLUMNS.map((column) => keyed(t)(`exported.${column}`)).join('\n');
  return (
    <ExportMenu
      path={exportLedger.path.replace(':id', customerId)}
      query={() => ({ columns: LEDGER_COLUMNS.join(','), headings })}
      of={t('ledger.title')}
      title={t('ledger.title')}
    />
  );
}
