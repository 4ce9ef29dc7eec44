import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../api/session.ts';
import { NAVIGATION, pagesOf, visibleNavigation } from '../../shell/navigation.ts';
import classes from './Shortcuts.module.css';

/** Everything that this person may open, with a word on what it is for. */
export function Shortcuts() {
  const { t } = useTranslation(['home', 'shell']);
  const { abilities } = useUser();
  const pages = pagesOf(visibleNavigation(NAVIGATION, abilities)).filter((page) => page.to !== '/');
  return (
    <nav aria-label={t('shortcuts')} className={classes['grid']}>
      {pages.map(({ key, to, icon: Icon }) => (
        <Link key={key} to={to} className={classes['card']}>
          <Icon size={22} strokeWidth={1.75} aria-hidden="true" className={classes['icon']} />
          <span className={classes['title']}>{t(`shell:nav.${key}`)}</span>
          <span className={classes['hint']}>{t(`about.${key as 'dashboard'}`)}</span>
        </Link>
      ))}
    </nav>
  );
}
