import { Select, TextInput } from '@mantine/core';
import { DatePickerInput, DatesProvider } from '@mantine/dates';
import '@mantine/dates/styles.css';
import 'dayjs/locale/es';
import 'dayjs/locale/fr';
import 'dayjs/locale/he';
import { CalendarDays } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchBox } from '../../crud/ListToolbar.tsx';
import classes from './CdrFilters.module.css';
import { CALL_DIRECTIONS, CALL_STATUSES, type CdrSearch } from './cdr-search.ts';

interface Props {
  readonly search: CdrSearch;
  readonly onChange: (change: Partial<CdrSearch>) => void;
  readonly tools: ReactNode;
}

const daysAgo = (days: number): string => {
  const at = new Date();
  at.setDate(at.getDate() - days);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
};

export function CdrFilters({ search, onChange, tools }: Props) {
  const { t, i18n } = useTranslation(['cdr', 'common']);
  const clear = { 'aria-label': t('common:actions.clear') };
  const presets = [
    { value: [daysAgo(0), daysAgo(0)] as [string, string], label: t('periods.today') },
    { value: [daysAgo(1), daysAgo(1)] as [string, string], label: t('periods.yesterday') },
    { value: [daysAgo(6), daysAgo(0)] as [string, string], label: t('periods.week') },
    { value: [daysAgo(29), daysAgo(0)] as [string, string], label: t('periods.month') },
  ];
  const choice = (field: 'direction' | 'status', options: readonly string[], label: (o: never) => string) => (
    <Select
      aria-label={t(field === 'direction' ? 'direction' : 'columns.status')}
      placeholder={t(field === 'direction' ? 'direction' : 'columns.status')}
      w={{ base: '100%', xs: 150 }}
      clearable
      clearButtonProps={clear}
      data={options.map((value) => ({ value, label: label(value as never) }))}
      value={search[field] ?? null}
      onChange={(value) => onChange({ [field]: value ?? undefined })}
    />
  );
  return (
    <DatesProvider settings={{ locale: i18n.language, firstDayOfWeek: i18n.language === 'he' ? 0 : 1 }}>
      <div className={classes['filters']} role="search">
        <SearchBox value={search.q ?? ''} onChange={(q) => onChange({ q: q || undefined })} />
        <DatePickerInput
          type="range"
          allowSingleDateInRange
          aria-label={t('period')}
          placeholder={t('period')}
          leftSection={<CalendarDays size={16} aria-hidden="true" />}
          valueFormat="D MMM YYYY"
          w={{ base: '100%', xs: 250 }}
          clearable
          clearButtonProps={clear}
          presets={presets}
          maxDate={daysAgo(0)}
          value={[search.from ?? null, search.to ?? null]}
          onChange={([from, to]) => {
            // Half a range is not asked for yet.
            if ((from === null) === (to === null)) onChange({ from: from ?? undefined, to: to ?? undefined });
          }}
        />
        <TextInput
          type="time"
          aria-label={t('timeFrom')}
          title={t('timeFrom')}
          w={110}
          value={search.timeFrom ?? ''}
          onChange={(e) => onChange({ timeFrom: e.currentTarget.value || undefined })}
        />
        <TextInput
          type="time"
          aria-label={t('timeTo')}
          title={t('timeTo')}
          w={110}
          value={search.timeTo ?? ''}
          onChange={(e) => onChange({ timeTo: e.currentTarget.value || undefined })}
        />
        {choice('direction', CALL_DIRECTIONS, (o) => t(`directions.${o as 'inbound'}`))}
        {choice('status', CALL_STATUSES, (o) => t(`statuses.${o as 'answered'}`))}
        <div className={classes['tools']}>{tools}</div>
      </div>
    </DatesProvider>
  );
}
