import { keyed } from '../../locales/keyed.ts';
import { Stack } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTimeLocale } from '../../locales/time-locale.ts';
import { useUser } from '../../data/api/session.ts';
import { useCan } from '../../data/api/use-can.ts';
import { Parts } from '../../ui/page/PartBoundary.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { useSecond } from '../../ui/use-second.ts';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { Attention } from './Attention.tsx';
import { OpenMatters } from './OpenMatters.tsx';
import { SetupSteps } from './SetupSteps.tsx';
import { Link } from '@tanstack/react-router';
import { NAVIGATION, pagesOf, visibleNavigation } from '../navigation/navigation.ts';
import { useMenuTitle } from '../navigation/use-menu-title.ts';
import classes from './Shortcuts.module.css';

/** Part of the day for the greeting: morning from 5 to 12, afternoon from 12 to 18, else evening. */
const partOfDay = (hour: number): 'morning' | 'afternoon' | 'evening' => {
  if (hour >= 5 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
};

/** Lists the pages that the user may open, each with a short description. */
function Shortcuts() {
  const { t } = useTranslation('home');
  const titleOf = useMenuTitle();
  const { abilities } = useUser();
  const pages = pagesOf(visibleNavigation(NAVIGATION, abilities)).filter((page) => page.to !== '/');
  return (
    <nav aria-label={t('shortcuts')} className={classes['grid']}>
      {pages.map(({ key, texts, to, icon: Icon }) => (
        <Link key={key} to={to} className={classes['card']}>
          <Icon size={22} strokeWidth={1.75} aria-hidden="true" className={classes['icon']} />
          <span className={classes['title']}>{titleOf({ key, texts })}</span>
          <span className={classes['hint']}>
            {keyed(t)(texts === undefined ? `about.${key}` : `pages:about.${texts}`)}
          </span>
        </Link>
      ))}
    </nav>
  );
}

// Loaded separately, so that the page does not wait for the live socket and the reducer.
const QueuesNow = lazy(async () => ({ default: (await import('./QueuesNow.tsx')).QueuesNow }));

/** Start page: what needs attention, the remaining set-up steps, and links to all pages. */
export function HomePage() {
  const { t } = useTranslation('home');
  const { firstname, username, customerId } = useUser();
  const can = useCan();
  const greeting = t(`greeting.${partOfDay(new Date().getHours())}`, { name: firstname || username });
  // null: not known yet.
  const [troubled, setTroubled] = useState<number | null>(null);
  const live = can('read', 'dashboard');
  usePageTitle(t('title'));
  return (
    <>
      <PageHeader title={greeting} description={<Today />} />
      <Stack gap="md">
        <Parts>
          {can('read', 'endpoint') ? <Attention queues={live ? troubled : 0} platform={customerId === null} /> : null}
          {live ? (
            <Suspense fallback={null}>
              <QueuesNow onTroubled={setTroubled} />
            </Suspense>
          ) : null}
          {can('create', 'callcenter') ? <SetupSteps /> : null}
          <OpenMatters platform={customerId === null} />
          <Shortcuts />
        </Parts>
      </Stack>
    </>
  );
}

function Today() {
  const locale = useTimeLocale();
  const second = useSecond();
  return (
    <>{new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' }).format(new Date(second * 1000))}</>
  );
}
