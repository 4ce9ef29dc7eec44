import { Button } from '@mantine/core';
import { CirclePause, DatabaseZap, KeyRound, UserRoundCog } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { stopActing } from '../../data/api/act-as.ts';
import { useServerState } from '../../data/api/server-state.ts';
import { useUser } from '../../data/api/session.ts';
import classes from './Banners.module.css';

/** Banners above every page. */
export function Banners() {
  return (
    <>
      <ActingBanner />
      <ServerStateBanner />
      <RestrictedBanner />
    </>
  );
}

/** Shown while support staff impersonates this user. */
function ActingBanner() {
  const { t } = useTranslation('shell');
  const user = useUser();
  if (user.actedBy === null) return null;
  return (
    <div className={classes['banner']} role="status">
      <UserRoundCog size={18} aria-hidden="true" />
      <span className={classes['words']}>{t('acting.now', { name: user.username, actor: user.actedBy })}</span>
      <Button size="xs" variant="white" color="dark" onClick={() => void stopActing()}>
        {t('acting.stop')}
      </Button>
    </div>
  );
}

/** Shown while the database is unreachable or its disk is full. */
function ServerStateBanner() {
  const { t } = useTranslation('shell');
  const state = useServerState();
  if (state === 'ok') return null;
  return (
    <div className={classes['banner']} role="status">
      <DatabaseZap size={18} aria-hidden="true" />
      <span className={classes['words']}>{t(`serverState.${state}`)}</span>
    </div>
  );
}

/** Shown while a required action or a suspended customer restricts the user. */
function RestrictedBanner() {
  const { t } = useTranslation('shell');
  const { requiredAction, suspended, customerName } = useUser();
  if (requiredAction === null && !suspended) return null;
  const Icon = requiredAction === null ? CirclePause : KeyRound;
  return (
    <div className={classes['banner']} role="status">
      <Icon size={18} aria-hidden="true" />
      <span className={classes['words']}>
        {requiredAction === null
          ? t('suspended', { customer: customerName ?? '' })
          : t(`requiredAction.${requiredAction}`)}
      </span>
    </div>
  );
}
