import { Button } from '@mantine/core';
import type { RowProvisioning } from '@ringside/core/contract/pbx/row-provisioning.ts';
import { type Queue, queues } from '@ringside/core/contract/queues/queue.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Import, ListOrdered, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSeesCustomers } from '../../data/api/use-sees-customers.ts';
import { useCan } from '../../data/api/use-can.ts';
import { DeleteItem } from '../../data/form/DeleteItem.tsx';
import { DuplicateItem } from '../../data/form/DuplicateItem.tsx';
import { EditItem } from '../../data/form/EditItem.tsx';
import { FormDrawer } from '../../data/form/FormDrawer.tsx';
import type { Filter } from '../../data/list/list-filters.ts';
import { RemoveDialog } from '../../data/form/RemoveDialog.tsx';
import { ResourceList } from '../../data/list/ResourceList.tsx';
import { listQuery } from '../../data/list/resource-queries.ts';
import { RowStateBadge } from '../../data/list/RowStateBadge.tsx';
import { RowMenu } from '../../data/list/RowMenu.tsx';
import { useRowStates } from '../../data/list/use-row-states.ts';
import { useListAddress } from '../../data/list/use-list-address.ts';
import links from '../../ui/links.module.css';
import { Num } from '../../ui/Num.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { AdoptQueues } from './AdoptQueues.tsx';
import { AddQueueForm } from './AddQueueForm.tsx';
import { CopyQueueForm } from './CopyQueueForm.tsx';
import type texts from '../../locales/en/queue.json';

declare module 'i18next' {
  interface NounTexts {
    queue: typeof texts;
  }
}

const CUSTOMER: Filter = { field: 'customerId', kind: 'ref', resource: 'customers' };
const CALLCENTER: Filter = { field: 'callcenterId', kind: 'ref', resource: 'callcenters' };
const SERVER: Filter = { field: 'serverId', kind: 'ref', resource: 'endpoints' };

export function QueuesPage() {
  const { t } = useTranslation(['queue', 'common']);
  const can = useCan();
  const staff = useSeesCustomers();
  const [search, change] = useListAddress();
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState<Queue | null>(null);
  usePageTitle(t('words.title'));
  const close = (): void => change({ form: undefined, from: undefined }, true);
  const open = (id: string): void => void navigate({ to: '/queues/$queue', params: { queue: id } });
  const add = can('create', 'queue') ? (
    <Button leftSection={<Plus size={16} aria-hidden="true" />} onClick={() => change({ form: 'new' }, true)}>
      {t('words.add')}
    </Button>
  ) : null;
  // Same query as the list, so only one request is sent.
  const page = useQuery(listQuery(queues, search));
  const states = useRowStates('queue', page.data?.data.map((row) => row.id) ?? []);
  const columns = ['label', 'name', 'serverName', 'callcenterName', 'customerName'];
  return (
    <>
      <PageHeader
        title={t('words.title')}
        description={t('words.description')}
        actions={
          add ? (
            <>
              <AdoptButton onClick={() => change({ form: 'adopt' }, true)} />
              {add}
            </>
          ) : null
        }
      />
      <ResourceList
        resource={queues}
        icon={ListOrdered}
        columns={staff ? columns : columns.filter((c) => c !== 'customerName')}
        filters={[...(staff ? [CUSTOMER] : []), CALLCENTER, ...(can('read', 'endpoint') ? [SERVER] : [])]}
        emptyAction={add}
        cells={{
          label: (row) => <QueueLink queue={row} />,
          name: (row) => (
            <div>
              <Num>{row.name}</Num>
              <QueueState state={states.get(row.id)} />
            </div>
          ),
          callcenterName: (row) => (
            <Link to="/callcenters/$callcenter" params={{ callcenter: row.callcenterId }} className={links['quiet']}>
              <bdi>{row.callcenterName}</bdi>
            </Link>
          ),
        }}
        actions={
          can('update', 'queue') || can('delete', 'queue')
            ? (row) => (
                <RowMenu name={row.label || row.name}>
                  {can('update', 'queue') ? <EditItem onClick={() => open(row.id)} /> : null}
                  {add ? <DuplicateItem onClick={() => change({ form: 'new', from: row.id }, true)} /> : null}
                  {can('delete', 'queue') ? <DeleteItem onClick={() => setLeaving(row)} /> : null}
                </RowMenu>
              )
            : undefined
        }
      />
      <FormDrawer title={t('words.add')} opened={search['form'] === 'new'} onClose={close}>
        {search['from'] === undefined ? (
          <AddQueueForm callcenterId={search['callcenterId']} onDone={close} />
        ) : (
          <CopyQueueForm id={String(search['from'])} onDone={close} onSaved={open} />
        )}
      </FormDrawer>
      <FormDrawer title={t('adopt.title')} opened={search['form'] === 'adopt' && add !== null} onClose={close}>
        <AdoptQueues onDone={close} />
      </FormDrawer>
      <RemoveDialog resource={queues} row={leaving} consequence={t('removeHint')} onClose={() => setLeaving(null)} />
    </>
  );
}

function QueueLink({ queue }: { readonly queue: Queue }) {
  return (
    <Link to="/queues/$queue" params={{ queue: queue.id }} className={links['link']}>
      <bdi>{queue.label || queue.name}</bdi>
    </Link>
  );
}

function AdoptButton({ onClick }: { readonly onClick: () => void }) {
  const { t } = useTranslation('queue');
  return (
    <Button variant="default" leftSection={<Import size={16} aria-hidden="true" />} onClick={onClick}>
      {t('adopt.open')}
    </Button>
  );
}

function QueueState({ state }: { readonly state: RowProvisioning | undefined }) {
  return state ? (
    <div>
      <RowStateBadge row={state} plain />
    </div>
  ) : null;
}
