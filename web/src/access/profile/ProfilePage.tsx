import { SegmentedControl, Select, SimpleGrid, Stack, useMantineColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { updateOwnUser, useUser } from '../../data/api/session.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { timezoneChoices } from '../../data/form/choices.ts';
import { switchLanguage } from '../../locales/i18n.ts';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from '../../locales/language.ts';
import { HOUR_CYCLES } from '../../locales/time-locale.ts';
import { changeLook } from '../../data/appearance/change-look.ts';
import { keepPreference } from '../../data/appearance/keep-preference.ts';
import { useLayout } from '../../data/appearance/layout-store.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { OwnApiKeys } from './OwnApiKeys.tsx';
import { OwnName } from './OwnName.tsx';
import { OwnPassword } from './OwnPassword.tsx';
import { OwnSessions } from './OwnSessions.tsx';
import classes from './ProfilePage.module.css';
import { Passkeys } from './Passkeys.tsx';
import { TwoFactor } from './TwoFactor.tsx';
import { useTell } from '../../ui/use-tell.ts';

export function ProfilePage() {
  const { t } = useTranslation('profile');
  usePageTitle(t('title'));
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" verticalSpacing="md">
        <Stack gap="md">
          <OwnName />
          <Looks />
        </Stack>
        <Stack gap="md">
          <OwnPassword />
          <TwoFactor />
          <Passkeys />
          <OwnSessions />
          <OwnApiKeys />
        </Stack>
      </SimpleGrid>
    </>
  );
}

/** Appearance settings. Applied at once and stored with the user for other computers. */
function Looks() {
  const { t, i18n } = useTranslation('profile');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const navigation = useLayout((s) => s.navigation);
  const setNavigation = useLayout((s) => s.setNavigation);
  const onLanguage = (value: string): void => {
    if (!isLanguage(value)) return;
    void switchLanguage(value);
    keepPreference({ language: value });
  };
  return (
    <Panel title={t('looks.title')}>
      <Stack gap="md">
        <div>
          <p className={classes['label']} id="looks-language">
            {t('looks.language')}
          </p>
          <SegmentedControl
            fullWidth
            aria-labelledby="looks-language"
            value={i18n.language}
            onChange={onLanguage}
            data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          />
        </div>
        <div>
          <p className={classes['label']} id="looks-scheme">
            {t('looks.scheme')}
          </p>
          <SegmentedControl
            fullWidth
            aria-labelledby="looks-scheme"
            value={colorScheme}
            onChange={(value) => {
              setColorScheme(value);
              keepPreference({ scheme: value });
            }}
            data={(['light', 'dark', 'auto'] as const).map((value) => ({ value, label: t(`looks.schemes.${value}`) }))}
          />
        </div>
        <div>
          <p className={classes['label']} id="looks-navigation">
            {t('looks.navigation')}
          </p>
          <SegmentedControl
            fullWidth
            aria-labelledby="looks-navigation"
            value={navigation}
            onChange={(value) => {
              setNavigation(value);
              keepPreference({ navigation: value });
            }}
            data={(['full', 'mini', 'hidden'] as const).map((value) => ({
              value,
              label: t(`looks.navigations.${value}`),
            }))}
          />
        </div>
        <OwnClock />
        <OwnTimezone />
      </Stack>
    </Panel>
  );
}

/** Whether times of day are shown on a 12-hour or a 24-hour clock. */
function OwnClock() {
  const { t } = useTranslation('profile');
  const hourCycle = useLayout((s) => s.hourCycle);
  return (
    <div>
      <p className={classes['label']} id="looks-clock">
        {t('looks.hourCycle')}
      </p>
      <SegmentedControl
        fullWidth
        aria-labelledby="looks-clock"
        value={hourCycle}
        onChange={(value) => changeLook({ hourCycle: value })}
        data={HOUR_CYCLES.map((value) => ({ value, label: t(`looks.hourCycles.${value}`) }))}
      />
    </div>
  );
}

/** Time zone of reports and call lists, independent of the browser. */
function OwnTimezone() {
  const { t } = useTranslation(['profile', 'common']);
  const tell = useTell();
  const { timezone } = useUser();
  const errorText = useErrorText();
  const choices = useMemo(() => timezoneChoices(), []);
  const known = choices.some((c) => c.value === timezone)
    ? choices
    : [...choices, { value: timezone, label: timezone }];
  const save = useMutation({
    mutationFn: (value: string) => updateOwnUser({ timezone: value }),
    onSuccess: () => tell.done(t('common:form.saved')),
    onError: (error) => tell.failed(errorText(error)),
  });
  return (
    <Select
      label={t('looks.timezone')}
      data={[...known]}
      value={save.isPending ? save.variables : timezone}
      onChange={(value) => {
        if (value && value !== timezone) save.mutate(value);
      }}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('common:form.nothingFound')}
    />
  );
}
