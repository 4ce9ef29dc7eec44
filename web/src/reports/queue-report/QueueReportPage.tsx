import { keyed } from '../../locales/keyed.ts';
import { QUEUE_REPORT_COLUMNS, getQueueReport } from '@ringside/core/contract/reports/queue-report.ts';
import type { QueueReport } from '@ringside/core/contract/reports/queue-report.ts';
import { dayOf } from '@ringside/core/reports/queue-today.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useUser } from '../../data/api/session.ts';
import { useCan } from '../../data/api/use-can.ts';
import { serverNow } from '../../data/base/clock.ts';
import { ReportFrame } from '../report-schedule/ReportFrame.tsx';
import { TableFile } from '../../data/import/TableFile.tsx';
import { GapMark } from '../../calls/gap/GapMark.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Parts } from '../../ui/page/PartBoundary.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { type Days, daysOf, daysWithin } from '../../ui/report/report-days.ts';
import { type ChangeAddress, useAddress } from '../../ui/report/use-address.ts';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { BarChart } from './BarChart.tsx';
import { callDrillDown } from './call-drill-down.ts';
import { CallsBehindFigure } from './CallsBehindFigure.tsx';
import { Distribution } from './Distribution.tsx';
import { GroupTable } from './GroupTable.tsx';
import { LostCallers } from './LostCallers.tsx';
import { Outcomes } from './Outcomes.tsx';
import { queryOf, type QueueReportSearch, readQueueReportSearch } from './queue-report-search.ts';
import { QueueReportFilters } from './QueueReportFilters.tsx';
import classes from './QueueReportPage.module.css';
import { useBars } from './use-bars.ts';
import { TotalsStrip } from './TotalsStrip.tsx';
import { useWords } from './use-words.ts';
import { WeekMap } from './WeekMap.tsx';
import { HowCounted } from '../../ui/report/HowCounted.tsx';
import { FormulaNote } from './FormulaNote.tsx';

const FIGURES = [
  ...(['received', 'answered', 'answeredPercent', 'unanswered', 'unansweredPercent', 'abandoned'] as const),
  ...(['abandonedShort', 'abandonedLong', 'timedOut', 'leftByKey', 'noAgent', 'full', 'withdrawn'] as const),
  ...(['completed', 'transferred', 'averageWaitSeconds', 'averageAbandonSeconds', 'longestWaitSeconds'] as const),
  ...(['averageTalkSeconds', 'maximumCallers'] as const),
] as const;

/** Explains every figure of the queue report, with the service-level formulas of these calls. */
function HowQueues({ report }: { readonly report: QueueReport }) {
  const { t } = useTranslation('queue-report');
  return (
    <HowCounted
      figures={[
        { name: t('figures.serviceLevel'), how: <FormulaNote report={report} /> },
        ...FIGURES.map((key) => ({ name: t(`figures.${key}`), how: t(`explained.${key}`) })),
      ]}
    />
  );
}

export function QueueReportPage() {
  const { t } = useTranslation(['queue-report', 'gap']);
  const { timezone } = useUser();
  const [search, change] = useAddress(readQueueReportSearch);
  const now = serverNow();
  const days = daysOf(search, timezone, now);
  const { metric, behind: _behind, ...asked } = search;
  const narrowed = queryOf(asked, days, timezone);
  const query = useQuery({
    queryKey: ['queue-report', narrowed],
    queryFn: async ({ signal }) => {
      const answer = await call(getQueueReport, { query: narrowed, signal });
      if (!('data' in answer)) throw new TypeError('Expected a report, got a file');
      return answer;
    },
    placeholderData: keepPreviousData,
  });
  usePageTitle(t('title'));
  return (
    <ReportFrame
      report="queues"
      title={t('title')}
      description={t('description', { zone: timezone })}
      path={getQueueReport.path}
      narrowed={narrowed}
      headings={QUEUE_REPORT_COLUMNS.map((column) =>
        column === 'label'
          ? t(`groups.${narrowed.groupBy}`)
          : column === 'unseen'
            ? t('gap:title')
            : keyed(t)(`figures.${column}`),
      )}
      timeZone={timezone}
      query={query}
      failed={t('failed')}
      empty={({ totals }) =>
        totals.received === 0 && totals.completed === 0 ? (
          <EmptyState icon={ChartColumn} title={t('empty')}>
            {t('emptyHint')}
          </EmptyState>
        ) : null
      }
      filters={
        <QueueReportFilters
          search={search}
          days={days}
          today={dayOf(now, timezone)}
          choices={query.data?.choices ?? []}
          onChange={change}
        />
      }
    >
      {(data) => <Figures report={data} search={search} days={days} onChange={change} metric={metric ?? 'received'} />}
    </ReportFrame>
  );
}

