import { Alert, Button, Menu, Progress } from '@mantine/core';
import { type Endpoint, endpoints } from '@ringside/core/contract/pbx/endpoint.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FileCog, Plus, Server, TriangleAlert, Wrench } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../data/api/use-can.ts';
import { DeleteItem } from '../../data/form/DeleteItem.tsx';
import { EditItem } from '../../data/form/EditItem.tsx';
import { FormDrawer } from '../../data/form/FormDrawer.tsx';
import { RecordState } from '../../data/form/RecordState.tsx';
import { ResourceForm } from '../../data/form/ResourceForm.tsx';
import { ResourceList } from '../../data/list/ResourceList.tsx';
import { oneQuery } from '../../data/list/resource-queries.ts';
import { RowMenu } from '../../data/list/RowMenu.tsx';
import { useListAddress } from '../../data/list/use-list-address.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Num } from '../../ui/Num.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { useMaintenanceText } from '../../ui/use-maintenance-text.ts';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { ConnectionTest } from './ConnectionTest.tsx';
import classes from './EndpointsPage.module.css';
import { LinkBadge } from './LinkBadge.tsx';
import { MaintenanceDialog } from './MaintenanceDialog.tsx';
import { ProblemList, useProblemText } from './ProblemList.tsx';
import { RecordingSource } from './RecordingSource.tsx';
import { RemoveServerDialog } from './RemoveServerDialog.tsx';
import { ServerFacts } from './ServerFacts.tsx';
import type texts from '../../locales/en/endpoint.json';

declare module 'i18next' {
  interface NounTexts {
    endpoint: typeof texts;
  }
}

/** Polling interval of the link states, in ms. */
const LOOK_AGAIN_MS = 5000;

const COLUMNS = [
  'name',
  'linkState',
  'amiHost',
  'region',
  'asteriskVersion',
  'eventsPerSecond',
  'callsNow',
  'queueCount',
];

export function EndpointsPage() {
  const { t } = useTranslation(['endpoint', 'common']);
  const can = useCan();
  const [search, change] = useListAddress();
  const [leaving, setLeaving] = useState<Endpoint | null>(null);
  const [maintained, setMaintained] = useState<Endpoint | null>(null);
  usePageTitle(t('words.title'));
  const form = search['form'] === undefined ? undefined : String(search['form']);
  const open = (which: string): void => change({ form: which }, true);
  const close = (): void => change({ form: undefined }, true);
  const add = can('create', 'endpoint') ? (
    <Button leftSection={<Plus size={16} aria-hidden="true" />} onClick={() => open('new')}>
      {t('words.add')}
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        title={t('words.title')}
        description={t('words.description')}
        actions={
          <>
            {can('update', 'endpoint') ? (
              <LinkButton to="/endpoints/import" variant="default">
                {t('importHistory')}
              </LinkButton>
            ) : null}
            {add}
          </>
        }
      />
      <ResourceList
        resource={endpoints}
        icon={Server}
        columns={COLUMNS}
        emptyAction={add}
        refetchEveryMs={LOOK_AGAIN_MS}
        cells={{
          name: (row) => (
            <button type="button" className={classes['name']} onClick={() => open(String(row.id))}>
              <bdi>{row.name}</bdi>
            </button>
          ),
          linkState: (row) => <LinkCell endpoint={row} />,
          callsNow: (row) => <CallsCell endpoint={row} />,
          amiHost: (row) => (
            <Num>
              {row.amiHost}:{row.amiPort}
              {row.amiTls ? ' · TLS' : ''}
            </Num>
          ),
        }}
        actions={
          can('update', 'endpoint')
            ? (row) => (
                <EndpointMenu
                  endpoint={row}
                  onEdit={() => open(String(row.id))}
                  onMaintain={() => setMaintained(row)}
                  onDelete={can('delete', 'endpoint') ? () => setLeaving(row) : undefined}
                />
              )
            : undefined
        }
      />
      <FormDrawer title={form === 'new' ? t('words.add') : t('words.edit')} opened={form !== undefined} onClose={close}>
        {form === 'new' ? (
          <NewEndpoint onDone={close} />
        ) : form ? (
          <EditEndpoint id={Number(form)} onDone={close} />
        ) : null}
      </FormDrawer>
      <MaintenanceDialog row={maintained} onClose={() => setMaintained(null)} />
      <RemoveServerDialog row={leaving} onClose={() => setLeaving(null)} />
    </>
  );
}

