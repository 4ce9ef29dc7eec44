import { keyed } from '../../locales/keyed.ts';
import { AGENT_REPORT_COLUMNS, getAgentReport } from '@ringside/core/contract/reports/agent-report.ts';
import type { AgentReport } from '@ringside/core/contract/reports/agent-report.ts';
import { dayOf } from '@ringside/core/reports/queue-today.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { UserCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useUser } from '../../data/api/session.ts';
import { serverNow } from '../../data/base/clock.ts';
import { parseDrillDown } from '../drill-down/drill-down-query.ts';
import { MomentDrillDown } from '../drill-down/MomentDrillDown.tsx';
import { ReportFrame } from '../report-schedule/ReportFrame.tsx';
import { TableFile } from '../../data/import/TableFile.tsx';
import { HowCounted } from '../../ui/report/HowCounted.tsx';
import { GapMark } from '../../calls/gap/GapMark.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Parts } from '../../ui/page/PartBoundary.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { daysOf, daysWithin } from '../../ui/report/report-days.ts';
import { type ChangeAddress, useAddress } from '../../ui/report/use-address.ts';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { AgentDays } from './AgentDays.tsx';
import classes from './AgentReportPage.module.css';
import { AgentReportFilters } from './AgentReportFilters.tsx';
import { AGENT_GROUPS, type AgentReportSearch, queryOf, readAgentReportSearch } from './agent-report-search.ts';
import { MergeAgents } from './MergeAgents.tsx';
import { AgentTable } from './AgentTable.tsx';
import { PauseTable } from './PauseTable.tsx';
import { TimeBars } from './TimeBars.tsx';
import { TimeTotals } from './TimeTotals.tsx';
import { dayName, useRowName } from './use-row-name.ts';

type Query = ReturnType<typeof queryOf> & { readonly groupBy: (typeof AGENT_GROUPS)[number] };

const useAgentReport = (narrowed: Query) =>
  useQuery({
    queryKey: ['agent-report', narrowed],
    queryFn: async ({ signal }) => {
      const answer = await call(getAgentReport, { query: narrowed, signal });
      if (!('data' in answer)) throw new TypeError('Expected a report, got a file');
      return answer;
    },
    placeholderData: keepPreviousData,
  });

export function AgentReportPage() {
  const { t } = useTranslation(['agent-report', 'gap']);
  const { timezone } = useUser();
  const [search, change] = useAddress(readAgentReportSearch);
  const now = serverNow();
  const days = daysOf(search, timezone, now);
  const { agent, server, behind, ...asked } = search;
  const period = queryOf(asked, days, timezone);
  const narrowed = { ...period, groupBy: asked.group ?? ('agent' as const) };
  const query = useAgentReport(narrowed);
  usePageTitle(t('title'));
  const heading = (column: string): string => {
    if (column === 'label') return t(`groups.${narrowed.groupBy}`);
    if (column === 'unseen') return t('gap:title');
    return column === 'team' ? t('groups.callcenter') : keyed(t)(`figures.${column}`);
  };
  return (
    <ReportFrame
      report="agents"
      title={t('title')}
      description={t('description', { zone: timezone })}
      path={getAgentReport.path}
      narrowed={narrowed}
      headings={AGENT_REPORT_COLUMNS.map(heading)}
      timeZone={timezone}
      query={query}
      actions={<MergeAgents agents={query.data?.agents ?? []} />}
      failed={t('failed')}
      empty={({ agents }) =>
        agents.length === 0 ? (
          <EmptyState icon={UserCheck} title={t('empty')}>
            {t('emptyHint')}
          </EmptyState>
        ) : null
      }
      filters={
        <AgentReportFilters
          search={search}
          days={days}
          today={dayOf(now, timezone)}
          choices={query.data?.choices ?? []}
          agents={query.data?.agents ?? []}
          onChange={change}
        />
      }
    >
      {(report) => (
        <>
          {agent !== undefined && server !== undefined ? (
            <div key={`${server} ${agent}`} ref={comeIntoSight} tabIndex={-1} className={classes['opened']}>
              <AgentDays
                agent={agent}
                serverId={server}
                days={days}
                query={period}
                onClose={() => change({ agent: undefined, server: undefined })}
              />
            </div>
          ) : null}
          <Figures report={report} search={search} onChange={change} />
          {behind === undefined ? null : (
            <BehindFigure
              report={report}
              behind={behind}
              query={period}
              onClose={() => change({ behind: undefined })}
            />
          )}
        </>
      )}
    </ReportFrame>
  );
}

