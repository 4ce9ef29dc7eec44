import { Stack } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../api/session.ts';
import { useCan } from '../../api/use-can.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useSecond } from '../../ui/use-second.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { Attention } from './Attention.tsx';
import { OpenMatters } from './OpenMatters.tsx';
import { partOfDay } from './part-of-day.ts';
import { SetupSteps } from './SetupSteps.tsx';
import { Shortcuts } from './Shortcuts.tsx';

// The live part brings the socket and the reducer: the page need not wait for them.
const QueuesNow = lazy(async () => ({ default: (await import('./QueuesNow.tsx')).QueuesNow }));

/** What needs this person's attention, what is still to be set up, and the way to the rest. */
export function HomePage() {
  const { t } = useTranslation('home');
  const { firstname, username, customerId } = useUser();
  const can = useCan();
  const greeting = t(`greeting.${partOfDay(new Date().getHours())}`, { name: firstname || username });
  usePageTitle(t('title'));
  return (
    <>
      <PageHeader title={greeting} description={<Today />} />
      <Stack gap="md">
        {can('read', 'endpoint') ? <Attention /> : null}
        {can('read', 'dashboard') ? (
          <Suspense fallback={null}>
            <QueuesNow />
          </Suspense>
        ) : null}
        {can('create', 'callcenter') ? <SetupSteps /> : null}
        <OpenMatters platform={customerId === null} />
        <Shortcuts />
      </Stack>
    </>
  );
}

function Today() {
  const { i18n } = useTranslation();
  const second = useSecond();
  return (
    <>
      {new Intl.DateTimeFormat(i18n.language, { dateStyle: 'full', timeStyle: 'short' }).format(
        new Date(second * 1000),
      )}
    </>
  );
}
