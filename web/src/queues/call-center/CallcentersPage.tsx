import { linkSearch } from '../../data/base/link-search.ts';
import { type Callcenter, CALLCENTER_STATUS, callcenters } from '@ringside/core/contract/queues/call-center.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { Headset, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSeesCustomers } from '../../data/api/use-sees-customers.ts';
import { useCan } from '../../data/api/use-can.ts';
import { DeleteItem } from '../../data/form/DeleteItem.tsx';
import { DuplicateItem } from '../../data/form/DuplicateItem.tsx';
import { EditItem } from '../../data/form/EditItem.tsx';
import type { Filter } from '../../data/list/list-filters.ts';
import { RemoveDialog } from '../../data/form/RemoveDialog.tsx';
import { ResourceList } from '../../data/list/ResourceList.tsx';
import { RowMenu } from '../../data/list/RowMenu.tsx';
import links from '../../ui/links.module.css';
import { Num } from '../../ui/Num.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { CallcenterStatus } from './CallcenterStatus.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import type texts from '../../locales/en/callcenter.json';

declare module 'i18next' {
  interface NounTexts {
    callcenter: typeof texts;
  }
}

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
                onClick={() => void navigate({ to: '/callcenters/add', search: linkSearch({ from: row.id }) })}
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