/** Scrolls to the panel and focuses it, because the row that opened it may be far below. */
const comeIntoSight = (node: HTMLElement | null): void => {
  node?.focus({ preventScroll: true });
  node?.scrollIntoView({ block: 'start' });
};

interface BehindProps {
  readonly report: AgentReport;
  /** The drill-down as text from the address. */
  readonly behind: string;
  readonly query: { readonly timeZone: string };
  readonly onClose: () => void;
}

/** Drill-down that the address names, with the filters of the report. */
function BehindFigure({ report, behind, query, onClose }: BehindProps) {
  const { t } = useTranslation('agent-report');
  const rowName = useRowName();
  const asked = parseDrillDown(behind);
  const { key, reason } = asked;
  const group = AGENT_GROUPS.find((one) => one === asked['groupBy']) ?? 'agent';
  const row = report.data.find((one) => one.key === key) ?? report.days.find(({ day }) => day === key);
  const pause = report.pauses.find((one) => one.reason === reason);
  const names = [
    ...(key === undefined ? [] : [row !== undefined && 'key' in row ? rowName(group, row) : key]),
    ...(reason === undefined ? [] : [pause?.label || t('noReason')]),
  ];
  return <MomentDrillDown of={names.join(' · ')} asked={{ ...query, ...asked }} onClose={onClose} />;
}

interface FiguresProps {
  readonly report: AgentReport;
  readonly search: AgentReportSearch;
  readonly onChange: ChangeAddress<AgentReportSearch>;
}

const FIGURES = AGENT_REPORT_COLUMNS.filter(
  (name) => name !== 'label' && name !== 'team' && name !== 'unseen',
) as (keyof AgentReport['totals'] & 'taken')[];

function Figures({ report, search, onChange }: FiguresProps) {
  const { t, i18n } = useTranslation('agent-report');
  const { from, to } = daysWithin(report.previous, report.timeZone);
  const [first, last] = [dayName(from, i18n.language), dayName(to, i18n.language)];
  const before = first === last ? first : `${first} – ${last}`;
  const group = search.group ?? 'agent';
  return (
    <Parts>
      <TimeTotals report={report} before={before} />
      <Panel
        title={
          <>
            {t('time')}
            <GapMark />
          </>
        }
        description={t('timeHint')}
        actions={<TableFile table="time" name={t('time')} />}
      >
        <TimeBars report={report} group={group} />
      </Panel>
      <Panel
        title={t(`by.${group}`)}
        description={group === 'queue' ? t('overlap') : undefined}
        actions={<TableFile table="rows" name={t(`by.${group}`)} />}
        flush
      >
        <AgentTable
          report={report}
          group={group}
          onAgent={(row) => onChange({ agent: row.interface, server: row.serverId })}
        />
      </Panel>
      {report.pauses.length > 0 ? (
        <Panel
          title={t('pauses')}
          description={t('pausesHint')}
          actions={<TableFile table="pauses" name={t('pauses')} />}
          flush
        >
          <PauseTable pauses={report.pauses} />
        </Panel>
      ) : null}
      <HowCounted figures={FIGURES.map((key) => ({ name: t(`figures.${key}`), how: t(`explained.${key}`) }))} />
    </Parts>
  );
}
