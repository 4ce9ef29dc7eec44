import { Button } from '@mantine/core';
import {
  type SipAccount,
  type Subscriber,
  SUBSCRIBER_STATUS,
  subscribers,
  subscribersImport,
} from '@ringside/core/contract/subscribers/subscriber.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ListPlus, Phone, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSeesCustomers } from '../../data/api/use-sees-customers.ts';
import { useCan } from '../../data/api/use-can.ts';
import { DeleteItem } from '../../data/form/DeleteItem.tsx';
import { DuplicateItem } from '../../data/form/DuplicateItem.tsx';
import { EditItem } from '../../data/form/EditItem.tsx';
import { FormDrawer } from '../../data/form/FormDrawer.tsx';
import { ImportButton } from '../../data/import/ImportButton.tsx';
import type { Filter } from '../../data/list/list-filters.ts';
import { RemoveDialog } from '../../data/form/RemoveDialog.tsx';
import { ResourceList } from '../../data/list/ResourceList.tsx';
import { RowMenu } from '../../data/list/RowMenu.tsx';
import { listQuery } from '../../data/list/resource-queries.ts';
import { useRowStates } from '../../data/list/use-row-states.ts';
import { useListAddress } from '../../data/list/use-list-address.ts';
import links from '../../ui/links.module.css';
import { Num } from '../../ui/Num.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { AccountDialog } from './AccountDialog.tsx';
import { AddLineForm } from './AddLineForm.tsx';
import { AddRangeForm } from './AddRangeForm.tsx';
import { RangeDialog } from './RangeDialog.tsx';
import { RegistrationCell } from './RegistrationBadge.tsx';
import { useLineStates } from './use-line-states.ts';
import { useRegistrations } from './use-registrations.ts';
import { useRemoveWords } from './use-remove-words.ts';
import type { RowProvisioning } from '@ringside/core/contract/pbx/row-provisioning.ts';
import { RowStateBadge } from '../../data/list/RowStateBadge.tsx';
import { lineKey, type LineState } from './line-states.ts';
import { LineStatus } from './LineStatus.tsx';
import classes from './Registration.module.css';
import type texts from '../../locales/en/subscriber.json';

declare module 'i18next' {
  interface NounTexts {
    subscriber: typeof texts;
  }
}

/** Current state of the subscriber, and below it the provisioning state. */
function StatusCell({
  line,
  live,
  state,
}: {
  readonly line: Subscriber;
  readonly live: ReadonlyMap<string, LineState>;
  readonly state: RowProvisioning | undefined;
}) {
  return (
    <div className={classes['cell']}>
      <LineStatus status={line.status} live={live.get(lineKey(line.serverId, line.sipUsername))} />
      {state ? <RowStateBadge row={state} plain /> : null}
    </div>
  );
}

const CUSTOMER: Filter = { field: 'customerId', kind: 'ref', resource: 'customers' };
const SERVER: Filter = { field: 'serverId', kind: 'ref', resource: 'endpoints' };
const STATUS: Filter = { field: 'status', kind: 'select', options: SUBSCRIBER_STATUS };

/** Import files contain codes and names where the form has ids. */
const IMPORT_LABELS = { customer: 'customerId', server: 'serverId', user: 'userId' };

