import { TextInput } from '@mantine/core';
import { SCHEDULE_TURNS } from '@ringside/core/reports/report-schedule.ts';
import { useTranslation } from 'react-i18next';
import { Choice } from './Choice.tsx';
import type { ScheduleFields } from './use-schedule-form.ts';
import { weekdayName } from './use-turn-text.ts';

const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7'];
/** Days that every month has. */
const MONTH_DAYS = Array.from({ length: 28 }, (_, i) => String(i + 1));

/** Time of a schedule: daily, weekly or monthly, at a time of day in `zone`. */
export function ScheduleTurn({ fields, zone }: { readonly fields: ScheduleFields; readonly zone: string }) {
  const { t, i18n } = useTranslation('report');
  const { values, errors, set } = fields;
  const { every, onDay, clock } = values;
  return (
    <>
      <Choice
        label={t('schedules.every')}
        options={SCHEDULE_TURNS}
        nameOf={(one) => t(`schedules.everyOf.${one}`)}
        value={every}
        error={errors['every']}
        onChange={(next) => set({ every: next, onDay: 1 })}
      />
      {every === 'day' ? null : (
        <Choice
          label={t(every === 'week' ? 'schedules.weekday' : 'schedules.monthDay')}
          options={every === 'week' ? WEEKDAYS : MONTH_DAYS}
          nameOf={(day) => (every === 'week' ? weekdayName(i18n.language, Number(day)) : day)}
          value={String(onDay)}
          error={errors['onDay']}
          onChange={(day) => set({ onDay: Number(day) })}
        />
      )}
      <TextInput
        type="time"
        label={t('schedules.clock')}
        description={t('schedules.clockHint', { zone })}
        value={clock}
        error={errors['clock']}
        onChange={(event) => set({ clock: event.currentTarget.value })}
      />
    </>
  );
}
