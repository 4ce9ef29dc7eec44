import { Button, Stack } from '@mantine/core';
import { callcenters } from '@ringside/core/contract/queues/call-center.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSeesCustomers } from '../../data/api/use-sees-customers.ts';
import { useCan } from '../../data/api/use-can.ts';
import { MoveQueues } from '../queue/MoveQueues.tsx';
import { RecordState } from '../../data/form/RecordState.tsx';
import { RemoveDialog } from '../../data/form/RemoveDialog.tsx';
import { ResourceForm } from '../../data/form/ResourceForm.tsx';
import { oneQuery } from '../../data/list/resource-queries.ts';
import { Parts } from '../../ui/page/PartBoundary.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { CallcenterQueues } from './CallcenterQueues.tsx';
import { CallcenterStatus } from './CallcenterStatus.tsx';
import { CallcenterTeam } from './CallcenterTeam.tsx';
import { callcenterInputs } from './callcenter-inputs.tsx';
import { PauseReasons } from './PauseReasons.tsx';

export function CallcenterPage() {
  const { t } = useTranslation(['callcenter', 'common']);
  const { callcenter: id } = useParams({ from: '/app/callcenters/$callcenter' });
  const query = useQuery(oneQuery(callcenters, id));
  const can = useCan();
  const navigate = useNavigate();
  const staff = useSeesCustomers();
  const [leaving, setLeaving] = useState(false);
  usePageTitle(query.data?.name ?? t('words.title'));
  return (
    <RecordState query={query}>
      {(row) => (
        <>
          <PageHeader
            title={<bdi>{row.name}</bdi>}
            mark={<CallcenterStatus status={row.status} />}
            description={staff ? <bdi>{row.customerName}</bdi> : undefined}
            actions={
              <>
                {row.queueCount > 0 ? <MoveQueues of="callcenter" id={row.id} name={row.name} /> : null}
                {can('delete', 'callcenter') ? (
                  <Button
                    variant="default"
                    leftSection={<Trash2 size={16} aria-hidden="true" />}
                    onClick={() => setLeaving(true)}
                  >
                    {t('common:actions.delete')}
                  </Button>
                ) : null}
              </>
            }
          />
          <Stack gap="md">
            <Parts>
              {can('read', 'queue') ? <CallcenterQueues callcenter={row} /> : null}
              {can('read', 'user') ? <CallcenterTeam callcenter={row} /> : null}
              <PauseReasons key={`reasons-${row.version}`} callcenter={row} />
              <ResourceForm
                key={row.version}
                resource={callcenters}
                row={row}
                readOnly={!can('update', 'callcenter')}
                inputs={callcenterInputs(() => row.customerId)}
                onSaved={() => undefined}
                onReload={() => void query.refetch()}
              />
            </Parts>
          </Stack>
          <RemoveDialog
            resource={callcenters}
            row={leaving ? row : null}
            consequence={t('removeHint')}
            onClose={() => setLeaving(false)}
            onDone={() => void navigate({ to: '/callcenters' })}
          />
        </>
      )}
    </RecordState>
  );
}
