import { Fieldset, Group } from '@mantine/core';
import { getAgentReport } from '@ringside/core/contract/reports/agent-report.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { serverNow } from '../../data/base/clock.ts';
import { FilterSelect } from '../../ui/report/FilterSelect.tsx';
import { HoursFilter } from '../../ui/report/HoursFilter.tsx';
import { QueueFilters } from '../../ui/report/QueueFilters.tsx';
import type { ScheduleFields } from './use-schedule-form.ts';

const WEEK_MS = 7 * 86_400_000;

/** Loads the available queues and call centers, and the agents of the last week. */
const useChoices = () =>
  useQuery({
    queryKey: ['schedule-choices'],
    queryFn: async ({ signal }) => {
      const from = new Date(serverNow() - WEEK_MS).toISOString();
      const answer = await call(getAgentReport, { query: { from }, signal });
      if (!('data' in answer)) throw new TypeError('Expected a report, got a file');
      return { choices: answer.choices, agents: answer.agents };
    },
    staleTime: 5 * 60_000,
  }).data ?? { choices: [], agents: [] };

/** Filters of the report, as on its own page. */
export function ScheduleFilters({ fields }: { readonly fields: ScheduleFields }) {
  const { t } = useTranslation(['report', 'agent-report']);
  const { values, errors, set } = fields;
  const { report, filters } = values;
  const { choices, agents } = useChoices();
  const change = (next: Partial<typeof filters>): void => {
    const kept = Object.entries({ ...filters, ...next }).filter(([, value]) => value !== undefined && value !== '');
    set({ filters: Object.fromEntries(kept) });
  };
  const names = new Map(agents.map((one) => [one.interface, one.name]));
  if (filters.agent !== undefined && !names.has(filters.agent)) names.set(filters.agent, filters.agent);
  return (
    <Fieldset
      legend={t('schedules.narrowed')}
      variant="unstyled"
      p={0}
      m={0}
      styles={{ legend: { padding: 0, marginBottom: 4, fontWeight: 600, fontSize: 'var(--mantine-font-size-sm)' } }}
    >
      <Group gap="xs">
        <QueueFilters
          callcenter={filters.callcenterId}
          queue={filters.queue}
          customer={filters.customerId}
          choices={choices}
          onChange={(next) =>
            change({
              ...('callcenter' in next ? { callcenterId: next.callcenter } : {}),
              ...{ queue: next.queue, customerId: next.customer },
            })
          }
        />
        {report === 'agents' ? (
          <FilterSelect
            label={t('agent-report:groups.agent')}
            width={190}
            searchable
            data={[...names].map(([value, label]) => ({ value, label }))}
            value={filters.agent}
            onChange={(agent) => change({ agent })}
          />
        ) : null}
        <HoursFilter value={filters.hours} onChange={({ hours }) => change({ hours: hours as typeof filters.hours })} />
      </Group>
      {errors['filters'] === undefined ? null : <p role="alert">{errors['filters']}</p>}
    </Fieldset>
  );
}
