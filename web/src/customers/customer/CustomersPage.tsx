import { linkSearch } from '../../data/base/link-search.ts';
import { Button, Group, Menu } from '@mantine/core';
import {
  CUSTOMER_STATUS,
  type Customer,
  customers,
  customersImport,
  USUAL_RETENTION,
} from '@ringside/core/contract/customers/customer.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { Building2, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../data/api/session.ts';
import { useCan } from '../../data/api/use-can.ts';
import { DeleteItem } from '../../data/form/DeleteItem.tsx';
import { FormDrawer } from '../../data/form/FormDrawer.tsx';
import { ImportButton } from '../../data/import/ImportButton.tsx';
import { RemoveDialog } from '../../data/form/RemoveDialog.tsx';
import { ResourceForm } from '../../data/form/ResourceForm.tsx';
import { ResourceList } from '../../data/list/ResourceList.tsx';
import { RowMenu } from '../../data/list/RowMenu.tsx';
import { useListAddress } from '../../data/list/use-list-address.ts';
import links from '../../ui/links.module.css';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { CUSTOMER_INPUTS } from './customer-inputs.tsx';
import { CustomerStatus } from './CustomerStatus.tsx';
import type texts from '../../locales/en/customer.json';

declare module 'i18next' {
  interface NounTexts {
    customer: typeof texts;
  }
}

export function CustomersPage() {
  const { t } = useTranslation(['customer', 'common']);
  const can = useCan();
  const own = useUser().customerId;
  const [search, change] = useListAddress();
  const [leaving, setLeaving] = useState<Customer | null>(null);
  // An administrator of a single customer has no resellers to distinguish.
  const parents = own === null || can('create', 'customer');
  usePageTitle(t('words.title'));
  const add = can('create', 'customer') ? (
    <Button leftSection={<Plus size={16} aria-hidden="true" />} onClick={() => change({ form: 'new' }, true)}>
      {t('words.add')}
    </Button>
  ) : null;
  const close = (): void => change({ form: undefined }, true);
  return (
    <>
      <PageHeader
        title={t('words.title')}
        description={t('words.description')}
        actions={
          <Group gap="xs">
            <ImportButton resource={customers} imported={customersImport} />
            {add}
          </Group>
        }
      />
      <ResourceList
        resource={customers}
        icon={Building2}
        columns={[
          'name',
          'code',
          'status',
          ...(parents ? ['parentName'] : []),
          'callcenterCount',
          'queueCount',
          'userCount',
          'updatedAt',
        ]}
        filters={[
          { field: 'status', kind: 'select', options: CUSTOMER_STATUS },
          ...(parents ? [{ field: 'parentId', kind: 'ref', resource: 'customers' } as const] : []),
        ]}
        emptyAction={add}
        cells={{
          name: (row) => (
            <Link to="/customers/$customer" params={{ customer: row.id }} className={links['link']}>
              <bdi>{row.name}</bdi>
            </Link>
          ),
          status: (row) => <CustomerStatus status={row.status} />,
        }}
        actions={(row) => (
          <CustomerMenu row={row} onDelete={can('delete', 'customer') ? () => setLeaving(row) : undefined} />
        )}
      />
      <FormDrawer title={t('words.add')} opened={search['form'] === 'new'} onClose={close}>
        <NewCustomer onCancel={close} />
      </FormDrawer>
      <RemoveDialog resource={customers} row={leaving} consequence={t('removeHint')} onClose={() => setLeaving(null)} />
    </>
  );
}

interface MenuProps {
  readonly row: Customer;
  readonly onDelete: (() => void) | undefined;
}

function CustomerMenu({ row, onDelete }: MenuProps) {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  return (
    <RowMenu name={row.name}>
      <Menu.Item
        leftSection={<Pencil size={16} aria-hidden="true" />}
        onClick={() =>
          void navigate({
            to: '/customers/$customer',
            params: { customer: row.id },
            search: linkSearch({ tab: 'settings' }),
          })
        }
      >
        {t('actions.edit')}
      </Menu.Item>
      {onDelete ? <DeleteItem onClick={onDelete} /> : null}
    </RowMenu>
  );
}

function NewCustomer({ onCancel }: { readonly onCancel: () => void }) {
  const can = useCan();
  const own = useUser().customerId;
  const navigate = useNavigate();
  return (
    <ResourceForm
      resource={customers}
      hidden={own === null && can('read', 'endpoint') ? [] : ['serverIds']}
      inputs={CUSTOMER_INPUTS}
      initial={{
        ...USUAL_RETENTION,
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        // A reseller's new customers belong to the reseller.
        ...(own === null ? {} : { parentId: own }),
      }}
      onCancel={onCancel}
      onSaved={(row) => void navigate({ to: '/customers/$customer', params: { customer: row.id } })}
    />
  );
}
