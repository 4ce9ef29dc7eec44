import { Button, Stack } from '@mantine/core';
import { type Did, didPath, dids, type FlowStop } from '@ringside/core/contract/dids.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Trash2, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCan } from '../../api/use-can.ts';
import { useErrorText } from '../../api/use-error-text.ts';
import { RecordState } from '../../crud/RecordState.tsx';
import { RemoveDialog } from '../../crud/RemoveDialog.tsx';
import { ResourceForm } from '../../crud/ResourceForm.tsx';
import { usePlaceOf } from '../../crud/place-inputs.tsx';
import { oneQuery } from '../../crud/resource-queries.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Num } from '../../ui/Num.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { didInputs, didShown } from './did-inputs.tsx';
import { FlowPicture } from './FlowPicture.tsx';
import { useStepText } from './use-step-text.ts';
import { leadOf } from './way-leads.ts';
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
    queryFn: ({ signal }) => call(didPath, { params: { id: did.id }, signal }),
    // The picture stays while it is read anew, and with it what somebody began to change in it.
    placeholderData: keepPreviousData,
  });
  const edit = (stop: FlowStop, when: string): ReactNode => {
    // Before business hours there is one way on, and no choice.
    const lead = stop.kind === 'number' && did.hoursId !== null ? null : leadOf(did.id, stop, when);
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
