import { Menu, UnstyledButton } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../api/session.ts';
import { Logo } from '../ui/Logo.tsx';
import { BarTools } from './BarTools.tsx';
import { useLayout } from './layout-store.ts';
import { NAVIGATION, type NavigationEntry, visibleNavigation } from './navigation.ts';
import classes from './NavigationRow.module.css';

/** The horizontal menu: pages as links, groups as menus. Arrows walk along it, as in any menu bar. */
export function NavigationRow() {
  const { t } = useTranslation('shell');
  const { abilities } = useUser();
  const alone = useLayout((s) => s.appBar === 'hidden');
  return (
    <div className={classes['row']}>
      {alone ? (
        <Link to="/" className={classes['brand']} aria-label={t('nav.homeOf')}>
          <Logo size={28} />
        </Link>
      ) : null}
      <nav className={classes['nav']} aria-label={t('nav.label')}>
        <ul className={classes['list']} onKeyDown={walk}>
          {visibleNavigation(NAVIGATION, abilities).map((entry) => (
            <li key={entry.key}>{entry.children ? <Group entry={entry} /> : <Page entry={entry} />}</li>
          ))}
        </ul>
      </nav>
      {alone ? <BarTools /> : null}
    </div>
  );
}

function Page({ entry: { key, to, icon: Icon } }: { readonly entry: NavigationEntry }) {
  const { t } = useTranslation('shell');
  if (!to || !Icon) return null;
  return (
    <Link
      to={to}
      className={classes['entry']}
      data-entry
      activeProps={{ 'data-active': true, 'aria-current': 'page' }}
      activeOptions={{ exact: to === '/', includeSearch: false }}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      {t(`nav.${key}`)}
    </Link>
  );
}

function Group({ entry: { key, icon: Icon, children = [] } }: { readonly entry: NavigationEntry }) {
  const { t } = useTranslation('shell');
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  const isAt = (to: string | undefined): boolean =>
    to !== undefined && (pathname === to || pathname.startsWith(`${to}/`));
  return (
    <Menu opened={open} onChange={setOpen} width={240} position="bottom-start" offset={4}>
      <Menu.Target>
        <UnstyledButton
          className={classes['entry']}
          data-entry
          data-active={children.some((child) => isAt(child.to)) || undefined}
          onKeyDown={(e) => {
            if (e.key !== 'ArrowDown') return;
            e.preventDefault();
            setOpen(true);
          }}
        >
          {Icon ? <Icon size={18} strokeWidth={1.75} aria-hidden="true" /> : null}
          {t(`nav.${key}`)}
          <ChevronDown size={16} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {children.map(({ key: child, to, icon: ChildIcon }) =>
          to ? (
            <Menu.Item
              key={child}
              component={Link}
              to={to}
              className={classes['item']}
              data-active={isAt(to) || undefined}
              leftSection={ChildIcon ? <ChildIcon size={18} strokeWidth={1.75} aria-hidden="true" /> : null}
            >
              {t(`nav.${child}`)}
            </Menu.Item>
          ) : null,
        )}
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
