import { Alert, Stack } from '@mantine/core';
import { type Endpoint, endpoints } from '@ringside/core/contract/pbx/endpoint.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Wrench } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { RecordState } from '../../data/form/RecordState.tsx';
import { oneQuery } from '../../data/list/resource-queries.ts';
import { Num } from '../../ui/Num.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { useMaintenanceText } from '../../ui/use-maintenance-text.ts';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { ConfigurationRuns } from './ConfigurationRuns.tsx';
import { ConfigurationSettings } from './ConfigurationSettings.tsx';
import { ConfigurationStatus } from './ConfigurationStatus.tsx';
import { ConfiguredObjects } from './ConfiguredObjects.tsx';
import { IncludeLines } from './IncludeLines.tsx';
import { LinkBadge } from './LinkBadge.tsx';
import { PbxNames } from './PbxNames.tsx';
import { RecordingSource } from './RecordingSource.tsx';
import { provisioningQuery } from './use-provisioning.ts';

/** Configuration that the console writes on a PBX server: status, differences, runs, and the AMI login for writing. */
export function ConfigurationPage() {
  const { t } = useTranslation('provisioning');
  const { endpoint } = useParams({ from: '/app/endpoints/$endpoint/configuration' });
  const server = useQuery(oneQuery(endpoints, Number(endpoint)));
  usePageTitle(server.data ? t('titleOf', { server: server.data.name }) : t('title'));
  return <RecordState query={server}>{(row) => <Configuration server={row} />}</RecordState>;
}

function Configuration({ server }: { readonly server: Endpoint }) {
  const { t } = useTranslation(['provisioning', 'endpoint']);
  const maintenanceText = useMaintenanceText();
  const query = useQuery(provisioningQuery(server.id));
  return (
    <>
      <PageHeader
        title={t('titleOf', { server: server.name })}
        mark={<LinkBadge state={server.linkState} lame={server.problems.length > 0} />}
        description={
          <>
            {t('lead')}{' '}
            <Num>
              {server.amiHost}:{server.amiPort}
            </Num>
          </>
        }
      />
      {server.maintenance ? (
        <Alert
          color="yellow"
          variant="light"
          mb="md"
          icon={<Wrench />}
          title={maintenanceText({ until: server.maintenanceUntil, reason: server.maintenanceReason })}
        >
          {t('endpoint:maintenance.configuration')}
        </Alert>
      ) : null}
      <RecordState query={query} aside>
        {(now) => (
          <Stack gap="md">
            <ConfigurationStatus now={now} />
            {now.status === 'off' ? null : <ConfiguredObjects now={now} />}
            <ConfigurationSettings now={now} server={server} />
            <IncludeLines now={now} />
            <PbxNames serverId={server.id} />
            <RecordingSource serverId={server.id} />
            <ConfigurationRuns now={now} />
          </Stack>
        )}
      </RecordState>
    </>
  );
}
