import { linkSearch } from '../../data/base/link-search.ts';
import { Tabs } from '@mantine/core';
import type { Resource } from '@ringside/core/access/ability.ts';
import { type Customer, customers } from '@ringside/core/contract/customers/customer.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Building2, Headset, ListOrdered, type LucideIcon, Phone, Settings2, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../data/api/session.ts';
import { useCan } from '../../data/api/use-can.ts';
import { RecordState } from '../../data/form/RecordState.tsx';
import { RemoveDialog } from '../../data/form/RemoveDialog.tsx';
import { oneQuery } from '../../data/list/resource-queries.ts';
import { useListAddress } from '../../data/list/use-list-address.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { CustomerActions } from './CustomerActions.tsx';
import { CustomerCallcenters, CustomerQueues, CustomerSubscribers, CustomerUsers } from './CustomerLists.tsx';
import { CustomerOverview } from './CustomerOverview.tsx';
import { CustomerSettings } from './CustomerSettings.tsx';
import { CustomerStatus } from './CustomerStatus.tsx';

const TABS = ['overview', 'subscribers', 'callcenters', 'queues', 'users', 'settings'] as const;
type Tab = (typeof TABS)[number];

const LOOKS: Readonly<Record<Tab, readonly [LucideIcon, Resource | null]>> = {
  overview: [Building2, null],
  subscribers: [Phone, 'subscriber'],
  callcenters: [Headset, 'callcenter'],
  queues: [ListOrdered, 'queue'],
  users: [Users, 'user'],
  settings: [Settings2, null],
};

const countOf = (row: Customer, tab: Tab): number | null =>
  tab === 'subscribers'
    ? row.subscriberCount
    : tab === 'callcenters'
      ? row.callcenterCount
      : tab === 'queues'
        ? row.queueCount
        : tab === 'users'
          ? row.userCount
          : null;

export function CustomerPage() {
  const { t } = useTranslation(['customer', 'common']);
  const { customer: id } = useParams({ from: '/app/customers/$customer' });
  const query = useQuery(oneQuery(customers, id));
  const can = useCan();
  const own = useUser().customerId;
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  usePageTitle(query.data?.name ?? t('words.title'));
  // Users cannot suspend, move or close their own customer.
  const mayChange = can('update', 'customer') && own !== id;
  return (
    <RecordState query={query}>
      {(row) => (
        <>
          <PageHeader
            title={<bdi>{row.name}</bdi>}
            mark={<CustomerStatus status={row.status} />}
            description={t('codeIs', { code: row.code })}
            actions={<CustomerActions id={id} onRemove={() => setLeaving(true)} />}
          />
          <CustomerTabs row={row}>
            {(tab) =>
              tab === 'overview' ? (
                <CustomerOverview customer={row} mayChange={mayChange} />
              ) : tab === 'settings' ? (
                <CustomerSettings customer={row} mayChange={mayChange} onReload={() => void query.refetch()} />
              ) : (
                <List tab={tab} customerId={row.id} />
              )
            }
          </CustomerTabs>
          <RemoveDialog
            resource={customers}
            row={leaving ? row : null}
            consequence={t('removeHint')}
            onClose={() => setLeaving(false)}
            onDone={() => void navigate({ to: '/customers' })}
          />
        </>
      )}
    </RecordState>
  );
}

/** Tabs that the user may read. The address holds the open tab. */
function CustomerTabs({ row, children }: { readonly row: Customer; readonly children: (tab: Tab) => ReactNode }) {
  const { t } = useTranslation('customer');
  const { number } = useFormat();
  const can = useCan();
  const [search] = useListAddress();
  const navigate = useNavigate();
  const shown = TABS.filter((tab) => {
    const [, resource] = LOOKS[tab];
    return resource === null || can('read', resource);
  });
  const tab = shown.find((one) => one === search['tab']) ?? 'overview';
  // The search of one list does not apply to another.
  const open = (next: string | null): void =>
    void navigate({ to: '.', search: linkSearch(next === null || next === 'overview' ? {} : { tab: next }) });
  return (
    <Tabs value={tab} onChange={open} keepMounted={false}>
      <Tabs.List mb="md">
        {shown.map((one) => {
          const [Icon] = LOOKS[one];
          const count = countOf(row, one);
          return (
            <Tabs.Tab key={one} value={one} leftSection={<Icon size={16} aria-hidden="true" />}>
              {count === null ? t(`tabs.${one}`) : t('tabs.counted', { name: t(`tabs.${one}`), count: number(count) })}
            </Tabs.Tab>
          );
        })}
      </Tabs.List>
      {shown.map((one) => (
        <Tabs.Panel key={one} value={one}>
          {one === tab ? children(one) : null}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function List({ tab, customerId }: { readonly tab: Tab; readonly customerId: string }) {
  switch (tab) {
    case 'subscribers':
      return <CustomerSubscribers customerId={customerId} />;
    case 'callcenters':
      return <CustomerCallcenters customerId={customerId} />;
    case 'queues':
      return <CustomerQueues customerId={customerId} />;
    default:
      return <CustomerUsers customerId={customerId} />;
  }
}
