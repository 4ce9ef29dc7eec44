import { Button, Skeleton } from '@mantine/core';
import {
  listProvisioningRuns,
  type Provisioning,
  type ProvisioningRun,
  rollbackProvisioning,
} from '@ringside/core/contract/pbx/provisioning.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleEqual, History, LoaderCircle, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useCan } from '../../data/api/use-can.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { Pager } from '../../data/list/Pager.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { useTell } from '../../ui/use-tell.ts';
import classes from './Configuration.module.css';
import { RunProblemText } from './RunProblemText.tsx';
import { provisioningKey, useRefreshProvisioning } from './use-provisioning.ts';

const LOOKS: Readonly<Record<ProvisioningRun['outcome'], readonly [Tone, LucideIcon]>> = {
  running: ['accent', LoaderCircle],
  unchanged: ['idle', CircleEqual],
  applied: ['ok', CircleCheck],
  partly: ['warn', TriangleAlert],
  failed: ['bad', TriangleAlert],
};
const LOOK_AGAIN_MS = 5_000;

/** Provisioning runs of the server, newest first, with roll-back. */
export function ConfigurationRuns({ now }: { readonly now: Provisioning }) {
  const { t } = useTranslation('provisioning');
  const [search, setSearch] = useState({ page: 1, perPage: 10 });
  const [back, setBack] = useState<ProvisioningRun | null>(null);
  const query = useQuery({
    queryKey: [...provisioningKey(now.serverId, 'runs'), search],
    queryFn: ({ signal }) => call(listProvisioningRuns, { params: { id: now.serverId }, query: search, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });
  const rows = query.data?.data ?? [];
  return (
    <Panel title={t('runs.title')} description={t('runs.hint')} flush>
      {query.isPending ? <Skeleton height={64} width="auto" m="md" /> : null}
      {query.data && rows.length === 0 ? <EmptyState icon={History} title={t('runs.none')} compact /> : null}
      <ul className={classes['objects']} aria-label={t('runs.title')}>
        {rows.map((run) => (
          <li key={run.id} className={classes['object']}>
            <Run run={run} onBack={() => setBack(run)} />
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
      <RollBack serverId={now.serverId} run={back} onClose={() => setBack(null)} />
    </Panel>
  );
}

function Run({ run, onBack }: { readonly run: ProvisioningRun; readonly onBack: () => void }) {
  const { t } = useTranslation('provisioning');
  const format = useFormat();
  const can = useCan();
  const [tone, icon] = LOOKS[run.outcome];
  const { created, changed, removed, failed, drift } = run.counts;
  const said = (['created', 'changed', 'removed', 'failed', 'drift'] as const).filter((key) => run.counts[key] > 0);
  const counts = { created, changed, removed, failed, drift };
  return (
    <>
      <div className={classes['objectName']}>
        <strong>{t(`runKinds.${run.kind}`)}</strong>
        <span className={classes['kind']}>
          {format.dateTime(run.startedAt)} · <bdi>{run.username || t('runs.itself')}</bdi>
        </span>
      </div>
      <div className={classes['objectState']}>
        <StatusBadge tone={tone} icon={icon}>
          {t(`outcomes.${run.outcome}`)}
        </StatusBadge>
        <span className={classes['hint']}>
          {run.problem === null ? (
            format.list(said.map((key) => t(`runCounts.${key}`, { count: counts[key] })))
          ) : (
            <RunProblemText problem={run.problem} />
          )}
        </span>
      </div>
      {run.restorable && can('operate', 'endpoint') ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<History size={14} aria-hidden="true" />}
          aria-label={t('runs.backTo', { at: format.dateTime(run.startedAt) })}
          onClick={onBack}
        >
          {t('runs.back')}
        </Button>
      ) : (
        <span />
      )}
    </>
  );
}

function RollBack({
  serverId,
  run,
  onClose,
}: {
  readonly serverId: number;
  readonly run: ProvisioningRun | null;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['provisioning', 'common']);
  const format = useFormat();
  const tell = useTell();
  const errorText = useErrorText();
  const refresh = useRefreshProvisioning();
  const back = useMutation({
    mutationFn: (runId: string) => call(rollbackProvisioning, { params: { id: serverId }, body: { runId } }),
    onSuccess: async () => {
      tell.done(t('runs.backBegun'));
      await refresh();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened={run !== null}
      onClose={onClose}
      title={t('runs.backTitle')}
      hint={run ? t('runs.backHint', { at: format.dateTime(run.startedAt) }) : ''}
      action={t('runs.backNow')}
      onConfirm={() => (run ? back.mutate(run.id) : undefined)}
      loading={back.isPending}
      error={back.isError ? errorText(back.error) : null}
    />
  );
}
