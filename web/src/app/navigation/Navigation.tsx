import { Link, useLocation } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../data/api/session.ts';
import { BrandLogo } from '../../data/brand/BrandLogo.tsx';
import { currentPage, NAVIGATION, type NavigationGroup, pagesOf, visibleNavigation } from './navigation.ts';
import type { NavigationLink } from './navigation-link.ts';
import { useMenuTitle } from './use-menu-title.ts';
import classes from './Navigation.module.css';
import { UserMenu } from './UserMenu.tsx';
import { useBrandName } from '../../data/brand/use-brand-name.ts';

interface Props {
  readonly onNavigate?: () => void;
  /** Shows the user menu at the bottom, for layouts without an app bar. */
  readonly withUser?: boolean;
}

/** The menu, used by the side column and the drawer. */
export function Navigation({ onNavigate, withUser = false }: Props) {
  const brandName = useBrandName();
  const { t } = useTranslation('shell');
  const { abilities } = useUser();
  const { pathname } = useLocation();
  const entries = visibleNavigation(NAVIGATION, abilities);
  const rest = { current: currentPage(pagesOf(entries), pathname), onNavigate };
  const list = useCurrentInSight(rest.current?.key);
  return (
    <nav className={classes['column']} aria-label={t('nav.label')}>
      <Link to="/" className={classes['brand']} onClick={onNavigate} aria-label={t('nav.homeOf', { name: brandName })}>
        <BrandLogo size={32} wordmark />
      </Link>
      <ul ref={list} className={`${classes['list']} ${classes['entries']}`}>
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

/** Scrolls only the list until the current entry is visible. */
const useCurrentInSight = (key: string | undefined) => {
  const ref = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const list = ref.current;
    const entry = list?.querySelector('[aria-current="page"]');
    if (!list || !entry) return;
    const [box, at] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
    if (at.top >= box.top && at.bottom <= box.bottom) return;
    list.scrollTop += at.top + at.height / 2 - (box.top + box.height / 2);
  }, [key]);
  return ref;
};

interface Rest {
  readonly current: NavigationLink | undefined;
  readonly onNavigate: (() => void) | undefined;
}

function Page({ page, current, onNavigate }: { readonly page: NavigationLink } & Rest) {
  const titleOf = useMenuTitle();
  const { to, icon: Icon } = page;
  const here = current?.key === page.key;
  return (
    <Link
      to={to}
      className={`${classes['entry']} ${here ? classes['active'] : ''}`}
      aria-current={here ? 'page' : undefined}
      onClick={onNavigate}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      <span className={classes['text']}>{titleOf(page)}</span>
    </Link>
  );
}

/** Foldable menu group. It stays open until closed, and opens again when the user visits one of its pages. */
function Fold({ group, ...rest }: { readonly group: NavigationGroup } & Rest) {
  const titleOf = useMenuTitle();
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
        <span className={classes['text']}>{titleOf(group)}</span>
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
  const titleOf = useMenuTitle();
  const id = useId();
  return (
    <>
      <div id={id} className={classes['heading']}>
        <span className={classes['text']}>{titleOf(group)}</span>
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
