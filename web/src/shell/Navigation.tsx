import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useUser } from '../api/session.ts';
import { Logo } from '../ui/Logo.tsx';
import { NAVIGATION, type NavigationEntry, visibleNavigation } from './navigation.ts';
import classes from './Navigation.module.css';
import { UserMenu } from './UserMenu.tsx';

interface Props {
  readonly onNavigate?: () => void;
  /** Where there is no app bar, the user's own menu stands at the foot. */
  readonly withUser?: boolean;
}

/** The menu itself, for the side column and for the drawer alike. */
export function Navigation({ onNavigate, withUser = false }: Props) {
  const { t } = useTranslation('shell');
  const { abilities } = useUser();
  return (
    <nav className={classes['column']} aria-label={t('nav.label')}>
      <Link to="/" className={classes['brand']} onClick={onNavigate} aria-label={t('nav.homeOf')}>
        <Logo size={32} wordmark />
      </Link>
      <div className={classes['entries']}>
        <Entries entries={visibleNavigation(NAVIGATION, abilities)} onNavigate={onNavigate} />
      </div>
      {withUser ? (
        <div className={classes['foot']}>
          <UserMenu />
        </div>
      ) : null}
    </nav>
  );
}

function Entries({
  entries,
  onNavigate,
}: {
  readonly entries: readonly NavigationEntry[];
  readonly onNavigate: (() => void) | undefined;
}) {
  const { t } = useTranslation('shell');
  return (
    <ul className={classes['list']}>
      {entries.map(({ key, to, icon: Icon, children }) => (
        <li key={key}>
          {to && Icon ? (
            <Link
              to={to}
              className={classes['entry']}
              activeProps={{ className: classes['active'], 'aria-current': 'page' }}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              onClick={onNavigate}
            >
              <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
              <span className={classes['text']}>{t(`nav.${key}`)}</span>
            </Link>
          ) : null}
          {children ? (
            <>
              <div className={classes['heading']}>
                <span className={classes['text']}>{t(`nav.${key}`)}</span>
              </div>
              <Entries entries={children} onNavigate={onNavigate} />
            </>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
