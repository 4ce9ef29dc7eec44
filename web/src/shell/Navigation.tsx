import { Link, useLocation } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../api/session.ts';
import { BrandLogo } from './BrandLogo.tsx';
import {
  currentPage,
  NAVIGATION,
  type NavigationGroup,
  type NavigationLink,
  pagesOf,
  visibleNavigation,
} from './navigation.ts';
import classes from './Navigation.module.css';
import { UserMenu } from './UserMenu.tsx';
import { useBrandName } from './use-brand-name.ts';

interface Props {
  readonly onNavigate?: () => void;
  /** Where there is no app bar, the user's own menu stands at the foot. */
  readonly withUser?: boolean;
}

/** The menu itself, for the side column and for the drawer alike. */
export function Navigation({ onNavigate, withUser = false }: Props) {
  const brandName = useBrandName();
  const { t } = useTranslation('shell');
  const { abilities } = useUser();
  const { pathname } = useLocation();
  const entries = visibleNavigation(NAVIGATION, abilities);
  const rest = { current: currentPage(pagesOf(entries), pathname), onNavigate };
  return (
    <nav className={classes['column']} aria-label={t('nav.label')}>
      <Link to="/" className={classes['brand']} onClick={onNavigate} aria-label={t('nav.homeOf', { name: brandName })}>
        <BrandLogo size={32} wordmark />
      </Link>
      <ul className={`${classes['list']} ${classes['entries']}`}>
        {entries.map((entry) => (
          <li key={entry.key}>
            {!('children' in entry) ? (
              <Page page={entry} {...rest} />
            ) : entry.kind === 'fold' ? (
              <Fold group={entry} {...rest} />
            ) : (
              <Subheader group={entry} {...rest} />
            )}
          </li>
        ))}
      </ul>
      {withUser ? (
        <div className={classes['foot']}>
          <UserMenu />
        </div>
      ) : null}
    </nav>
  );
}

interface Rest {
  readonly current: NavigationLink | undefined;
  readonly onNavigate: (() => void) | undefined;
}

function Page({ page: { key, to, icon: Icon }, current, onNavigate }: { readonly page: NavigationLink } & Rest) {
  const { t } = useTranslation('shell');
  const here = current?.key === key;
  return (
    <Link
      to={to}
      className={`${classes['entry']} ${here ? classes['active'] : ''}`}
      aria-current={here ? 'page' : undefined}
      onClick={onNavigate}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      <span className={classes['text']}>{t(`nav.${key}`)}</span>
    </Link>
  );
}

/** Open until one closes it; coming to one of its pages opens it again. */
function Fold({ group, ...rest }: { readonly group: NavigationGroup } & Rest) {
  const { t } = useTranslation('shell');
  const id = useId();
  const holds = group.children.some((page) => page.key === rest.current?.key);
  const [chosen, setChosen] = useState<{ readonly open: boolean; readonly holds: boolean } | null>(null);
  const open = chosen?.holds === holds ? chosen.open : true;
  const { icon: Icon } = group;
  return (
    <>
      <button
        type="button"
        className={classes['entry']}
        aria-expanded={open}
        aria-controls={id}
        data-holds={(holds && !open) || undefined}
        onClick={() => setChosen({ open: !open, holds })}
      >
        <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
        <span className={classes['text']}>{t(`nav.${group.key}`)}</span>
        <ChevronDown size={16} aria-hidden="true" className={classes['chevron']} />
      </button>
      <ul id={id} hidden={!open} className={`${classes['list']} ${classes['inner']}`}>
        {group.children.map((page) => (
          <li key={page.key}>
            <Page page={page} {...rest} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Subheader({ group, ...rest }: { readonly group: NavigationGroup } & Rest) {
  const { t } = useTranslation('shell');
  const id = useId();
  return (
    <>
      <div id={id} className={classes['heading']}>
        <span className={classes['text']}>{t(`nav.${group.key}`)}</span>
      </div>
      <ul aria-labelledby={id} className={classes['list']}>
        {group.children.map((page) => (
          <li key={page.key}>
            <Page page={page} {...rest} />
          </li>
        ))}
      </ul>
    </>
  );
}
