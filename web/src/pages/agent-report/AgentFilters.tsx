import { Select } from '@mantine/core';
import { DatePickerInput, DatesProvider } from '@mantine/dates';
import '@mantine/dates/styles.css';
import 'dayjs/locale/es';
import 'dayjs/locale/fr';
import 'dayjs/locale/he';
import type { AgentReport } from '@ringside/core/contract/agent-report.ts';
import { addDays } from '@ringside/core/metrics/report-period.ts';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './AgentReportPage.module.css';
import { AGENT_GROUPS, type AgentReportSearch, type ChangeSearch, type Days } from './agent-report-search.ts';

interface Props {
  readonly search: AgentReportSearch;
  readonly days: Days;
  /** Of the reader's time zone. */
  readonly today: string;
  readonly choices: AgentReport['choices'];
  readonly agents: AgentReport['agents'];
  readonly onChange: ChangeSearch;
}

/** A name on two servers is one choice. */
const queueOptions = (choices: AgentReport['choices'], callcenter: string | undefined) => {
  const shown = choices.filter((c) => callcenter === undefined || c.callcenterId === callcenter);
  return [...new Map(shown.map((c) => [c.queue, c.label]))].map(([value, label]) => ({ value, label }));
};

const callcenterOptions = (choices: AgentReport['choices']) => {
  const several = new Set(choices.map((c) => c.customerName)).size > 1;
  const names = new Map(
    choices.map((c) => [c.callcenterId, several ? `${c.customerName} · ${c.callcenterName}` : c.callcenterName]),
  );
  return [...names].map(([value, label]) => ({ value, label }));
};

export function AgentFilters({ search, days, today, choices, agents, onChange }: Props) {
  const { t, i18n } = useTranslation(['agent-report', 'common']);
  const clear = { 'aria-label': t('common:actions.clear') };
  const callcenters = callcenterOptions(choices);
  const options = queueOptions(choices, search.callcenter);
  const known = options.some((o) => o.value === search.queue);
  const chosen = search.agent === undefined ? null : `${search.server ?? ''} ${search.agent}`;
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
          aria-label={t('groups.agent')}
          placeholder={t('groups.agent')}
          w={{ base: '100%', xs: 190 }}
          searchable
          clearable
          clearButtonProps={clear}
          data={agents.map((a) => ({ value: `${a.serverId} ${a.interface}`, label: a.name }))}
          value={chosen}
          onChange={(value) => {
            const [server, ...rest] = (value ?? '').split(' ');
            onChange({ server: server || undefined, agent: rest.join(' ') || undefined });
          }}
        />
        <Select
          aria-label={t('groupBy')}
          w={{ base: '100%', xs: 160 }}
          allowDeselect={false}
          data={AGENT_GROUPS.map((group) => ({ value: group, label: t(`by.${group}`) }))}
          value={search.group ?? 'agent'}
          onChange={(value) => onChange({ group: value })}
        />
      </div>
    </DatesProvider>
  );
}

function Period({ days, today, onChange }: Pick<Props, 'days' | 'today' | 'onChange'>) {
  const { t } = useTranslation(['agent-report', 'cdr']);
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
