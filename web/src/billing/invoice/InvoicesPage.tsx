import { linkSearch } from '../../data/base/link-search.ts';
import { Button, Select, TextInput } from '@mantine/core';
import { listInvoices } from '@ringside/core/contract/billing/invoice.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Building, FilePlus2, FileText, Percent, Search, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useUser } from '../../data/api/session.ts';
import { useCan } from '../../data/api/use-can.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { FormDrawer } from '../../data/form/FormDrawer.tsx';
import { Pager } from '../../data/list/Pager.tsx';
import { RefSelect } from '../../data/form/RefSelect.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { DraftForm } from './DraftForm.tsx';
import { ExportInvoices } from './export-buttons.tsx';
import { InvoiceRows } from './InvoiceRows.tsx';
import layout from '../../ui/report/Report.module.css';
import { type InvoicesSearch, queryOf, readInvoicesSearch, STATES } from './invoices-search.ts';
import { InvoiceTotals } from './InvoiceTotals.tsx';
import { IssuersForm } from '../account/IssuersForm.tsx';
import { TaxProfilesForm } from '../account/TaxProfilesForm.tsx';

type Opened = 'draft' | 'issuers' | 'taxes';

export function InvoicesPage() {
  const { t } = useTranslation(['invoice', 'common']);
  const errorText = useErrorText();
  const user = useUser();
  const search = readInvoicesSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const [open, setOpen] = useState<Opened | null>(null);
  const change = (next: Partial<Record<keyof InvoicesSearch, unknown>>): void =>
    void navigate({
      to: '.',
      search: linkSearch((before: Record<string, unknown>) => readInvoicesSearch({ ...before, page: 1, ...next })),
      replace: true,
      resetScroll: false,
    });
  const asked = queryOf(search);
  const query = useQuery({
    queryKey: ['/invoices', asked],
    queryFn: ({ signal }) => call(listInvoices, { query: asked, signal }),
    placeholderData: keepPreviousData,
  });
  usePageTitle(t('title'));
  const list = query.data;
  const staff = user.customerId === null;
  const close = (): void => setOpen(null);
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={<Actions staff={staff} ownId={user.customerId} onOpen={setOpen} />}
      />
      <div className={layout['page']} aria-busy={query.isFetching}>
        <Filters search={search} staff={staff} onChange={change} />
        {list === undefined ? (
          query.isError ? (
            <EmptyState
              icon={TriangleAlert}
              tone="bad"
              title={t('failed')}
              action={
                <Button variant="default" onClick={() => void query.refetch()}>
                  {t('common:actions.retry')}
                </Button>
              }
            >
              {errorText(query.error)}
            </EmptyState>
          ) : null
        ) : list.data.length === 0 ? (
          <EmptyState icon={FileText} title={t('empty')}>
            {staff ? t('emptyHint') : t('emptyOwn')}
          </EmptyState>
        ) : (
          <>
            <InvoiceTotals totals={list.totals} />
            <Panel title={t('list')} actions={<ExportInvoices search={search} staff={staff} />} flush>
              <InvoiceRows rows={list.data} staff={staff} />
              <Pager search={{ page: asked.page, perPage: asked.perPage }} total={list.meta.total} onChange={change} />
            </Panel>
          </>
        )}
      </div>
      <FormDrawer title={t('draft.new')} opened={open === 'draft'} onClose={close}>
        <DraftForm customer={search.customer ?? null} onDone={close} />
      </FormDrawer>
      <FormDrawer title={t('issuers.title')} opened={open === 'issuers'} onClose={close}>
        <IssuersForm onDone={close} />
      </FormDrawer>
      <FormDrawer title={t('taxProfiles.title')} opened={open === 'taxes'} onClose={close} size={680}>
        <TaxProfilesForm onDone={close} />
      </FormDrawer>
    </>
  );
}

interface ActionsProps {
  readonly staff: boolean;
  /** Customer id, for users of a customer. */
  readonly ownId: string | null;
  readonly onOpen: (what: Opened) => void;
}

function Actions({ staff, ownId, onOpen }: ActionsProps) {
  const { t } = useTranslation('invoice');
  const can = useCan();
  return (
    <>
      {staff && can('update', 'billing') ? (
        <>
          <Button
            variant="default"
            leftSection={<Percent size={16} aria-hidden="true" />}
            onClick={() => onOpen('taxes')}
          >
            {t('taxProfiles.title')}
          </Button>
          <Button
            variant="default"
            leftSection={<Building size={16} aria-hidden="true" />}
            onClick={() => onOpen('issuers')}
          >
            {t('issuers.title')}
          </Button>
        </>
      ) : null}
      {staff && can('create', 'billing') ? (
        <Button leftSection={<FilePlus2 size={16} aria-hidden="true" />} onClick={() => onOpen('draft')}>
          {t('draft.new')}
        </Button>
      ) : null}
      {ownId === null ? null : (
        <LinkButton to="/customers/$customer/account" params={{ customer: ownId }} variant="default">
          {t('account.title')}
        </LinkButton>
      )}
    </>
  );
}

interface FiltersProps {
  readonly search: InvoicesSearch;
  readonly staff: boolean;
  readonly onChange: (next: Partial<Record<keyof InvoicesSearch, unknown>>) => void;
}

function Filters({ search, staff, onChange }: FiltersProps) {
  const { t } = useTranslation(['invoice', 'common']);
  const clear = { 'aria-label': t('common:actions.clear') };
  const states = staff ? STATES : STATES.filter((state) => state !== 'draft' && state !== 'void');
  return (
    <div className={layout['filters']} role="search" aria-label={t('filters')}>
      <TextInput
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<Search size={16} aria-hidden="true" />}
        w={{ base: '100%', xs: 240 }}
        defaultValue={search.q ?? ''}
        onChange={(event) => onChange({ q: event.currentTarget.value })}
      />
      <Select
        aria-label={t('columns.state')}
        placeholder={t('columns.state')}
        w={{ base: '100%', xs: 180 }}
        clearable
        clearButtonProps={clear}
        data={states.map((value) => ({ value, label: t(`states.${value}`) }))}
        value={search.state ?? null}
        onChange={(value) => onChange({ state: value ?? undefined })}
      />
      {staff ? (
        <RefSelect
          resource="customers"
          aria-label={t('columns.customer')}
          placeholder={t('columns.customer')}
          w={{ base: '100%', xs: 220 }}
          clearable
          value={search.customer ?? null}
          onChange={(value) => onChange({ customer: value ?? undefined })}
        />
      ) : null}
    </div>
  );
}
