import { Stack } from '@mantine/core';
import { TERM_FIELDS } from '@ringside/core/contract/billing/plan-terms.ts';
import { plans } from '@ringside/core/contract/billing/plan.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../data/api/use-can.ts';
import { RecordState } from '../../data/form/RecordState.tsx';
import { ResourceForm } from '../../data/form/ResourceForm.tsx';
import { oneQuery } from '../../data/list/resource-queries.ts';
import { Parts } from '../../ui/page/PartBoundary.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { PlanCarriers } from './PlanCarriers.tsx';
import { PlanCustomers } from './PlanCustomers.tsx';
import { PlanStatus } from './PlanStatus.tsx';
import { PlanVersions } from './PlanVersions.tsx';
import { RateTable } from './RateTable.tsx';
import { Simulator } from './Simulator.tsx';

export function PlanPage() {
  const { t } = useTranslation('plan');
  const { plan: id } = useParams({ from: '/app/plans/$plan' });
  const query = useQuery(oneQuery(plans, id));
  const can = useCan();
  usePageTitle(query.data?.name ?? t('words.title'));
  return (
    <RecordState query={query}>
      {(row) => (
        <>
          <PageHeader
            title={<bdi>{row.name}</bdi>}
            mark={<PlanStatus status={row.status} />}
            description={row.description === '' ? undefined : <bdi>{row.description}</bdi>}
          />
          <Stack gap="md">
            <Parts>
              <Simulator plan={row} />
              <RateTable plan={row} />
              {row.purpose === 'carrier' ? <PlanCarriers plan={row} /> : <PlanCustomers plan={row} />}
              <PlanVersions plan={row} />
              <ResourceForm
                key={row.version}
                resource={plans}
                row={row}
                hidden={TERM_FIELDS}
                readOnly={!can('update', 'plan')}
                onSaved={() => undefined}
                onReload={() => void query.refetch()}
              />
            </Parts>
          </Stack>
        </>
      )}
    </RecordState>
  );
}
