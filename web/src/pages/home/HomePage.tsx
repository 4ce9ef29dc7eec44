import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../api/session.ts';
import { useCan } from '../../api/use-can.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useSecond } from '../../ui/use-second.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { Attention } from './Attention.tsx';
import { partOfDay } from './part-of-day.ts';
import { SetupSteps } from './SetupSteps.tsx';
import { Shortcuts } from './Shortcuts.tsx';

/** What needs this person's attention, what is still to be set up, and the way to the rest. */
export function HomePage() {
  const { t } = useTranslation('home');
  const { firstname, username } = useUser();
  const can = useCan();
  const greeting = t(`greeting.${partOfDay(new Date().getHours())}`, { name: firstname || username });
  usePageTitle(t('title'));
  return (
    <>
      <PageHeader title={greeting} description={<Today />} />
      <Stack gap="md">
        {can('read', 'endpoint') ? <Attention /> : null}
        {can('create', 'callcenter') ? <SetupSteps /> : null}
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
