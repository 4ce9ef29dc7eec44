import { SegmentedControl, Select, SimpleGrid, Stack, useMantineColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
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
  const hourCycle = useLayout((s) => s.hourCycle);
  const onLanguage = (value: string): void => {
    if (!isLanguage(value)) return;
    void switchLanguage(value);
    keepPreference({ language: value });
  };
  return (
    <Panel title={t('looks.title')}>
      <Stack gap="md">
        <Choice
          label={t('looks.language')}
          value={i18n.language}
          onChange={onLanguage}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        />
        <Choice
          label={t('looks.scheme')}
          value={colorScheme}
          onChange={(value) => {
            setColorScheme(value);
            keepPreference({ scheme: value });
          }}
          options={(['light', 'dark', 'auto'] as const).map((value) => ({ value, label: t(`looks.schemes.${value}`) }))}
        />
        <Choice
          label={t('looks.navigation')}
          value={navigation}
          onChange={(value) => {
            setNavigation(value);
            keepPreference({ navigation: value });
          }}
          options={(['full', 'mini', 'hidden'] as const).map((value) => ({
            value,
            label: t(`looks.navigations.${value}`),
          }))}
        />
        <Choice
          label={t('looks.hourCycle')}
          value={hourCycle}
          onChange={(value) => changeLook({ hourCycle: value })}
          options={HOUR_CYCLES.map((value) => ({ value, label: t(`looks.hourCycles.${value}`) }))}
        />
        <OwnTimezone />
      </Stack>
    </Panel>
  );
}

interface ChoiceProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: { readonly value: V; readonly label: string }[];
  readonly onChange: (value: V) => void;
}

/** Labeled row of options, one of which is selected. */
function Choice<V extends string>({ label, value, options, onChange }: ChoiceProps<V>) {
  const id = useId();
  return (
    <div>
      <p className={classes['label']} id={id}>
        {label}
      </p>
      <SegmentedControl fullWidth aria-labelledby={id} value={value} onChange={onChange} data={options} />
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
