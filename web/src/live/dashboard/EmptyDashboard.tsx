import { Button, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CloudOff, ServerOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../data/api/use-can.ts';
import { useSocketState } from '../../data/live/hooks.ts';
import { retryNow } from '../../data/live/live.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import classes from './EmptyDashboard.module.css';

/** Shown without queues: still loading, unavailable, or no queue exists. */
export function EmptyDashboard() {
  const { t } = useTranslation('dashboard');
  const can = useCan();
  const state = useSocketState();
  if (state.kind === 'live') {
    const manage = can('create', 'endpoint');
    return (
      <EmptyState
        icon={ServerOff}
        title={t('empty.title')}
        action={
          manage ? (
            <Button component={Link} to="/endpoints">
              {t('empty.addServer')}
            </Button>
          ) : null
        }
      >
        {manage ? t('empty.hint') : t('empty.hintCustomer')}
      </EmptyState>
    );
  }
  if (state.kind === 'ended' || (state.kind === 'waiting' && state.attempt > 1)) {
    const forbidden = state.kind === 'ended' && state.reason === 'forbidden';
    return (
      <EmptyState
        icon={CloudOff}
        tone="bad"
        title={forbidden ? t('empty.forbidden') : t('empty.unreachable')}
        action={forbidden ? null : <Button onClick={retryNow}>{t('link.retryNow')}</Button>}
      >
        {forbidden ? t('empty.forbiddenHint') : t('empty.unreachableHint')}
      </EmptyState>
    );
  }
  return (
    <div className={classes['skeleton']} role="status" aria-label={t('empty.loading')}>
      <Skeleton height={92} radius="lg" />
      <div className={classes['row']}>
        <Skeleton height={130} radius="lg" />
        <Skeleton height={130} radius="lg" />
      </div>
      <div className={classes['grid']}>
        {Array.from({ length: 9 }, (_, i) => (
          <Skeleton key={i} height={196} radius="lg" />
        ))}
      </div>
    </div>
  );
}
