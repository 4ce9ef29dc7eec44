import { Fieldset, Group } from '@mantine/core';
import { agentReport } from '@ringside/core/contract/agent-report.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { serverNow } from '../../base/clock.ts';
import { FilterSelect } from '../../ui/report/FilterSelect.tsx';
import { HoursFilter } from '../../ui/report/HoursFilter.tsx';
import { QueueFilters } from '../../ui/report/QueueFilters.tsx';
import type { ScheduleFields } from './use-schedule-form.ts';

const WEEK_MS = 7 * 86_400_000;

/** Queues and call centers that one may choose from, and the agents of the last week. */
const useChoices = () =>
  useQuery({
    queryKey: ['schedule-choices'],
    queryFn: async ({ signal }) => {
      const from = new Date(serverNow() - WEEK_MS).toISOString();
      const answer = await call(agentReport, { query: { from }, signal });
      if (!('data' in answer)) throw new TypeError('A file came instead of a report');
      return { choices: answer.choices, agents: answer.agents };
    },
    staleTime: 5 * 60_000,
  }).data ?? { choices: [], agents: [] };

/** What the report is narrowed to, as on its own page. */
export function ScheduleFilters({ fields }: { readonly fields: ScheduleFields }) {
  const { t } = useTranslation(['report', 'agent-report']);
  const { values, errors, set } = fields;
  const { report, filters } = values;
  const { choices, agents } = useChoices();
  const change = (next: Partial<typeof filters>): void => {
    const kept = Object.entries({ ...filters, ...next }).filter(([, value]) => value !== undefined && value !== '');
    set({ filters: Object.fromEntries(kept) as typeof filters });
  };
  const names = new Map(agents.map((one) => [one.interface, one.name]));
  if (filters.agent !== undefined && !names.has(filters.agent)) names.set(filters.agent, filters.agent);
  return (
    <Fieldset legend={t('schedules.narrowed')} variant="unstyled" p={0} m={0} fw={600} fz="sm">
      <Group gap="xs" mt={4}>
        <QueueFilters
          callcenter={filters.callcenterId}
          queue={filters.queue}
          choices={choices}
          onChange={(next) =>
            change({ ...('callcenter' in next ? { callcenterId: next.callcenter } : {}), queue: next.queue })
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