interface FiguresProps {
  readonly report: QueueReport;
  readonly search: QueueReportSearch;
  readonly days: Days;
  readonly metric: NonNullable<QueueReportSearch['metric']>;
  readonly onChange: ChangeAddress<QueueReportSearch>;
}

function Figures({ report, search, days, metric, onChange }: FiguresProps) {
  const { t } = useTranslation('queue-report');
  const can = useCan();
  const { dayName } = useWords();
  const group = search.group ?? 'queue';
  const mayFollow = can('read', 'cdr');
  const { previous, timeZone } = report;
  const { from: first, to: last } = daysWithin(previous, timeZone);
  const before = first === last ? dayName(first) : `${dayName(first)} – ${dayName(last)}`;
  const bars = useBars(report, search, days, mayFollow);
  return (
    <Parts>
      <TotalsStrip report={report} before={before} mayFollow={mayFollow} />
      <div className={classes['pair']}>
        <Panel
          title={t(bars.title)}
          actions={<TableFile table={bars.time === 'hour' ? 'hours' : 'rows'} name={t(bars.title)} />}
        >
          <BarChart bars={bars.bars} label={t(bars.title)} time={bars.time} />
        </Panel>
        <Panel
          title={<Marked>{t('outcomes')}</Marked>}
          description={t('outcomesHint')}
          actions={<TableFile table="outcomes" name={t('outcomes')} />}
        >
          <Outcomes totals={report.totals} mayFollow={mayFollow} />
        </Panel>
      </div>
      <Panel title={t(`by.${group}`)} actions={<TableFile table="rows" name={t(`by.${group}`)} />} flush>
        <GroupTable report={report} group={group} mayFollow={mayFollow} />
      </Panel>
      {mayFollow ? <LostCallers query={queryOf(search, days, timeZone)} /> : null}
      <WeekMap
        week={report.week}
        metric={metric}
        mayFollow={mayFollow}
        onMetric={(value) => onChange({ metric: value })}
      />
      <Distributions report={report} mayFollow={mayFollow} />
      <HowQueues report={report} />
      {mayFollow && search.behind !== undefined ? (
        <CallsBehindFigure
          report={report}
          behind={search.behind}
          query={queryOf(search, days, timeZone)}
          onClose={() => onChange({ behind: undefined })}
        />
      ) : null}
    </Parts>
  );
}

interface DistributionsProps {
  readonly report: QueueReport;
  readonly mayFollow: boolean;
}

/** How many callers waited and how many calls lasted up to each step. */
function Distributions({ report, mayFollow }: DistributionsProps) {
  const { t } = useTranslation('queue-report');
  return (
    <div className={classes['pair']} data-even>
      <Panel
        title={<Marked>{t('waits')}</Marked>}
        description={t('waitsHint')}
        actions={<TableFile table="waits" name={t('waits')} />}
      >
        <Distribution
          steps={report.waits.map(({ upTo, answered, abandoned, other }, waitBar) => ({
            upTo,
            calls: mayFollow ? callDrillDown('received', { waitBar }) : null,
            parts: [
              { mark: 'good', count: answered },
              { mark: 'bad', count: abandoned },
              { mark: 'late', count: other },
            ],
          }))}
        />
      </Panel>
      <Panel
        title={<Marked>{t('talks')}</Marked>}
        description={t('talksHint')}
        actions={<TableFile table="talks" name={t('talks')} />}
      >
        <Distribution
          steps={report.talks.map(({ upTo, completed }, talkBar) => ({
            upTo,
            calls: mayFollow ? callDrillDown('completed', { talkBar }) : null,
            parts: [{ mark: 'good', count: completed }],
          }))}
        />
      </Panel>
    </div>
  );
}

/** Title of a chart of the whole period, with a mark for data gaps. */
function Marked({ children }: { readonly children: string }) {
  return (
    <>
      {children}
      <GapMark />
    </>
  );
}