export function SubscribersPage() {
  const { t } = useTranslation(['subscriber', 'common']);
  const removeWords = useRemoveWords();
  const can = useCan();
  const navigate = useNavigate();
  const staff = useSeesCustomers();
  const [search, change] = useListAddress();
  const [leaving, setLeaving] = useState<Subscriber | null>(null);
  const [account, setAccount] = useState<SipAccount | null>(null);
  const [made, setMade] = useState<readonly SipAccount[] | null>(null);
  usePageTitle(t('words.title'));
  const { form, from } = search as { readonly form?: unknown; readonly from?: unknown };
  const close = (): void => change({ form: undefined, from: undefined }, true);
  const open = (kind: 'new' | 'range'): void => change({ form: kind }, true);
  const add = can('create', 'subscriber') ? <AddButton kind="new" onOpen={open} /> : null;
  return (
    <>
      <PageHeader
        title={t('words.title')}
        description={t('words.description')}
        actions={
          add ? (
            <>
              <ImportButton resource={subscribers} imported={subscribersImport} labels={IMPORT_LABELS} />
              <AddButton kind="range" onOpen={open} />
              {add}
            </>
          ) : null
        }
      />
      <LineList staff={staff} emptyAction={add} onLeave={setLeaving} />
      <FormDrawer
        title={form === 'range' ? t('range.add') : t('words.add')}
        opened={form === 'new' || form === 'range'}
        onClose={close}
      >
        {form === 'range' ? (
          <AddRangeForm
            onCancel={close}
            onMade={(accounts) => {
              close();
              setMade(accounts);
            }}
          />
        ) : (
          <AddLineForm
            from={typeof from === 'string' ? from : undefined}
            onCancel={close}
            onMade={(line) => {
              close();
              setAccount(line);
            }}
          />
        )}
      </FormDrawer>
      <AccountDialog
        account={account}
        onClose={() => {
          const id = account?.id;
          setAccount(null);
          if (id) void navigate({ to: '/subscribers/$subscriber', params: { subscriber: id } });
        }}
      />
      <RangeDialog accounts={made} onClose={() => setMade(null)} />
      <RemoveDialog
        resource={subscribers}
        row={leaving}
        consequence={removeWords(leaving)}
        onClose={() => setLeaving(null)}
      />
    </>
  );
}

function AddButton({
  kind,
  onOpen,
}: {
  readonly kind: 'new' | 'range';
  readonly onOpen: (kind: 'new' | 'range') => void;
}) {
  const { t } = useTranslation('subscriber');
  const Icon = kind === 'new' ? Plus : ListPlus;
  return (
    <Button
      variant={kind === 'new' ? 'filled' : 'default'}
      leftSection={<Icon size={16} aria-hidden="true" />}
      onClick={() => onOpen(kind)}
    >
      {kind === 'new' ? t('words.add') : t('range.add')}
    </Button>
  );
}

function LineList({
  staff,
  emptyAction,
  onLeave,
}: {
  readonly staff: boolean;
  readonly emptyAction: ReactNode;
  readonly onLeave: (line: Subscriber) => void;
}) {
  const { t } = useTranslation('common');
  const can = useCan();
  const navigate = useNavigate();
  const live = useLineStates();
  const [search, change] = useListAddress();
  // Same query as the list, so only one request is sent.
  const page = useQuery(listQuery(subscribers, search));
  const ids = page.data?.data.map((row) => row.id) ?? [];
  const registrations = useRegistrations(ids);
  const states = useRowStates('subscriber', ids);
  const columns = ['extension', 'name', 'status', 'userName', 'sipUsername', 'serverName', 'customerName'];
  return (
    <ResourceList
      resource={subscribers}
      icon={Phone}
      columns={staff ? columns : columns.filter((c) => c !== 'customerName')}
      filters={[...(staff ? [CUSTOMER] : []), ...(can('read', 'endpoint') ? [SERVER] : []), STATUS]}
      emptyAction={emptyAction}
      cells={{
        extension: (row) => (
          <Link to="/subscribers/$subscriber" params={{ subscriber: row.id }} className={links['link']}>
            <Num>{row.extension}</Num>
          </Link>
        ),
        status: (row) => <StatusCell line={row} live={live} state={states.get(row.id)} />,
        sipUsername: (row) => (
          <div>
            <Num>{row.sipUsername}</Num>
            <RegistrationCell registration={registrations.get(row.id)} />
          </div>
        ),
        forwardAlways: (row) => <Num>{row.forwardAlways || t('list.none')}</Num>,
      }}
      actions={(row) => (
        <RowMenu name={`${row.extension} ${row.name}`}>
          <EditItem onClick={() => void navigate({ to: '/subscribers/$subscriber', params: { subscriber: row.id } })} />
          {can('create', 'subscriber') ? (
            <DuplicateItem onClick={() => change({ form: 'new', from: row.id }, true)} />
          ) : null}
          {can('delete', 'subscriber') ? <DeleteItem onClick={() => onLeave(row)} /> : null}
        </RowMenu>
      )}
    />
  );
}
