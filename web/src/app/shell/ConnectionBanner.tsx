import { Button } from '@mantine/core';
import { RefreshCw, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { askNow, isAway, onReach } from '../../data/api/reach.ts';
import { isOutdated, onOutdated } from '../../data/live/build.ts';
import { useSocketState } from '../../data/live/hooks.ts';
import { retryNow } from '../../data/live/live.ts';
import { isRenewal } from '../../data/live/socket-state.ts';
import classes from './ConnectionBanner.module.css';

/** Delay in ms before the notice, so that short interruptions stay unnoticed. */
const PATIENCE_MS = 1000;

const tryNow = (): void => {
  askNow();
  retryNow();
};

/** Banner on every page: the console is unreachable, refuses live data at this address, or has a newer version of the page. */
export function ConnectionBanner() {
  const { t } = useTranslation(['shell', 'common']);
  const state = useSocketState();
  const away = useSyncExternalStore(onReach, isAway);
  const outdated = useSyncExternalStore(onOutdated, isOutdated);
  const ended = state.kind === 'ended' && state.reason === 'closed';
  const lost = away || ended || state.kind === 'silent' || (state.kind === 'waiting' && !isRenewal(state));
  if (state.kind === 'ended' && state.reason === 'origin') return <Notice>{t('common:errors.origin-refused')}</Notice>;
  if (lost) {
    return (
      <Late>
        <Notice action={<Act onClick={tryNow}>{t('connection.retryNow')}</Act>}>
          <strong>{ended ? t('connection.ended') : t('connection.lost')}</strong> {t('connection.lostText')}
        </Notice>
      </Late>
    );
  }
  if (!outdated) return null;
  const reload = (
    <Act onClick={() => location.reload()}>
      <RefreshCw size={14} aria-hidden="true" />
      {t('connection.reload')}
    </Act>
  );
  return (
    <Notice action={reload}>
      <strong>{t('connection.newVersion')}</strong> {t('connection.unsaved')}
    </Notice>
  );
}

function Late({ children }: { readonly children: ReactNode }) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return due ? children : null;
}

function Act({ children, onClick }: { readonly children: ReactNode; readonly onClick: () => void }) {
  return (
    <Button size="compact-sm" variant="default" onClick={onClick}>
      <span className={classes['act']}>{children}</span>
    </Button>
  );
}

function Notice({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <div className={classes['banner']} role="status" data-connection>
      <TriangleAlert size={18} aria-hidden="true" />
      <span className={classes['words']}>{children}</span>
      {action}
    </div>
  );
}
