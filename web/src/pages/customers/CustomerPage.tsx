import { Button, SimpleGrid } from '@mantine/core';
import { customers } from '@ringside/core/contract/customers.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Headset, ListOrdered, type LucideIcon, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../api/use-can.ts';
import { RecordState } from '../../crud/RecordState.tsx';
import { RemoveDialog } from '../../crud/RemoveDialog.tsx';
import { ResourceForm } from '../../crud/ResourceForm.tsx';
import { oneQuery } from '../../crud/resource-queries.ts';
import { FigureStat } from '../../ui/FigureStat.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import classes from './CustomerPage.module.css';
import { CustomerStatus } from './CustomerStatus.tsx';

export function CustomerPage() {
  const { t } = useTranslation(['customer', 'common']);
  const { customer: id } = useParams({ from: '/app/customers/$customer' });
  const query = useQuery(oneQuery(customers, id));
  const can = useCan();
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  usePageTitle(query.data?.name ?? t('words.title'));
  return (
    <RecordState query={query}>
      {(row) => (
        <>
          <PageHeader
            title={<bdi>{row.name}</bdi>}
            mark={<CustomerStatus status={row.status} />}
            description={t('codeIs', { code: row.code })}
            actions={
              can('delete', 'customer') ? (
                <Button
                  variant="default"
                  leftSection={<Trash2 size={16} aria-hidden="true" />}
                  onClick={() => setLeaving(true)}
                >
                  {t('common:actions.delete')}
                </Button>
              ) : null
            }
          />
          <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" mb="md">
            <Count
              to="/callcenters"
              id={row.id}
              icon={Headset}
              label={t('fields.callcenterCount')}
              count={row.callcenterCount}
            />
            <Count to="/queues" id={row.id} icon={ListOrdered} label={t('fields.queueCount')} count={row.queueCount} />
            <Count to="/users" id={row.id} icon={Users} label={t('fields.userCount')} count={row.userCount} />
          </SimpleGrid>
          <ResourceForm
            key={row.version}
            resource={customers}
            row={row}
            readOnly={!can('update', 'customer')}
            onSaved={() => undefined}
            onReload={() => void query.refetch()}
          />
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

function Count({
  to,
  id,
  icon,
  label,
  count,
}: {
  readonly to: '/callcenters' | '/queues' | '/users';
  readonly id: string;
  readonly icon: LucideIcon;
  readonly label: string;
  readonly count: number;
}) {
  const { number } = useFormat();
  return (
    <Link to={to} search={{ customerId: id }} className={classes['count']}>
      <FigureStat icon={icon} label={label} value={number(count)} />
    </Link>
  );
}
