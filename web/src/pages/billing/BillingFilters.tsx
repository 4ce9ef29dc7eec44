import { Select } from '@mantine/core';
import { DatePickerInput, DatesProvider } from '@mantine/dates';
import '@mantine/dates/styles.css';
import 'dayjs/locale/es';
import 'dayjs/locale/fr';
import 'dayjs/locale/he';
import type { BillingRow } from '@ringside/core/contract/billing.ts';
import { addDays } from '@ringside/core/metrics/report-period.ts';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './BillingPage.module.css';
import { type BillingSearch, type Days, DIRECTIONS } from './billing-search.ts';

interface Props {
  readonly search: BillingSearch;
  readonly days: Days;
  readonly today: string;
  readonly rows: readonly BillingRow[];
  readonly onChange: (change: Partial<Record<keyof BillingSearch, unknown>>) => void;
}

export function BillingFilters({ search, days, today, rows, onChange }: Props) {
  const { t, i18n } = useTranslation(['billing', 'cdr', 'queue-report', 'common']);
  // Half a range is on its way: it is shown, and not asked for yet.
  const [half, setHalf] = useState<string | null>(null);
  const clear = { 'aria-label': t('common:actions.clear') };
  const customers = [...new Map(rows.map((row) => [row.customerId, row.customerName]))];
  const thisMonth = `${today.slice(0, 7)}-01`;
  const lastMonth = `${addDays(thisMonth, -1).slice(0, 7)}-01`;
  const preset = (from: string, to: string, label: string) => ({ value: [from, to] as [string, string], label });
  return (
    <DatesProvider settings={{ locale: i18n.language, firstDayOfWeek: i18n.language === 'he' ? 0 : 1 }}>
      <div className={classes['filters']} role="search" aria-label={t('filters')}>
        <DatePickerInput
          type="range"
          allowSingleDateInRange
          // Its name is the days that it shows.
          title={t('cdr:period')}
          leftSection={<CalendarDays size={16} aria-hidden="true" />}
          valueFormat="D MMM YYYY"
          w={{ base: '100%', xs: 250 }}
          presets={[
            preset(thisMonth, today, t('queue-report:thisMonth')),
            preset(lastMonth, addDays(thisMonth, -1), t('lastMonth')),
            preset(addDays(today, -6), today, t('cdr:periods.week')),
          ]}
          value={half === null ? [days.from, days.to] : [half, null]}
          onDropdownClose={() => setHalf(null)}
          onChange={([from, to]) => {
            setHalf(from !== null && to === null ? from : null);
            if (from !== null && to !== null) onChange({ from, to });
          }}
        />
        {customers.length > 1 || search.customer !== undefined ? (
          <Select
            aria-label={t('columns.customerName')}
            placeholder={t('columns.customerName')}
            w={{ base: '100%', xs: 220 }}
            searchable
            clearable
            clearButtonProps={clear}
            data={customers.map(([value, label]) => ({ value, label }))}
            value={search.customer ?? null}
            onChange={(value) => onChange({ customer: value ?? undefined })}
          />
        ) : null}
        <Select
          aria-label={t('direction')}
          placeholder={t('direction')}
          w={{ base: '100%', xs: 160 }}
          clearable
          clearButtonProps={clear}
          data={DIRECTIONS.map((value) => ({ value, label: t(`cdr:directions.${value}`) }))}
          value={search.direction ?? null}
          onChange={(value) => onChange({ direction: value ?? undefined })}
        />
      </div>
    </DatesProvider>
  );
}
