import { Alert, Button, Group, Progress, Stack } from '@mantine/core';
import { FEATURE_CODES } from '@ringside/core/pbx/options/feature-codes.ts';
import { OBJECT_STATES, type Provisioning, type ProvisioningStatus } from '@ringside/core/contract/pbx/provisioning.ts';
import {
  CircleCheck,
  CirclePause,
  Clock,
  FileDiff,
  Hand,
  LoaderCircle,
  type LucideIcon,
  Play,
  ScanSearch,
  TriangleAlert,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../data/api/use-can.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { STATE_LOOKS } from '../../data/list/RowStateBadge.tsx';
import { FigureStat } from '../../ui/FigureStat.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { useTell } from '../../ui/use-tell.ts';
import classes from './Configuration.module.css';
import { DifferenceDialog } from './DifferenceDialog.tsx';
import { RunProblemText } from './RunProblemText.tsx';
import { useProvisioningRun } from './use-provisioning.ts';

const LOOKS: Readonly<Record<ProvisioningStatus, readonly [Tone, LucideIcon]>> = {
  off: ['idle', CirclePause],
  idle: ['ok', CircleCheck],
  pending: ['warn', Clock],
  applying: ['accent', LoaderCircle],
  waiting: ['bad', TriangleAlert],
  held: ['hold', Hand],
};

/** Shows how far the PBX matches the configuration, with its actions. */
export function ConfigurationStatus({ now }: { readonly now: Provisioning }) {
  const { t } = useTranslation('provisioning');
  const format = useFormat();
  const [tone, icon] = LOOKS[now.status];
  const share = now.lastRun?.counts;
  return (
    <Panel
      title={t('status.title')}
      description={
        now.checkedAt === null
          ? t('status.neverChecked')
          : t('status.checkedAt', { at: format.dateTime(now.checkedAt) })
      }
      actions={
        <StatusBadge tone={tone} icon={icon}>
          {t(`statuses.${now.status}`)}
        </StatusBadge>
      }
    >
      <Stack gap="md">
        <p className={classes['hint']}>{t(`statusHints.${now.status}`)}</p>
        {now.status === 'off' ? null : (
          <div className={classes['figures']}>
            {OBJECT_STATES.map((state) => (
              <FigureStat
                key={state}
                label={t(`rowStates.${state}`)}
                value={format.number(now.counts[state])}
                icon={STATE_LOOKS[state][1]}
                {...(now.counts[state] > 0 ? { tone: STATE_LOOKS[state][0] } : {})}
              />
            ))}
          </div>
        )}
        {now.status === 'applying' && share && share.total > 0 ? (
          <Progress
            value={(100 * share.done) / share.total}
            aria-label={t('status.progress', { done: share.done, total: share.total })}
          />
        ) : null}
        {now.problem === null ? null : (
          <Alert color="red" variant="light" icon={<TriangleAlert />} title={t('status.problem')}>
            <RunProblemText problem={now.problem} />
            {now.retryAt === null ? null : (
              <p className={classes['hint']}>{t('status.retryAt', { at: format.time(now.retryAt) })}</p>
            )}
          </Alert>
        )}
        {now.status === 'off' || now.emergency.length === 0 ? null : <EmergencyGaps now={now} />}
        {now.liveLoginWrites ? (
          <Alert color="yellow" variant="light" icon={<TriangleAlert />} title={t('status.liveWrites')}>
            {t('status.liveWritesHint')}
          </Alert>
        ) : null}
        {now.status === 'off' ? null : <Actions now={now} />}
      </Stack>
    </Panel>
  );
}

/** Lists customers whose emergency calls cannot go out, with the reason and how to test them. */
function EmergencyGaps({ now }: { readonly now: Provisioning }) {
  const { t } = useTranslation('provisioning');
  return (
    <Alert color="red" variant="light" icon={<TriangleAlert />} title={t('emergency.title')}>
      {now.emergency.map(({ code, customerId, customerName, numbers }) => (
        <p key={`${code} ${customerId}`}>
          {t(`emergency.${code}`, { customer: customerName, numbers: numbers.join(', ') })}
        </p>
      ))}
      <p className={classes['hint']}>{t('emergency.test', { code: FEATURE_CODES.emergencyTest })}</p>
    </Alert>
  );
}

function Actions({ now }: { readonly now: Provisioning }) {
  const { t } = useTranslation('provisioning');
  const can = useCan();
  const tell = useTell();
  const errorText = useErrorText();
  const [showing, setShowing] = useState(false);
  const apply = useProvisioningRun(now.serverId, 'apply');
  const check = useProvisioningRun(now.serverId, 'check');
  const failed = { onError: (error: unknown) => tell.failed(errorText(error)) };
  return (
    <Group gap="sm">
      {can('operate', 'endpoint') ? (
        <Button
          leftSection={<Play size={16} aria-hidden="true" />}
          loading={apply.isPending || now.status === 'applying'}
          onClick={() => apply.mutate(undefined, failed)}
        >
          {t('actions.apply')}
        </Button>
      ) : null}
      <Button
        variant="default"
        leftSection={<FileDiff size={16} aria-hidden="true" />}
        onClick={() => setShowing(true)}
      >
        {t('actions.difference')}
      </Button>
      {can('operate', 'endpoint') ? (
        <Button
          variant="default"
          leftSection={<ScanSearch size={16} aria-hidden="true" />}
          loading={check.isPending}
          onClick={() =>
            check.mutate(undefined, {
              ...failed,
              onSuccess: (after) =>
                after.problem === null ? tell.done(t('actions.checked')) : tell.failed(t('status.problem')),
            })
          }
        >
          {t('actions.check')}
        </Button>
      ) : null}
      <DifferenceDialog serverId={now.serverId} opened={showing} onClose={() => setShowing(false)} />
    </Group>
  );
}
