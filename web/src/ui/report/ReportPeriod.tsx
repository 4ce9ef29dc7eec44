import { DatePickerInput } from '@mantine/dates';
import { addDays } from '@ringside/core/reports/report-period.ts';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Days } from './report-days.ts';
import classes from './ReportPeriod.module.css';

const PRESETS = {
  today: (today: string) => [today, today],
  yesterday: (today: string) => [addDays(today, -1), addDays(today, -1)],
  week: (today: string) => [addDays(today, -6), today],
  month: (today: string) => [addDays(today, -29), today],
  thisMonth: (today: string) => [`${today.slice(0, 7)}-01`, today],
  lastMonth: (today: string) => {
    const last = addDays(`${today.slice(0, 7)}-01`, -1);
    return [`${last.slice(0, 7)}-01`, last];
  },
} as const satisfies Record<string, (today: string) => [string, string]>;
type Preset = keyof typeof PRESETS;

interface Props {
  /** null: no limit. The user can return to it with `clearable`. */
  readonly days: Days | null;
  /** In the user's time zone. */
  readonly today: string;
  readonly presets?: readonly Preset[];
  readonly maxDate?: string;
  readonly onChange: (days: Days | null) => void;
  readonly clearable?: boolean;
}

const USUAL = ['today', 'yesterday', 'week', 'month', 'thisMonth', 'lastMonth'] as const;

/** Selects the first and last day. */
export function ReportPeriod({ days, today, presets = USUAL, maxDate = today, onChange, clearable = false }: Props) {
  const { t } = useTranslation(['report', 'common']);
  // First day of an incomplete range. The report still shows the previous range.
  const [half, setHalf] = useState<string | null>(null);
  return (
    <DatePickerInput
      type="range"
      allowSingleDateInRange
      // With a selected range, the shown days are its accessible name.
      {...(days === null ? { 'aria-label': t('period'), placeholder: t('period') } : { title: t('period') })}
      clearable={clearable}
      clearButtonProps={{ 'aria-label': t('common:actions.clear') }}
      leftSection={<CalendarDays size={16} aria-hidden="true" />}
      valueFormat="D MMM YYYY"
      w={{ base: '100%', xs: 250 }}
      classNames={{ datePickerRoot: classes['picker'] ?? '', presetsList: classes['presets'] ?? '' }}
      presets={presets.map((preset) => ({ value: PRESETS[preset](today), label: t(`periods.${preset}`) }))}
      maxDate={maxDate}
      value={half === null ? [days?.from ?? null, days?.to ?? null] : [half, null]}
      onDropdownClose={() => setHalf(null)}
      onChange={([from, to]) => {
        setHalf(from !== null && to === null ? from : null);
        if (from !== null && to !== null) onChange({ from, to });
        if (from === null && to === null) onChange(null);
      }}
    />
  );
}
