import { Button, Group, Menu } from '@mantine/core';
import {
  CUSTOMER_STATUS,
  type Customer,
  customers,
  customersImport,
  USUAL_RETENTION,
} from '@ringside/core/contract/customers.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { Building2, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../api/session.ts';
import { useCan } from '../../api/use-can.ts';
import { DeleteItem } from '../../crud/DeleteItem.tsx';
import { FormDrawer } from '../../crud/FormDrawer.tsx';
import { ImportButton } from '../../crud/ImportButton.tsx';
import { RemoveDialog } from '../../crud/RemoveDialog.tsx';
import { ResourceForm } from '../../crud/ResourceForm.tsx';
import { ResourceList } from '../../crud/ResourceList.tsx';
import { RowMenu } from '../../crud/RowMenu.tsx';
import { useListAddress } from '../../crud/use-list-address.ts';
import links from '../../ui/links.module.css';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { CUSTOMER_INPUTS } from './customer-inputs.tsx';
import { CustomerStatus } from './CustomerStatus.tsx';

export function CustomersPage() {
  const { t } = useTranslation(['customer', 'common']);
  const can = useCan();
  const own = useUser().customerId;
  const navigate = useNavigate();
  const [search, change] = useListAddress();
  const [leaving, setLeaving] = useState<Customer | null>(null);
  // Who runs one customer has no resellers to tell apart.
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
          <RowMenu name={row.name}>
            <Menu.Item
              leftSection={<Pencil size={16} aria-hidden="true" />}
              onClick={() =>
                void navigate({
                  to: '/customers/$customer',
                  params: { customer: row.id },
                  search: { tab: 'settings' } as never,
                })
              }
            >
              {t('common:actions.edit')}
            </Menu.Item>
            {can('delete', 'customer') ? <DeleteItem onClick={() => setLeaving(row)} /> : null}
          </RowMenu>
        )}
      />
      <FormDrawer title={t('words.add')} opened={search['form'] === 'new'} onClose={close}>
        <ResourceForm
          resource={customers}
          hidden={own === null && can('read', 'endpoint') ? [] : ['serverIds']}
          inputs={CUSTOMER_INPUTS}
          initial={{
            ...USUAL_RETENTION,
            timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
            // Whoever is no staff of the platform adds below himself.
            ...(own === null ? {} : { parentId: own }),
          }}
          onCancel={close}
          onSaved={(row) => void navigate({ to: '/customers/$customer', params: { customer: row.id } })}
        />
      </FormDrawer>
      <RemoveDialog resource={customers} row={leaving} consequence={t('removeHint')} onClose={() => setLeaving(null)} />
    </>
  );
}
