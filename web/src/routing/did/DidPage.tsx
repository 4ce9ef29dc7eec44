import { Button, Stack } from '@mantine/core';
import { type Did, getDidPath, dids, type FlowStop } from '@ringside/core/contract/routing/did.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Trash2, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useCan } from '../../data/api/use-can.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { RecordState } from '../../data/form/RecordState.tsx';
import { RemoveDialog } from '../../data/form/RemoveDialog.tsx';
import { ResourceForm } from '../../data/form/ResourceForm.tsx';
import { usePlaceOf } from '../destination/place-inputs.tsx';
import { oneQuery } from '../../data/list/resource-queries.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Num } from '../../ui/Num.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { didInputs, didShown } from './did-inputs.tsx';
import { FlowPicture } from './FlowPicture.tsx';
import { useStepText } from './use-step-text.ts';
import { destinationFieldOf } from './destination-field.ts';
import { WayEdit } from './WayEdit.tsx';

export function DidPage() {
  const { t } = useTranslation(['did', 'common']);
  const { did: id } = useParams({ from: '/app/dids/$did' });
  const query = useQuery(oneQuery(dids, id));
  const can = useCan();
  const navigate = useNavigate();
  const placeOf = usePlaceOf();
  const [leaving, setLeaving] = useState(false);
  usePageTitle(query.data?.number ?? t('words.title'));
  return (
    <RecordState query={query}>
      {(row) => (
        <>
          <PageHeader
            title={<Num>{row.number}</Num>}
            description={
              <>
                {row.label ? <bdi>{row.label}</bdi> : null}
                {row.label ? ' · ' : null}
                <bdi>{row.serverName}</bdi> · <bdi>{row.customerName}</bdi>
              </>
            }
            actions={
              can('delete', 'did') ? (
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
          <Stack gap="md">
            <Way did={row} />
            <ResourceForm
              key={row.version}
              resource={dids}
              row={row}
              readOnly={!can('update', 'did')}
              inputs={didInputs(row, placeOf)}
              shown={didShown}
              onSaved={() => undefined}
              onReload={() => void query.refetch()}
            />
          </Stack>
          <RemoveDialog
            resource={dids}
            row={leaving ? row : null}
            consequence={t('removeHint')}
            onClose={() => setLeaving(false)}
            onDone={() => void navigate({ to: '/dids' })}
          />
        </>
      )}
    </RecordState>
  );
}

function Way({ did }: { readonly did: Did }) {
  const { t } = useTranslation('did');
  const errorText = useErrorText();
  const can = useCan();
  const stepText = useStepText();
  const path = useQuery({
    queryKey: [dids.path, 'path', did.id, did.version],
    queryFn: ({ signal }) => call(getDidPath, { params: { id: did.id }, signal }),
    // Keep the diagram during a refetch, together with unsaved changes.
    placeholderData: keepPreviousData,
  });
  const edit = (stop: FlowStop, when: string): ReactNode => {
    // With business hours, the number always continues to them, so this step cannot be changed.
    const lead = stop.kind === 'number' && did.hoursId !== null ? null : destinationFieldOf(did.id, stop, when);
    if (lead === null || !can('update', lead.resource.name)) return null;
    const name = stop.name === '' ? t(`destination.${stop.kind}`) : stop.name;
    const text = stepText(when);
    return <WayEdit lead={lead} name={text === null ? name : `${name} (${text})`} place={did} />;
  };
  return (
    <Panel title={t('way.title')} description={t('way.hint')}>
      {path.isError ? (
        <EmptyState compact tone="bad" icon={TriangleAlert} title={errorText(path.error)} />
      ) : (
        <FlowPicture stops={path.data?.data ?? []} edit={edit} />
      )}
    </Panel>
  );
}
