import { Select } from '@mantine/core';
import { DatePickerInput, DatesProvider } from '@mantine/dates';
import '@mantine/dates/styles.css';
import 'dayjs/locale/es';
import 'dayjs/locale/fr';
import 'dayjs/locale/he';
import type { QueueReport } from '@ringside/core/contract/queue-report.ts';
import { REPORT_GROUPS } from '@ringside/core/metrics/queue-report.ts';
import { addDays } from '@ringside/core/metrics/report-period.ts';
import { SERVICE_LEVEL_FORMULAS } from '@ringside/core/metrics/service-level.ts';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FORMULAS } from '../../ui/formulas.ts';
import classes from './QueueReportPage.module.css';
import type { Days, QueueReportSearch } from './queue-report-search.ts';

interface Props {
  readonly search: QueueReportSearch;
  readonly days: Days;
  /** Of the reader's time zone. */
  readonly today: string;
  readonly choices: QueueReport['choices'];
  readonly onChange: (change: Partial<Record<keyof QueueReportSearch, unknown>>) => void;
}

/** Queues under the names of their call centers; with a chosen one its own. A name on two servers is one choice. */
const queueOptions = (choices: QueueReport['choices'], callcenter: string | undefined) => {
  const shown = choices.filter((c) => callcenter === undefined || c.callcenterId === callcenter);
  const groups = new Map<string, { value: string; label: string }[]>();
  const seen = new Set<string>();
  for (const { queue, label, callcenterName } of shown) {
    if (seen.has(queue)) continue;
    seen.add(queue);
    groups.set(callcenterName, [...(groups.get(callcenterName) ?? []), { value: queue, label }]);
  }
  return [...groups].map(([group, items]) => ({ group, items }));
};

const callcenterOptions = (choices: QueueReport['choices']) => {
  const several = new Set(choices.map((c) => c.customerName)).size > 1;
  const names = new Map(
    choices.map((c) => [c.callcenterId, several ? `${c.customerName} · ${c.callcenterName}` : c.callcenterName]),
  );
  return [...names].map(([value, label]) => ({ value, label }));
};

export function ReportFilters({ search, days, today, choices, onChange }: Props) {
  const { t, i18n } = useTranslation(['queue-report', 'cdr', 'common']);
  const clear = { 'aria-label': t('common:actions.clear') };
  const callcenters = callcenterOptions(choices);
  const known = choices.some((c) => c.queue === search.queue);
  const options = queueOptions(choices, search.callcenter);
  return (
    <DatesProvider settings={{ locale: i18n.language, firstDayOfWeek: i18n.language === 'he' ? 0 : 1 }}>
      <div className={classes['filters']} role="search" aria-label={t('filters')}>
        <Period days={days} today={today} onChange={onChange} />
        {callcenters.length > 1 ? (
          <Select
            aria-label={t('groups.callcenter')}
            placeholder={t('groups.callcenter')}
            w={{ base: '100%', xs: 200 }}
            searchable
            clearable
            clearButtonProps={clear}
            data={callcenters}
            value={search.callcenter ?? null}
            onChange={(value) => onChange({ callcenter: value ?? undefined, queue: undefined })}
          />
        ) : null}
        <Select
          aria-label={t('groups.queue')}
          placeholder={t('groups.queue')}
          w={{ base: '100%', xs: 190 }}
          searchable
          clearable
          clearButtonProps={clear}
          data={search.queue === undefined || known ? options : [...options, search.queue]}
          value={search.queue ?? null}
          onChange={(value) => onChange({ queue: value ?? undefined })}
        />
        <Select
          aria-label={t('formula')}
          placeholder={t('ownFormula')}
          w={{ base: '100%', xs: 210 }}
          clearable
          clearButtonProps={clear}
          data={SERVICE_LEVEL_FORMULAS.map((n) => ({ value: String(n), label: `${n} · ${FORMULAS[n]}` }))}
          value={search.formula === undefined ? null : String(search.formula)}
          onChange={(value) => onChange({ formula: value ?? undefined })}
        />
        <Select
          aria-label={t('groupBy')}
          w={{ base: '100%', xs: 160 }}
          allowDeselect={false}
          data={REPORT_GROUPS.map((group) => ({ value: group, label: t(`by.${group}`) }))}
          value={search.group ?? 'queue'}
          onChange={(value) => onChange({ group: value })}
        />
      </div>
    </DatesProvider>
  );
}

function Period({ days, today, onChange }: Pick<Props, 'days' | 'today' | 'onChange'>) {
  const { t } = useTranslation(['queue-report', 'cdr']);
  // Half a range is on its way: it is shown, and not asked for yet.
  const [half, setHalf] = useState<string | null>(null);
  const ago = (n: number): string => addDays(today, -n);
  const preset = (from: string, to: string, label: string) => ({ value: [from, to] as [string, string], label });
  return (
    <DatePickerInput
      type="range"
      allowSingleDateInRange
      // Its name is the days that it shows.
      title={t('cdr:period')}
      leftSection={<CalendarDays size={16} aria-hidden="true" />}
      valueFormat="D MMM YYYY"
      w={{ base: '100%', xs: 250 }}
      presets={[
        preset(today, today, t('cdr:periods.today')),
        preset(ago(1), ago(1), t('cdr:periods.yesterday')),
        preset(ago(6), today, t('cdr:periods.week')),
        preset(ago(29), today, t('cdr:periods.month')),
        preset(`${today.slice(0, 7)}-01`, today, t('thisMonth')),
      ]}
      maxDate={today}
      value={half === null ? [days.from, days.to] : [half, null]}
      onDropdownClose={() => setHalf(null)}
      onChange={([from, to]) => {
        setHalf(from !== null && to === null ? from : null);
        if (from !== null && to !== null) onChange({ from, to });
      }}
    />
  );
}
