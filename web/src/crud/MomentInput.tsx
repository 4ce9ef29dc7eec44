import { DatesProvider, DateTimePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import 'dayjs/locale/es';
import 'dayjs/locale/fr';
import 'dayjs/locale/he';
import { CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { instantOf, wallOf } from './zone-moment.ts';
import { weekOf } from '../ui/week-of.ts';

interface Props {
  readonly label: string;
  readonly description?: ReactNode;
  /** The clock on the wall there is what is shown and typed. */
  readonly zone: string;
  /** ISO 8601; null: none. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly error?: string | undefined;
  readonly placeholder?: string;
  readonly disabled?: boolean;
}

/** A day and a time of day in a zone. */
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