interface MenuProps {
  readonly endpoint: Endpoint;
  readonly onEdit: () => void;
  readonly onMaintain: () => void;
  readonly onDelete: (() => void) | undefined;
}

function EndpointMenu({ endpoint, onEdit, onMaintain, onDelete }: MenuProps) {
  const { t } = useTranslation('endpoint');
  const navigate = useNavigate();
  const params = { endpoint: String(endpoint.id) };
  return (
    <RowMenu name={endpoint.name}>
      <Menu.Item
        leftSection={<FileCog size={16} aria-hidden="true" />}
        onClick={() => void navigate({ to: '/endpoints/$endpoint/configuration', params })}
      >
        {t('configuration')}
      </Menu.Item>
      <EditItem onClick={onEdit} />
      <Menu.Item leftSection={<Wrench size={16} aria-hidden="true" />} onClick={onMaintain}>
        {t('maintenance.menu')}
      </Menu.Item>
      {onDelete ? <DeleteItem onClick={onDelete} /> : null}
    </RowMenu>
  );
}

/** The state of the link, the time of its last change, and its first problem. */
function LinkCell({ endpoint }: { readonly endpoint: Endpoint }) {
  const { t } = useTranslation('endpoint');
  const format = useFormat();
  const problemText = useProblemText();
  const maintenanceText = useMaintenanceText();
  const first = endpoint.linkState === 'disabled' ? undefined : endpoint.problems[0];
  return (
    <div title={endpoint.linkSince ? t('since', { date: format.dateTime(endpoint.linkSince) }) : undefined}>
      <LinkBadge state={endpoint.linkState} lame={endpoint.problems.length > 0} />
      {endpoint.maintenance ? (
        <div className={classes['maintenance']}>
          {maintenanceText({ until: endpoint.maintenanceUntil, reason: endpoint.maintenanceReason })}
        </div>
      ) : null}
      {first ? (
        <div className={classes['problem']} data-part={endpoint.linkState === 'up' || undefined}>
          {problemText(first).title}
        </div>
      ) : null}
    </div>
  );
}

/** Active calls, and the limit of concurrent calls if there is one. */
function CallsCell({ endpoint: { callsNow, maxCalls } }: { readonly endpoint: Endpoint }) {
  const { t } = useTranslation('endpoint');
  const format = useFormat();
  if (callsNow === null) return <Num>–</Num>;
  if (maxCalls === null) return <Num>{format.number(callsNow)}</Num>;
  const words = t('callsOf', { now: format.number(callsNow), most: format.number(maxCalls) });
  const percent = maxCalls === 0 ? 100 : Math.min(100, (100 * callsNow) / maxCalls);
  return (
    <div className={classes['calls']}>
      <Num>{words}</Num>
      <Progress value={percent} size="sm" color={percent >= 90 ? 'red' : 'blue'} aria-hidden="true" />
    </div>
  );
}

const caOnlyWithTls = (field: string, values: Readonly<Record<string, unknown>>): boolean =>
  field !== 'amiTlsCa' || values['amiTls'] === true;

function NewEndpoint({ onDone }: { readonly onDone: () => void }) {
  return (
    <ResourceForm
      resource={endpoints}
      shown={caOnlyWithTls}
      extra={(state) => <ConnectionTest form={state} id={undefined} />}
      onCancel={onDone}
      onSaved={onDone}
    />
  );
}

function EditEndpoint({ id, onDone }: { readonly id: number; readonly onDone: () => void }) {
  const { t } = useTranslation('endpoint');
  const query = useQuery(oneQuery(endpoints, id));
  const editable = useCan()('update', 'endpoint');
  return (
    <RecordState query={query} aside>
      {(row) => (
        <>
          {row.problems.length > 0 && row.linkState !== 'disabled' ? (
            <Alert color="red" variant="light" icon={<TriangleAlert />} title={t('problemsNow')} mb="md">
              <ProblemList problems={row.problems} />
            </Alert>
          ) : null}
          <ServerFacts endpoint={row} />
          <ResourceForm
            key={row.version}
            resource={endpoints}
            row={row}
            readOnly={!editable}
            shown={caOnlyWithTls}
            extra={(state) => (editable ? <ConnectionTest form={state} id={row.id} /> : null)}
            onSaved={onDone}
            onCancel={onDone}
            onReload={() => void query.refetch()}
          />
          {/* A separate form with its own save button. The configuration page has the same settings. */}
          <div className={classes['source']}>
            <RecordingSource serverId={row.id} />
          </div>
        </>
      )}
    </RecordState>
  );
}
