import { Button } from '@mantine/core';
import { UserRoundCog } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { stopActing } from '../api/act-as.ts';
import { useUser } from '../api/session.ts';
import classes from './ActingBanner.module.css';

/** Stands above every page while somebody of the support acts in this user's name. */
export function ActingBanner() {
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
