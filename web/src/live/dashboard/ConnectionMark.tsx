import { CloudOff, LoaderCircle, Radio, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { lastMessageAt } from '../../data/live/live.ts';
import { useSocketState } from '../../data/live/hooks.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useSecond } from '../../ui/use-second.ts';
import classes from './ConnectionMark.module.css';

/** Shows whether the page is connected, reconnecting or stale, with the age of the last event. */
export function ConnectionMark() {
  const { t } = useTranslation('dashboard');
  const state = useSocketState();
  return (
    <span className={classes['mark']}>
      <span role="status">
        {state.kind === 'live' ? (
          <StatusBadge tone="ok" icon={Radio}>
            {t('link.live')}
          </StatusBadge>
        ) : state.kind === 'ended' ? (
          <StatusBadge tone="bad" icon={CloudOff}>
            {t('link.ended')}
          </StatusBadge>
        ) : state.kind === 'silent' ? (
          <StatusBadge tone="warn" icon={WifiOff}>
            {t('link.silent')}
          </StatusBadge>
        ) : state.kind === 'waiting' || ('attempt' in state && state.attempt > 0) ? (
          <StatusBadge tone="warn" icon={LoaderCircle}>
            {t('link.reconnecting')}
          </StatusBadge>
        ) : (
          <StatusBadge tone="idle" icon={LoaderCircle}>
            {t('link.connecting')}
          </StatusBadge>
        )}
      </span>
      <LastHeard />
    </span>
  );
}

function LastHeard() {
  const { t } = useTranslation('dashboard');
  useSecond();
  const at = lastMessageAt();
  if (at === null) return null;
  const seconds = Math.max(0, Math.floor((Date.now() - at) / 1000));
  return (
    <span className={classes['age']}>
      {seconds < 60 ? t('link.ageSeconds', { n: seconds }) : t('link.ageMinutes', { n: Math.floor(seconds / 60) })}
    </span>
  );
}
