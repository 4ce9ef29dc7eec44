import { Menu, UnstyledButton } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { ChevronDown, Ellipsis, type LucideIcon } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../api/session.ts';
import { BrandLogo } from './BrandLogo.tsx';
import { BarTools } from './BarTools.tsx';
import { useLayout } from './layout-store.ts';
import { currentPage, NAVIGATION, type NavigationLink, pagesOf, visibleNavigation } from './navigation.ts';
import classes from './NavigationRow.module.css';
import { useFitting } from './use-fitting.ts';
import { useBrandName } from './use-brand-name.ts';

/** The horizontal menu, one line: pages as links, groups as menus, what has no room under More. Arrows walk along it. */
export function NavigationRow() {
  const brandName = useBrandName();
  const { t } = useTranslation('shell');
  const { abilities } = useUser();
  const alone = useLayout((s) => s.appBar === 'hidden');
  const { pathname } = useLocation();
  const entries = visibleNavigation(NAVIGATION, abilities);
  const current = currentPage(pagesOf(entries), pathname);
  const list = useRef<HTMLUListElement>(null);
  const fits = useFitting(list, entries.map(({ key }) => t(`nav.${key}`)).join('\n'), entries.length);
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
                <Group label={t(`nav.${entry.key}`)} icon={entry.icon} pages={entry.children} current={current} />
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

function Page({ page: { key, to, icon: Icon }, current }: { readonly page: NavigationLink } & Current) {
  const { t } = useTranslation('shell');
  const here = current?.key === key;
  return (
    <Link
      to={to}
      className={classes['entry']}
      data-entry
      data-active={here || undefined}
      aria-current={here ? 'page' : undefined}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      {t(`nav.${key}`)}
    </Link>
  );
}

interface GroupProps extends Current {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly pages: readonly NavigationLink[];
}

function Group({ label, icon: Icon, pages, current }: GroupProps) {
  const { t } = useTranslation('shell');
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
        {pages.map(({ key, to, icon: PageIcon }) => (
          <Menu.Item
            key={key}
            component={Link}
            to={to}
            className={classes['item']}
            data-active={key === current?.key || undefined}
            aria-current={key === current?.key ? 'page' : undefined}
            leftSection={<PageIcon size={18} strokeWidth={1.75} aria-hidden="true" />}
          >
            {t(`nav.${key}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Left and right go where they point, also where one reads from right to left. */
const walk = (e: KeyboardEvent<HTMLElement>): void => {
  const entries = [...e.currentTarget.querySelectorAll<HTMLElement>('[data-entry]')];
  const at = entries.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  const step = (STEPS[e.key] ?? 0) * (document.documentElement.dir === 'rtl' ? -1 : 1);
  const to = e.key === 'Home' ? 0 : e.key === 'End' ? entries.length - 1 : step === 0 ? at : at + step;
  if (to === at) return;
  e.preventDefault();
  entries[(to + entries.length) % entries.length]?.focus();
};
