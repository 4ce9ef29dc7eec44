import { keyed } from '../../locales/keyed.ts';
import { Alert } from '@mantine/core';
import { getInvoice, type Invoice } from '@ringside/core/contract/billing/invoice.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useUser } from '../../data/api/session.ts';
import { useCan } from '../../data/api/use-can.ts';
import { RecordState } from '../../data/form/RecordState.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { DraftNotes } from './DraftNotes.tsx';
import { InvoiceActions } from './InvoiceActions.tsx';
import { InvoiceLines } from './InvoiceLines.tsx';
import links from '../../ui/links.module.css';
import layout from '../../ui/report/Report.module.css';
import classes from './Invoices.module.css';
import { InvoiceState } from './InvoiceState.tsx';
import { InvoiceSums } from './InvoiceSums.tsx';
import { useDay } from './use-day.ts';

export function InvoicePage() {
  const { t } = useTranslation('invoice');
  const { invoice: id } = useParams({ from: '/app/invoices/$invoice' });
  const query = useQuery({
    queryKey: ['/invoices', 'one', id],
    queryFn: ({ signal }) => call(getInvoice, { params: { id }, signal }),
  });
  usePageTitle(query.data === undefined ? t('title') : (query.data.number ?? t('draft.title')));
  return <RecordState query={query}>{(invoice) => <Paper invoice={invoice} />}</RecordState>;
}

function Paper({ invoice }: { readonly invoice: Invoice }) {
  const { t } = useTranslation('invoice');
  const can = useCan();
  const { customerId } = useUser();
  const day = useDay();
  const staff = customerId === null && can('update', 'billing');
  const title = invoice.kind === 'credit_note' ? t('creditNoteIs') : t('invoiceIs');
  return (
    <>
      <PageHeader
        title={
          invoice.number === null ? (
            t('draft.title')
          ) : (
            <>
              {title} <bdi>{invoice.number}</bdi>
            </>
          )
        }
        mark={<InvoiceState invoice={invoice} />}
        description={
          <>
            <Link className={links['link']} to="/customers/$customer/account" params={{ customer: invoice.customerId }}>
              <bdi>{invoice.customerName}</bdi>
            </Link>{' '}
            · {day(invoice.firstDay)} – {day(invoice.lastDay)}
          </>
        }
        actions={<InvoiceActions invoice={invoice} staff={staff} />}
      />
      <div className={layout['page']}>
        <Warnings invoice={invoice} />
        <Panel title={t('parties')}>
          <div className={classes['parties']}>
            <PartyOf title={t('from')} party={invoice.issuedBy} />
            <PartyOf title={t('billTo')} party={invoice.billTo} />
          </div>
          <Facts invoice={invoice} />
        </Panel>
        <Panel title={t('linesTitle')} flush>
          <InvoiceLines invoice={invoice} editable={staff && invoice.status === 'draft'} />
          <InvoiceSums invoice={invoice} />
        </Panel>
        {staff && invoice.status === 'draft' ? (
          <DraftNotes key={invoice.version} invoice={invoice} />
        ) : invoice.notes === '' ? null : (
          <Panel title={t('notes')}>
            <p className={classes['empty']}>
              <bdi>{invoice.notes}</bdi>
            </p>
          </Panel>
        )}
      </div>
    </>
  );
}

function Warnings({ invoice }: { readonly invoice: Invoice }) {
  const { t } = useTranslation('invoice');
  return invoice.warnings.map(({ kind, count, name }) => (
    <Alert key={`${kind} ${name}`} color="yellow">
      {t(`warnings.${kind}`, { count, name: kind === 'unmeasured-fee' ? keyed(t)(`items.${name}`) : name })}
    </Alert>
  ));
}

function PartyOf({ title, party }: { readonly title: string; readonly party: Invoice['billTo'] }) {
  const details = [...party.address.split('\n'), party.taxId, party.email, party.phone].filter((text) => text !== '');
  return (
    <div className={classes['party']}>
      <h3>{title}</h3>
      <p className={classes['strong']}>
        <bdi>{party.name || '–'}</bdi>
      </p>
      {details.map((text) => (
        <p key={text}>
          <bdi>{text}</bdi>
        </p>
      ))}
    </div>
  );
}

function Facts({ invoice }: { readonly invoice: Invoice }) {
  const { t } = useTranslation('invoice');
  const { dateTime } = useFormat();
  const day = useDay();
  const to = (id: string | null, number: string | null) =>
    id === null ? null : (
      <Link className={links['link']} to="/invoices/$invoice" params={{ invoice: id }}>
        <bdi>{number}</bdi>
      </Link>
    );
  const facts = [
    [t('columns.issueDate'), day(invoice.issueDate)],
    ...(invoice.kind === 'invoice' ? [[t('columns.dueDate'), day(invoice.dueDate)] as const] : []),
    [t('sent'), invoice.sentAt === null ? t('notSent') : dateTime(invoice.sentAt)],
    [t('credits'), to(invoice.creditsId, invoice.creditsNumber)],
    [t('creditedBy'), to(invoice.creditedById, invoice.creditedByNumber)],
  ] as const;
  return (
    <dl className={classes['facts']}>
      {facts
        .filter(([, value]) => value !== null)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
