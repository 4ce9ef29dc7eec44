import type { AgentReport } from '@ringside/core/contract/reports/agent-report.ts';
import { useTranslation } from 'react-i18next';
import { SavedViews } from '../../data/list/SavedViews.tsx';
import { FilterBar } from '../../ui/report/FilterBar.tsx';
import { FilterSelect } from '../../ui/report/FilterSelect.tsx';
import { HoursFilter } from '../../ui/report/HoursFilter.tsx';
import { QueueFilters } from '../../ui/report/QueueFilters.tsx';
import type { Days } from '../../ui/report/report-days.ts';
import { ReportPeriod } from '../../ui/report/ReportPeriod.tsx';
import type { ChangeAddress } from '../../ui/report/use-address.ts';
import { AGENT_GROUPS, type AgentReportSearch } from './agent-report-search.ts';

/** Search fields of a saved view. */
const FIELDS = ['from', 'to', 'queue', 'customer', 'callcenter', 'group', 'agent', 'server', 'hours'] as const;

interface Props {
  readonly search: AgentReportSearch;
  readonly days: Days;
  /** Today in the user's time zone. */
  readonly today: string;
  readonly choices: AgentReport['choices'];
  readonly agents: AgentReport['agents'];
  readonly onChange: ChangeAddress<AgentReportSearch>;
}

export function AgentReportFilters({ search, days, today, choices, agents, onChange }: Props) {
  const { t } = useTranslation(['agent-report', 'report']);
  return (
    <FilterBar>
      <ReportPeriod days={days} today={today} onChange={(period) => onChange({ ...period })} />
      <QueueFilters {...search} choices={choices} onChange={onChange} />
      <HoursFilter value={search.hours} onChange={onChange} />
      <FilterSelect
        label={t('groups.agent')}
        width={190}
        searchable
        data={agents.map((a) => ({ value: `${a.serverId} ${a.interface}`, label: a.name }))}
        value={search.agent === undefined ? undefined : `${search.server ?? ''} ${search.agent}`}
        onChange={(value) => {
          const [server, ...rest] = (value ?? '').split(' ');
          onChange({ server: server || undefined, agent: rest.join(' ') || undefined });
        }}
      />
      <FilterSelect
        label={t('report:groupBy')}
        width={160}
        required
        data={AGENT_GROUPS.map((group) => ({ value: group, label: t(`by.${group}`) }))}
        value={search.group ?? 'agent'}
        onChange={(value) => onChange({ group: value })}
      />
      <SavedViews report="agents" search={search} fields={FIELDS} onChange={onChange} />
    </FilterBar>
  );
}
