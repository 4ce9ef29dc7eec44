import { Button, Group, Stack, TagsInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../data/api/session.ts';
import { ScheduleContent } from './ScheduleContent.tsx';
import { ScheduleTurn } from './ScheduleTurn.tsx';
import { type ScheduleFormProps, useScheduleForm } from './use-schedule-form.ts';

export function ScheduleForm(props: ScheduleFormProps) {
  const { t } = useTranslation(['report', 'common']);
  const user = useUser();
  const { fields, saving, submit } = useScheduleForm(props);
  const { values, errors, set } = fields;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t('schedules.columns.name')}
          required
          value={values.name}
          error={errors['name']}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <ScheduleContent fields={fields} />
        <ScheduleTurn fields={fields} zone={props.row?.timeZone ?? user.timezone} />
        <TagsInput
          label={t('schedules.columns.recipients')}
          description={t('schedules.recipientsHint')}
          required
          splitChars={[',', ';', ' ']}
          value={[...values.recipients]}
          error={errors['recipients']}
          onChange={(recipients) => set({ recipients })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onDone}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" loading={saving}>
            {t(props.row ? 'common:actions.save' : 'common:actions.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
