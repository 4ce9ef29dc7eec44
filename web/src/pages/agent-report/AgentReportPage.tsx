import { Button } from '@mantine/core';
import { agentReport } from '@ringside/core/contract/agent-report.ts';
import type { AgentReport } from '@ringside/core/contract/agent-report.ts';
import { dayOf } from '@ringside/core/metrics/queue-today.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { TriangleAlert, UserCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useUser } from '../../api/session.ts';
import { useErrorText } from '../../api/use-error-text.ts';
import { serverNow } from '../../base/clock.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { AgentDays } from './AgentDays.tsx';
import { AgentFilters } from './AgentFilters.tsx';
import classes from './AgentReportPage.module.css';
import {
  type AgentReportSearch,
  type ChangeSearch,
  daysOf,
  queryOf,
  readAgentReportSearch,
} from './agent-report-search.ts';
import { AgentTable } from './AgentTable.tsx';
import { ExportAgents } from './ExportAgents.tsx';
import { PauseTable } from './PauseTable.tsx';
import { TimeBars } from './TimeBars.tsx';
import { TimeTotals } from './TimeTotals.tsx';

const useReportSearch = (): readonly [AgentReportSearch, ChangeSearch] => {
  const search = readAgentReportSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change: ChangeSearch = (next) =>
    void navigate({
      to: '.',
      search: ((before: Record<string, unknown>) => readAgentReportSearch({ ...before, ...next })) as never,
      replace: true,
      resetScroll: false,
    });
  return [search, change];
};

export function AgentReportPage() {
  const { t } = useTranslation(['agent-report', 'common']);
  const errorText = useErrorText();
  const { timezone } = useUser();
  const [search, change] = useReportSearch();
  const now = serverNow();
  const days = daysOf(search, timezone, now);
  const { agent, server, ...asked } = search;
  const narrowed = { ...queryOf(asked, days, timezone), groupBy: asked.group ?? ('agent' as const) };
  const query = useQuery({
    queryKey: ['agent-report', narrowed],
    queryFn: async ({ signal }) => {
      const report = await call(agentReport, { query: narrowed, signal });
      if (!('data' in report)) throw new TypeError('A file came instead of a report');
      return report;
    },
    placeholderData: keepPreviousData,
  });
  usePageTitle(t('title'));
  const report = query.data;
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description', { zone: timezone })}
        actions={<ExportAgents query={narrowed} />}
      />
      <div className={classes['page']} aria-busy={query.isFetching}>
        <div className={classes['panel']}>
          <AgentFilters
            search={search}
            days={days}
            today={dayOf(now, timezone)}
            choices={report?.choices ?? []}
            agents={report?.agents ?? []}
            onChange={change}
          />
        </div>
        {report === undefined ? (
          query.isError ? (
            <EmptyState
              icon={TriangleAlert}
              tone="bad"
              title={t('failed')}
              action={
                <Button variant="default" onClick={() => void query.refetch()}>
                  {t('common:actions.retry')}
                </Button>
              }
            >
              {errorText(query.error)}
            </EmptyState>
          ) : null
        ) : report.agents.length === 0 ? (
          <div className={classes['panel']}>
            <EmptyState icon={UserCheck} title={t('empty')}>
              {t('emptyHint')}
            </EmptyState>
          </div>
        ) : (
          <div className={classes['page']} data-faded={query.isPlaceholderData || undefined}>
            {agent !== undefined && server !== undefined ? (
              <AgentDays
                agent={agent}
                serverId={server}
                days={days}
                query={queryOf(asked, days, timezone)}
                onClose={() => change({ agent: undefined, server: undefined })}
              />
            ) : null}
            <Figures report={report} search={search} onChange={change} />
          </div>
        )}
      </div>
    </>
  );
}

interface FiguresProps {
  readonly report: AgentReport;
  readonly search: AgentReportSearch;
  readonly onChange: ChangeSearch;
}

function Figures({ report, search, onChange }: FiguresProps) {
  const { t } = useTranslation('agent-report');
  const group = search.group ?? 'agent';
  return (
    <>
      <TimeTotals totals={report.totals} agents={report.agents.length} />
      <Panel title={t('time')} description={t('timeHint')}>
        <TimeBars report={report} group={group} />
      </Panel>
      <Panel title={t(`by.${group}`)} description={group === 'queue' ? t('overlap') : undefined} flush>
        <AgentTable
          report={report}
          group={group}
          onAgent={(row) => onChange({ agent: row.interface, server: row.serverId })}
        />
      </Panel>
      {report.pauses.length > 0 ? (
        <Panel title={t('pauses')} description={t('pausesHint')} flush>
          <PauseTable pauses={report.pauses} />
        </Panel>
      ) : null}
    </>
  );
}
