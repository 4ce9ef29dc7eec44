import { CirclePause } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../api/session.ts';
import classes from './ActingBanner.module.css';

/** Stands above every page while the user's customer is suspended: nothing can be changed. */
export function SuspendedBanner() {
  const { t } = useTranslation('shell');
  const user = useUser();
  if (!user.suspended) return null;
  return (
    <div className={classes['banner']} role="status">
      <CirclePause size={18} aria-hidden="true" />
      <span className={classes['words']}>{t('suspended', { customer: user.customerName ?? '' })}</span>
    </div>
  );
}
