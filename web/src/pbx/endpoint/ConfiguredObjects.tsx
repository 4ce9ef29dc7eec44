import { Alert, Button, Group, SegmentedControl, Skeleton } from '@mantine/core';
import {
  adoptProvisionedObject,
  listProvisionedObjects,
  OBJECT_STATES,
  type ObjectState,
  type ProvisionedObject,
  type Provisioning,
  undoProvisionedObject,
} from '@ringside/core/contract/pbx/provisioning.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { ProblemError } from '../../data/api/problem.ts';
import { useCan } from '../../data/api/use-can.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { Pager } from '../../data/list/Pager.tsx';
import { STATE_LOOKS } from '../../data/list/RowStateBadge.tsx';
import { useReasonText } from '../../data/form/use-reason-text.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import links from '../../ui/links.module.css';
import { Panel } from '../../ui/Panel.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { useTell } from '../../ui/use-tell.ts';
import classes from './Configuration.module.css';
import { provisioningKey, useRefreshProvisioning } from './use-provisioning.ts';

const LOOK_AGAIN_MS = 5_000;

/** Lists all objects that the console writes there, those that need attention first. */
export function ConfiguredObjects({ now }: { readonly now: Provisioning }) {
  const { t } = useTranslation('provisioning');
  const errorText = useErrorText();
  const [state, setState] = useState<ObjectState | 'all'>('all');
  const [search, setSearch] = useState({ page: 1, perPage: 25 });
  const query = useQuery({
    queryKey: [...provisioningKey(now.serverId, 'objects'), state, search],
    queryFn: ({ signal }) =>
      call(listProvisionedObjects, {
        params: { id: now.serverId },
        query: { ...search, ...(state === 'all' ? {} : { state }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });
  const rows = query.data?.data ?? [];
  return (
    <Panel title={t('objects.title')} description={t('objects.hint')} flush>
      <div className={classes['filter']}>
        <SegmentedControl
          aria-label={t('objects.show')}
          value={state}
          onChange={(value) => {
            setState(value);
            setSearch({ ...search, page: 1 });
          }}
          data={(['all', ...OBJECT_STATES] as const).map((value) => ({
            value,
            label: value === 'all' ? t('objects.all') : t(`rowStates.${value}`),
          }))}
        />
      </div>
      {query.isError ? <Alert color="red">{errorText(query.error)}</Alert> : null}
      {query.isPending ? <Skeleton height={64} width="auto" m="md" /> : null}
      {query.data && rows.length === 0 ? <EmptyState icon={ListChecks} title={t('objects.none')} compact /> : null}
      <ul className={classes['objects']} aria-label={t('objects.title')}>
        {rows.map((row) => (
          <li key={`${row.kind} ${row.name}`} className={classes['object']}>
            <ObjectRow row={row} serverId={now.serverId} />
          </li>
        ))}
      </ul>
      {query.data && query.data.meta.total > search.perPage ? (
        <Pager
          search={search}
          total={query.data.meta.total}
          onChange={(change) => setSearch({ ...search, ...change })}
        />
      ) : null}
    </Panel>
  );
}

function ObjectRow({ row, serverId }: { readonly row: ProvisionedObject; readonly serverId: number }) {
  const { t } = useTranslation('provisioning');
  const format = useFormat();
  const reasonText = useReasonText();
  const [tone, icon] = STATE_LOOKS[row.state];
  return (
    <>
      <div className={classes['objectName']}>
        <RowLink row={row}>
          <bdi dir="ltr">{row.name}</bdi>
        </RowLink>
        <span className={classes['kind']}>{t(`kinds.${row.kind}`)}</span>
      </div>
      <div className={classes['objectState']}>
        <StatusBadge tone={tone} icon={icon}>
          {t(`rowStates.${row.state}`)}
        </StatusBadge>
        <span className={classes['hint']}>
          {row.reason === null
            ? row.appliedAt === null
              ? ''
              : t('objects.appliedAt', { at: format.dateTime(row.appliedAt) })
            : reasonText(row.reason, row.params)}
        </span>
      </div>
      {row.state === 'drift' ? <Settle row={row} serverId={serverId} /> : <span />}
    </>
  );
}

function RowLink({ row, children }: { readonly row: ProvisionedObject; readonly children: ReactNode }) {
  if (row.resource === 'subscriber')
    return (
      <Link to="/subscribers/$subscriber" params={{ subscriber: row.resourceId }} className={links['link']}>
        {children}
      </Link>
    );
  return <span className={links['strong']}>{children}</span>;
}

/** Resolves a change made on the PBX: restore the object, or keep the change. */
function Settle({ row, serverId }: { readonly row: ProvisionedObject; readonly serverId: number }) {
  const { t } = useTranslation('provisioning');
  const can = useCan();
  const tell = useTell();
  const errorText = useErrorText();
  const refresh = useRefreshProvisioning();
  const undo = useMutation({
    mutationFn: () =>
      call(undoProvisionedObject, { params: { id: serverId }, body: { kind: row.kind, name: row.name } }),
    onSuccess: refresh,
    onError: (error) => tell.failed(errorText(error)),
  });
  const keep = useMutation({
    mutationFn: () =>
      call(adoptProvisionedObject, { params: { id: serverId }, body: { kind: row.kind, name: row.name } }),
    onSuccess: async () => {
      tell.done(t('objects.kept', { name: row.name }));
      await refresh();
    },
    onError: (error) =>
      tell.failed(error instanceof ProblemError && error.code === 'invalid' ? t('objects.notKept') : errorText(error)),
  });
  if (!can('operate', 'endpoint')) return <span />;
  return (
    <Group gap="xs">
      <Button
        size="xs"
        loading={undo.isPending}
        aria-label={t('objects.undoOf', { name: row.name })}
        onClick={() => undo.mutate()}
      >
        {t('objects.undo')}
      </Button>
      <Button
        size="xs"
        variant="default"
        loading={keep.isPending}
        aria-label={t('objects.keepOf', { name: row.name })}
        onClick={() => keep.mutate()}
      >
        {t('objects.keep')}
      </Button>
    </Group>
  );
}
