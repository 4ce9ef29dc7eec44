import { QUEUE_REPORT_COLUMNS, queueReport } from '@ringside/core/contract/queue-report.ts';
import type { QueueFigures, QueueReport } from '@ringside/core/contract/queue-report.ts';
import { dayOf } from '@ringside/core/metrics/queue-today.ts';
import type { TimeGroup } from '@ringside/core/metrics/queue-report.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useUser } from '../../api/session.ts';
import { useCan } from '../../api/use-can.ts';
import { serverNow } from '../../base/clock.ts';
import { ReportFrame } from '../../crud/ReportFrame.tsx';
import { TableFile } from '../../crud/TableFile.tsx';
import { GapMark } from '../../gaps/GapMark.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { type Days, daysOf, daysWithin } from '../../ui/report/report-days.ts';
import { type ChangeAddress, useAddress } from '../../ui/report/use-address.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { type Bar, BarChart } from './BarChart.tsx';
import { callsBehind } from './calls-behind.ts';
import { CallsBehindFigure } from './CallsBehindFigure.tsx';
import { Distribution } from './Distribution.tsx';
import { GroupTable } from './GroupTable.tsx';
import { LostCallers } from './LostCallers.tsx';
import { Outcomes } from './Outcomes.tsx';
import { queryOf, type QueueReportSearch, readQueueReportSearch } from './queue-report-search.ts';
import { QueueReportFilters } from './QueueReportFilters.tsx';
import classes from './QueueReportPage.module.css';
import { HowQueues } from './HowQueues.tsx';
import { timeKeys } from './time-keys.ts';
import { TotalsStrip } from './TotalsStrip.tsx';
import { useWords } from './use-words.ts';
import { WeekMap } from './WeekMap.tsx';

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
      const answer = await call(queueReport, { query: narrowed, signal });
      if (!('data' in answer)) throw new TypeError('A file came instead of a report');
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
      path={queueReport.path}
      narrowed={narrowed}
      headings={QUEUE_REPORT_COLUMNS.map((column) =>
        column === 'label'
          ? t(`groups.${narrowed.groupBy}`)
          : column === 'unseen'
            ? t('gap:title')
            : t(`figures.${column as 'received'}`),
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
    <>
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
      <div className={classes['pair']} data-even>
        <Panel
          title={<Marked>{t('waits')}</Marked>}
          description={t('waitsHint')}
          actions={<TableFile table="waits" name={t('waits')} />}
        >
          <Distribution
            steps={report.waits.map(({ upTo, answered, abandoned, other }, waitBar) => ({
              upTo,
              calls: mayFollow ? callsBehind('received', { waitBar }) : null,
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
              calls: mayFollow ? callsBehind('completed', { talkBar }) : null,
              parts: [{ mark: 'good', count: completed }],
            }))}
          />
        </Panel>
      </div>
      <HowQueues report={report} />
      {mayFollow && search.behind !== undefined ? (
        <CallsBehindFigure
          report={report}
          behind={search.behind}
          query={queryOf(search, days, timeZone)}
          onClose={() => onChange({ behind: undefined })}
        />
      ) : null}
    </>
  );
}

/** The title of a chart of the whole period. */
function Marked({ children }: { readonly children: string }) {
  return (
    <>
      {children}
      <GapMark />
    </>
  );
}

/** The rows when they are days, weekdays or months; the hours of the day otherwise. */
const useBars = (report: QueueReport, search: QueueReportSearch, days: Days, mayFollow: boolean) => {
  const { i18n } = useTranslation();
  const { keyName, shortName } = useWords();
  const { group } = search;
  const time: TimeGroup = group === 'day' || group === 'weekday' || group === 'month' ? group : 'hour';
  const rows = time === 'hour' ? report.hours.map(({ hour, ...row }) => ({ key: hour, ...row })) : report.data;
  const found = new Map<string, QueueFigures>(rows.map((row) => [row.key, row]));
  const bars = timeKeys(time, days, i18n.language === 'he').map((key): Bar => ({
    key,
    name: keyName(time, key),
    shortName: shortName(time, key),
    figures: found.get(key) ?? null,
    calls: mayFollow ? callsBehind('received', { groupBy: time, key }) : null,
  }));
  return { bars, time, title: `charts.${time}` as const };
};
