import { type Callcenter, CALLCENTER_STATUS, callcenters } from '@ringside/core/contract/callcenters.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { Headset, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSeesCustomers } from '../../api/use-sees-customers.ts';
import { useCan } from '../../api/use-can.ts';
import { DeleteItem } from '../../crud/DeleteItem.tsx';
import { DuplicateItem } from '../../crud/DuplicateItem.tsx';
import { EditItem } from '../../crud/EditItem.tsx';
import type { Filter } from '../../crud/list-filters.ts';
import { RemoveDialog } from '../../crud/RemoveDialog.tsx';
import { ResourceList } from '../../crud/ResourceList.tsx';
import { RowMenu } from '../../crud/RowMenu.tsx';
import links from '../../ui/links.module.css';
import { Num } from '../../ui/Num.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { CallcenterStatus } from './CallcenterStatus.tsx';
import { LinkButton } from '../../shell/LinkButton.tsx';

const STATUS: Filter = { field: 'status', kind: 'select', options: CALLCENTER_STATUS };
const CUSTOMER: Filter = { field: 'customerId', kind: 'ref', resource: 'customers' };

export function CallcentersPage() {
  const { t } = useTranslation(['callcenter', 'common']);
  const can = useCan();
  const navigate = useNavigate();
  const staff = useSeesCustomers();
  const [leaving, setLeaving] = useState<Callcenter | null>(null);
  usePageTitle(t('words.title'));
  const add = can('create', 'callcenter') ? (
    <LinkButton to="/callcenters/add" leftSection={<Plus size={16} aria-hidden="true" />}>
      {t('words.add')}
    </LinkButton>
  ) : null;
  const columns = ['name', 'customerName', 'status', 'slaTargetSeconds', 'queueCount', 'timezone'];
  return (
    <>
      <PageHeader title={t('words.title')} description={t('words.description')} actions={add} />
      <ResourceList
        resource={callcenters}
        icon={Headset}
        columns={staff ? columns : columns.filter((c) => c !== 'customerName')}
        filters={staff ? [CUSTOMER, STATUS] : [STATUS]}
        emptyAction={add}
        cells={{
          name: (row) => (
            <Link to="/callcenters/$callcenter" params={{ callcenter: row.id }} className={links['link']}>
              <bdi>{row.name}</bdi>
            </Link>
          ),
          status: (row) => <CallcenterStatus status={row.status} />,
          slaTargetSeconds: (row) => (
            <Num>{t('target', { percent: row.slaTargetPercent, seconds: row.slaTargetSeconds })}</Num>
          ),
        }}
        actions={(row) => (
          <RowMenu name={row.name}>
            <EditItem
              onClick={() => void navigate({ to: '/callcenters/$callcenter', params: { callcenter: row.id } })}
            />
            {add ? (
              <DuplicateItem
                onClick={() => void navigate({ to: '/callcenters/add', search: { from: row.id } as never })}
              />
            ) : null}
            {can('delete', 'callcenter') ? <DeleteItem onClick={() => setLeaving(row)} /> : null}
          </RowMenu>
        )}
      />
      <RemoveDialog
        resource={callcenters}
        row={leaving}
        consequence={t('removeHint')}
        onClose={() => setLeaving(null)}
      />
    </>
  );
}
