import { type LedgerEntry, listLedger } from '@ringside/core/contract/billing/account.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { Pager } from '../../data/list/Pager.tsx';
import { Num } from '../../ui/Num.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { useMoney } from '../../ui/use-money.ts';
import links from '../../ui/links.module.css';
import classes from '../invoice/Invoices.module.css';
import { PaperTable } from '../invoice/PaperTable.tsx';

export function Ledger({ customerId }: { readonly customerId: string }) {
  const { t } = useTranslation('invoice');
  const [page, setPage] = useState({ page: 1, perPage: 25 });
  const { data } = useQuery({
    queryKey: ['account', customerId, 'ledger', page],
    queryFn: ({ signal }) => call(listLedger, { params: { id: customerId }, query: page, signal }),
    placeholderData: keepPreviousData,
  });
  if (data === undefined) return null;
  if (data.data.length === 0)
    return (
      <p className={classes['empty']} style={{ padding: '0 20px 20px' }}>
        {t('ledger.empty')}
      </p>
    );
  return (
    <>
      <PaperTable
        label={t('ledger.title')}
        head={[
          { label: t('ledger.at') },
          { label: t('ledger.kind') },
          { label: t('ledger.reference') },
          { label: t('columns.amount'), end: true },
          { label: t('ledger.balance'), end: true },
        ]}
      >
        {data.data.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </PaperTable>
      <Pager search={page} total={data.meta.total} onChange={(change) => setPage({ ...page, page: 1, ...change })} />
    </>
  );
}

function Entry({ entry }: { readonly entry: LedgerEntry }) {
  const { t } = useTranslation('invoice');
  const { dateTime } = useFormat();
  const money = useMoney(entry.currency);
  return (
    <tr>
      <th scope="row">{dateTime(entry.at)}</th>
      <td data-label={t('ledger.kind')}>{t(`ledger.kinds.${entry.kind}`)}</td>
      <td data-label={t('ledger.reference')}>
        {entry.invoiceId === null ? (
          <bdi>{entry.reference || '–'}</bdi>
        ) : (
          <Link className={links['link']} to="/invoices/$invoice" params={{ invoice: entry.invoiceId }}>
            <bdi>{entry.reference}</bdi>
          </Link>
        )}
      </td>
      <td data-label={t('columns.amount')} data-end>
        <Num>{money(entry.amount)}</Num>
      </td>
      <td data-label={t('ledger.balance')} data-end className={classes['strong']}>
        <Num>{money(entry.balance)}</Num>
      </td>
    </tr>
  );
}
