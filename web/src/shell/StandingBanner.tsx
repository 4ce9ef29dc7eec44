import { CirclePause, KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../api/session.ts';
import classes from './ActingBanner.module.css';

/** Stands above every page while little opens to the user: he owes his account something, or his customer is suspended. */
export function StandingBanner() {
  const { t } = useTranslation('shell');
  const { owes, suspended, customerName } = useUser();
  if (owes === null && !suspended) return null;
  const Icon = owes === null ? CirclePause : KeyRound;
  return (
    <div className={classes['banner']} role="status">
      <Icon size={18} aria-hidden="true" />
      <span className={classes['words']}>
        {owes === null ? t('suspended', { customer: customerName ?? '' }) : t(`owes.${owes}`)}
      </span>
    </div>
  );
}
