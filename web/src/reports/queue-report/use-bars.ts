// Bars of the chart. Includes hours, days, weekdays and months without calls, so that gaps are visible.
import type { TimeGroup } from '@ringside/core/reports/queue-report.ts';
import { addDays, daysBetween } from '@ringside/core/reports/report-period.ts';
import type { QueueFigures, QueueReport } from '@ringside/core/contract/reports/queue-report.ts';
import { useTranslation } from 'react-i18next';
import type { Days } from '../../ui/report/report-days.ts';
import type { Bar } from './BarChart.tsx';
import { callDrillDown } from './call-drill-down.ts';
import type { QueueReportSearch } from './queue-report-search.ts';
import { useWords } from './use-words.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
/** Monday is 1. */
const WEEK = ['1', '2', '3', '4', '5', '6', '7'];

/** Returns the keys of the report's rows in order. `sundayFirst`: the week starts on Sunday. */
export const timeKeys = (time: TimeGroup, { from, to }: Days, sundayFirst = false): readonly string[] => {
  if (time === 'hour') return HOURS;
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, i) => addDays(from, i));
  if (time === 'day') return days;
  if (time === 'month') return [...new Set(days.map((day) => day.slice(0, 7)))];
  return sundayFirst ? ['7', ...WEEK.slice(0, 6)] : WEEK;
};

/** One bar for each day, weekday or month if the report is grouped so, otherwise for each hour of the day. */
export const useBars = (report: QueueReport, search: QueueReportSearch, days: Days, mayFollow: boolean) => {
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
    calls: mayFollow ? callDrillDown('received', { groupBy: time, key }) : null,
  }));
  return { bars, time, title: `charts.${time}` as const };
};
