import { DatesProvider, DateTimePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import dayjs from 'dayjs';
import 'dayjs/locale/es';
import 'dayjs/locale/fr';
import 'dayjs/locale/he';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import { CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { weekOf } from '../../ui/week-of.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

const WALL = 'YYYY-MM-DD HH:mm:ss';

/** `2026-03-02 12:00:00` in a zone as ISO 8601. */
export const instantOf = (wall: string, zone: string): string => dayjs.tz(wall, zone).toISOString();

/** ISO 8601 as `2026-03-02 12:00:00` in a zone. */
export const wallOf = (instant: string, zone: string): string => dayjs(instant).tz(zone).format(WALL);

interface Props {
  readonly label: string;
  readonly description?: ReactNode;
  /** Time zone of the displayed and entered local time. */
  readonly zone: string;
  /** ISO 8601; null when empty. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly error?: string | undefined;
  readonly placeholder?: string;
  readonly disabled?: boolean;
}

/** Date and time input in a given time zone. */
export function MomentInput({ zone, value, onChange, ...input }: Props) {
  const { t, i18n } = useTranslation('common');
  return (
    <DatesProvider settings={weekOf(i18n.language)}>
      <DateTimePicker
        {...input}
        valueFormat="D MMM YYYY HH:mm"
        leftSection={<CalendarClock size={16} aria-hidden="true" />}
        clearable
        clearButtonProps={{ 'aria-label': t('actions.clear') }}
        submitButtonProps={{ 'aria-label': t('actions.close') }}
        value={value === null ? null : wallOf(value, zone)}
        onChange={(wall) => onChange(wall === null ? null : instantOf(wall, zone))}
      />
    </DatesProvider>
  );
}
