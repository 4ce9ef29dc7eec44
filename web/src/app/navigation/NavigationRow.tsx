import { Menu, UnstyledButton } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { ChevronDown, Ellipsis, type LucideIcon } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../data/api/session.ts';
import { BrandLogo } from '../../data/brand/BrandLogo.tsx';
import { BarTools } from './BarTools.tsx';
import { useLayout } from '../../data/appearance/layout-store.ts';
import { currentPage, NAVIGATION, pagesOf, visibleNavigation } from './navigation.ts';
import type { NavigationLink } from './navigation-link.ts';
import classes from './NavigationRow.module.css';
import { useFitting } from './use-fitting.ts';
import { useMenuTitle } from './use-menu-title.ts';
import { useBrandName } from '../../data/brand/use-brand-name.ts';

/**
 * Horizontal menu on one line: pages as links, groups as menus, and entries that do not fit under More. Arrow keys move between the
 * entries.
 */
export function NavigationRow() {
  const brandName = useBrandName();
  const { t } = useTranslation('shell');
  const titleOf = useMenuTitle();
  const { abilities } = useUser();
  const alone = useLayout((s) => s.appBar === 'hidden');
  const { pathname } = useLocation();
  const entries = visibleNavigation(NAVIGATION, abilities);
  const current = currentPage(pagesOf(entries), pathname);
  const list = useRef<HTMLUListElement>(null);
  const fits = useFitting(list, entries.map(titleOf).join('\n'), entries.length);
  return (
    <div className={classes['row']}>
      {alone ? (
        <Link to="/" className={classes['brand']} aria-label={t('nav.homeOf', { name: brandName })}>
          <BrandLogo size={28} />
        </Link>
      ) : null}
      <nav className={classes['nav']} aria-label={t('nav.label')}>
        <ul ref={list} className={classes['list']} onKeyDown={walk}>
          {entries.slice(0, fits).map((entry) => (
            <li key={entry.key}>
              {'children' in entry ? (
                <Group label={titleOf(entry)} icon={entry.icon} pages={entry.children} current={current} />
              ) : (
                <Page page={entry} current={current} />
              )}
            </li>
          ))}
          {fits < entries.length ? (
            <li>
              <Group label={t('nav.more')} icon={Ellipsis} pages={pagesOf(entries.slice(fits))} current={current} />
            </li>
          ) : null}
        </ul>
      </nav>
      {alone ? <BarTools /> : null}
    </div>
  );
}

interface Current {
  readonly current: NavigationLink | undefined;
}

function Page({ page, current }: { readonly page: NavigationLink } & Current) {
  const titleOf = useMenuTitle();
  const { to, icon: Icon } = page;
  const here = current?.key === page.key;
  return (
    <Link
      to={to}
      className={classes['entry']}
      data-entry
      data-active={here || undefined}
      aria-current={here ? 'page' : undefined}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      {titleOf(page)}
    </Link>
  );
}

interface GroupProps extends Current {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly pages: readonly NavigationLink[];
}

function Group({ label, icon: Icon, pages, current }: GroupProps) {
  const titleOf = useMenuTitle();
  const [open, setOpen] = useState(false);
  return (
    <Menu opened={open} onChange={setOpen} width={240} position="bottom-start" offset={4}>
      <Menu.Target>
        <UnstyledButton
          className={classes['entry']}
          data-entry
          data-active={pages.some((page) => page.key === current?.key) || undefined}
          onKeyDown={(e) => {
            if (e.key !== 'ArrowDown') return;
            e.preventDefault();
            setOpen(true);
          }}
        >
          <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
          {label}
          <ChevronDown size={16} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {pages.map(({ key, texts, to, icon: PageIcon }) => (
          <Menu.Item
            key={key}
            component={Link}
            to={to}
            className={classes['item']}
            data-active={key === current?.key || undefined}
            aria-current={key === current?.key ? 'page' : undefined}
            leftSection={<PageIcon size={18} strokeWidth={1.75} aria-hidden="true" />}
          >
            {titleOf({ key, texts })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Left and right arrow keys move in the direction they point, also in right-to-left layouts. */
const walk = (e: KeyboardEvent<HTMLElement>): void => {
  const entries = [...e.currentTarget.querySelectorAll<HTMLElement>('[data-entry]')];
  const at = entries.findIndex((entry) => entry === document.activeElement);
  if (at < 0) return;
  const step = (STEPS[e.key] ?? 0) * (document.documentElement.dir === 'rtl' ? -1 : 1);
  const to = e.key === 'Home' ? 0 : e.key === 'End' ? entries.length - 1 : step === 0 ? at : at + step;
  if (to === at) return;
  e.preventDefault();
  entries[(to + entries.length) % entries.length]?.focus();
};
