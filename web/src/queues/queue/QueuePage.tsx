import { Alert, Button, Stack } from '@mantine/core';
import { type Queue, queues } from '@ringside/core/contract/queues/queue.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Info, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../data/api/use-can.ts';
import { MoveQueues } from './MoveQueues.tsx';
import { RecordState } from '../../data/form/RecordState.tsx';
import { RemoveDialog } from '../../data/form/RemoveDialog.tsx';
import { ResourceForm } from '../../data/form/ResourceForm.tsx';
import { oneQuery } from '../../data/list/resource-queries.ts';
import { RowStateBadge } from '../../data/list/RowStateBadge.tsx';
import { useRowStates } from '../../data/list/use-row-states.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Num } from '../../ui/Num.tsx';
import { Parts } from '../../ui/page/PartBoundary.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { QueueMembers } from './QueueMembers.tsx';
import { queueInputs, queueShown } from './queue-inputs.tsx';

const shown = queueShown((field) => queues.fields[field as keyof typeof queues.fields]?.section);

export function QueuePage() {
  const { t } = useTranslation('queue');
  const { queue: id } = useParams({ from: '/app/queues/$queue' });
  const query = useQuery(oneQuery(queues, id));
  const can = useCan();
  usePageTitle(query.data ? query.data.label || query.data.name : t('words.title'));
  return (
    <RecordState query={query}>
      {(row) => (
        <>
          <PageHeader
            title={<bdi>{row.label || row.name}</bdi>}
            mark={<OnPbx id={row.id} />}
            description={
              <>
                <Num>{row.name}</Num> · <bdi>{row.serverName}</bdi> · <bdi>{row.callcenterName}</bdi>
              </>
            }
            actions={<Actions queue={row} />}
          />
          <Stack gap="md">
            <Parts>
              {row.managed ? (
                <QueueMembers queue={row} />
              ) : (
                <Alert variant="light" icon={<Info />} title={t('unmanaged.title')}>
                  {t('unmanaged.hint')}
                </Alert>
              )}
              <ResourceForm
                key={row.version}
                resource={queues}
                row={row}
                readOnly={!can('update', 'queue')}
                inputs={queueInputs(row)}
                shown={shown}
                extra={({ values }) => <RestartHint queue={row} strategy={values['strategy']} />}
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

function OnPbx({ id }: { readonly id: string }) {
  const state = useRowStates('queue', [id]).get(id);
  return state ? <RowStateBadge row={state} /> : null;
}

/** Asterisk changes an existing queue to `linear` only after a restart. */
function RestartHint({ queue, strategy }: { readonly queue: Queue; readonly strategy: unknown }) {
  const { t } = useTranslation('queue');
  if (!queue.managed || strategy !== 'linear' || queue.strategy === 'linear') return null;
  return (
    <Alert color="yellow" icon={<Info />} role="status">
      {t('needsRestart')}
    </Alert>
  );
}

function Actions({ queue }: { readonly queue: Queue }) {
  const { t } = useTranslation(['queue', 'common']);
  const can = useCan();
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  return (
    <>
      {can('read', 'live') ? (
        <LinkButton to="/dashboard" search={{ queue: `${queue.serverId}:${queue.name}` }} variant="default">
          {t('watch')}
        </LinkButton>
      ) : null}
      <MoveQueues of="queue" id={queue.id} name={queue.label || queue.name} serverId={queue.serverId} />
      {can('delete', 'queue') ? (
        <Button
          variant="default"
          leftSection={<Trash2 size={16} aria-hidden="true" />}
          onClick={() => setLeaving(true)}
        >
          {t('common:actions.delete')}
        </Button>
      ) : null}
      <RemoveDialog
        resource={queues}
        row={leaving ? queue : null}
        consequence={t('removeHint')}
        onClose={() => setLeaving(false)}
        onDone={() => void navigate({ to: '/queues' })}
      />
    </>
  );
}
