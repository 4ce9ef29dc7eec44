import { linkSearch } from '../../data/base/link-search.ts';
import type { BillingReport, BillingRow, Margin } from '@ringside/core/contract/billing/billing-report.ts';
import { formatDuration } from '@ringside/core/base/duration.ts';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Num } from '../../ui/Num.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { useMoney } from '../../ui/use-money.ts';
import classes from '../../ui/report/ReportTable.module.css';
import type { Days } from '../../ui/report/report-days.ts';

const COLUMNS = [
  ...(['fees', 'calls', 'billedSeconds', 'allowanceSeconds', 'usage', 'discounts'] as const),
  ...(['net', 'tax', 'total'] as const),
] as const;
/** Components of the fees, shown if there is more than the fixed fee. */
const FEES = ['fixedFees', 'setupFees', 'unitFees'] as const;
const NOTHING = /^0(\.0+)?$/;
const USAGE_COLUMNS = ['calls', 'rawSeconds', 'billedSeconds', 'allowanceSeconds', 'usage'] as const;

function Table({ head, children }: { readonly head: readonly string[]; readonly children: ReactNode }) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label={head[0]}>
      <table className={classes['table']} data-lines="total">
        <thead>
          <tr>
            {head.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** Only platform staff see margins. */
const marginColumns = (rows: readonly { readonly margin?: Margin | undefined }[]) =>
  rows.some((row) => row.margin !== undefined) ? (['cost', 'margin'] as const) : [];

function MarginCells({ margin, currency }: { readonly margin: Margin | undefined; readonly currency: string }) {
  const { t } = useTranslation('billing');
  const { number } = useFormat();
  const money = useMoney(currency);
  if (margin === undefined) return null;
  return (
    <>
      <td data-label={t('columns.cost')}>
        <Num>{money(margin.cost)}</Num>
        {margin.unknownCalls > 0 ? (
          <span className={classes['more']}>
            {t('unknownCalls', { count: margin.unknownCalls, n: number(margin.unknownCalls) })}
          </span>
        ) : null}
      </td>
      <td data-label={t('columns.margin')} data-loss={margin.margin.startsWith('-') || undefined}>
        <Num>{money(margin.margin)}</Num>
      </td>
    </>
  );
}

interface CustomersProps {
  readonly rows: readonly BillingRow[];
  /** Period of the linked call records. */
  readonly calls: Days;
  readonly several: boolean;
}

export function CustomerTable({ rows, calls, several }: CustomersProps) {
  const { t } = useTranslation('billing');
  const columns = ['invoiceNumber' as const, ...COLUMNS, ...marginColumns(rows)];
  return (
    <Table head={[t('columns.customerName'), ...columns.map((column) => t(`columns.${column}`))]}>
      {rows.map((row) => (
        <CustomerRow
          key={`${row.customerId} ${row.planId ?? ''} ${row.currency}`}
          row={row}
          calls={several ? { ...calls, customer: row.customerId } : calls}
        />
      ))}
    </Table>
  );
}

function CustomerRow({
  row,
  calls,
}: {
  readonly row: BillingRow;
  readonly calls: Days & { readonly customer?: string };
}) {
  const { t } = useTranslation('billing');
  const { number } = useFormat();
  const money = useMoney(row.currency);
  const written = (column: (typeof COLUMNS)[number]): string => {
    const value = row[column];
    if (typeof value === 'string') return money(value);
    return column.endsWith('Seconds') ? formatDuration(value) : number(value);
  };
  const notesOf = (column: (typeof COLUMNS)[number]): readonly string[] => {
    if (column === 'calls' && row.unratedCalls > 0) {
      return [t('unratedNote', { count: row.unratedCalls, n: number(row.unratedCalls) })];
    }
    const parts = column === 'fees' ? FEES.filter((fee) => !NOTHING.test(row[fee])) : [];
    return parts.some((fee) => fee !== 'fixedFees')
      ? parts.map((fee) => `${t(`columns.${fee}`)} \u2068${money(row[fee])}\u2069`)
      : [];
  };
  return (
    <tr>
      <th scope="row">
        <bdi>{row.customerName}</bdi>
        <span className={classes['more']}>
          <bdi>{row.planName || t('noPlan')}</bdi>
        </span>
        {row.allowances.map((a) => {
          const amount = (n: number): string => `\u2068${a.kind === 'minutes' ? formatDuration(n) : number(n)}\u2069`;
          const values = { used: amount(a.used), included: amount(a.included), left: amount(a.left) };
          return (
            <span key={a.name} className={classes['more']}>
              <bdi>{a.name || t('included')}</bdi>: {t(a.kind === 'minutes' ? 'usedSeconds' : 'usedCalls', values)}
            </span>
          );
        })}
      </th>
      <InvoiceCell invoices={row.invoices} />
      {COLUMNS.map((column) => (
        <td key={column} data-label={t(`columns.${column}`)}>
          {column === 'calls' && row.calls > 0 ? (
            <Link to="/reports/cdr" search={linkSearch({ ...calls })} className={classes['open']}>
              <Num>{written(column)}</Num>
            </Link>
          ) : (
            <Num>{written(column)}</Num>
          )}
          {notesOf(column).map((note) => (
            <span key={note} className={classes['more']}>
              {note}
            </span>
          ))}
        </td>
      ))}
      <MarginCells margin={row.margin} currency={row.currency} />
    </tr>
  );
}

/** Existing invoices of the period, each with a link. */
function InvoiceCell({ invoices }: Pick<BillingRow, 'invoices'>) {
  const { t } = useTranslation('billing');
  return (
    <td data-label={t('columns.invoiceNumber')}>
      {invoices.length === 0 ? t('notInvoiced') : null}
      {invoices.map(({ id, number, status }) => (
        <Fragment key={id}>
          <Link to="/invoices/$invoice" params={{ invoice: id }} className={classes['open']}>
            {number === null ? t('invoiceStates.draft') : <Num className={classes['day']}>{number}</Num>}
          </Link>
          {number === null ? null : <span className={classes['more']}>{t(`invoiceStates.${status}`)}</span>}
        </Fragment>
      ))}
    </td>
  );
}

export function DestinationTable({ groups }: { readonly groups: BillingReport['groups'] }) {
  const { t } = useTranslation(['billing', 'cdr']);
  return (
    <Table head={[t('byDestination'), ...[...USAGE_COLUMNS, ...marginColumns(groups)].map((c) => t(`columns.${c}`))]}>
      {groups.map((group) => (
        <DestinationRow key={`${group.currency} ${group.direction} ${group.group}`} group={group} />
      ))}
    </Table>
  );
}

function DestinationRow({ group }: { readonly group: BillingReport['groups'][number] }) {
  const { t } = useTranslation(['billing', 'cdr']);
  const { number } = useFormat();
  const money = useMoney(group.currency);
  const written = (column: (typeof USAGE_COLUMNS)[number]): string => {
    const value = group[column];
    if (typeof value === 'string') return money(value);
    return column === 'calls' ? number(value) : formatDuration(value);
  };
  return (
    <tr>
      <th scope="row">
        <bdi>{group.group || t('otherDestinations')}</bdi>
        <span className={classes['more']}>{t(`cdr:directions.${group.direction}`)}</span>
      </th>
      {USAGE_COLUMNS.map((column) => (
        <td key={column} data-label={t(`columns.${column}`)}>
          <Num>{written(column)}</Num>
        </td>
      ))}
      <MarginCells margin={group.margin} currency={group.currency} />
    </tr>
  );
}
