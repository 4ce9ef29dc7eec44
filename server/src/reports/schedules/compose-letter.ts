// The letter of a scheduled report with its file: the same for the preview and for the mail server.
import { QueueReportFilters } from '@ringside/core/contract/queue-report.ts';
import { AgentReportFilters } from '@ringside/core/contract/agent-report.ts';
import type { FileAnswer } from '@ringside/core/contract/route.ts';
import { daysTold } from '@ringside/core/metrics/report-schedule.ts';
import { periodOfDays } from '@ringside/core/metrics/report-period.ts';
import type { Caller } from '../../http/context.ts';
import type { Deps } from '../../http/deps.ts';
import { agentReportFor } from '../agent-report/agent-content.ts';
import { queueReportFor } from '../queue-report/queue-content.ts';
import { reportFile } from '../report-file.ts';
import type { MadeReport } from '../report-file.ts';
import { createCellText } from '../report-content.ts';
import { fillIn, reportLanguage, wordsOf } from '../report-words.ts';
import type { ReportLanguage } from '../report-words.ts';
import type { ScheduleRow } from './queries.ts';

export type LetterDeps = Pick<Deps, 'db' | 'now' | 'pbx' | 'config' | 'publicUrl'>;

export interface ScheduledLetter {
  readonly subject: string;
  readonly text: string;
  readonly file: FileAnswer;
  readonly from: string;
  readonly to: string;
}

/** Names are people's own: one that looks like an address would become a link in somebody's mail reader. */
const plain = (name: string): string => name.replace(/[\u2066-\u2069\r\n]/g, '').replace(/:\/\/|www\./gi, ' ');

const reportOf = (
  deps: LetterDeps,
  owner: Caller,
  { report, filters, timeZone }: ScheduleRow,
  period: { readonly from: string; readonly to: string },
  language: ReportLanguage,
): Promise<MadeReport> => {
  const asked = { ...filters, ...period, timeZone };
  return report === 'queues'
    ? queueReportFor(deps, owner, QueueReportFilters.parse(asked), language)
    : agentReportFor(deps, owner, AgentReportFilters.parse(asked), language);
};

const turnText = ({ every, onDay }: ScheduleRow, language: ReportLanguage): string => {
  // 5 January 1970 was a Monday.
  const noon = Date.UTC(1970, 0, 4 + onDay, 12);
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(noon);
  return fillIn(wordsOf(language).letter.turns[every], { weekday, day: String(onDay) });
};

/** `dueAt`: epoch ms of the turn. What is in it is what `owner` may see now. */
export const composeLetter = async (
  deps: LetterDeps,
  owner: Caller,
  schedule: ScheduleRow,
  dueAt: number,
): Promise<ScheduledLetter> => {
  const language = reportLanguage(schedule.language);
  const days = daysTold(schedule, dueAt);
  const { from, to } = periodOfDays(days.from, days.to, schedule.timeZone);
  const period = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const made = await reportOf(deps, owner, schedule, period, language);
  const { day } = createCellText(language, schedule.timeZone);
  const { letter } = wordsOf(language);
  const values = {
    ...{ title: made.content.title, name: plain(schedule.name), timeZone: schedule.timeZone, clock: schedule.clock },
    period: days.from === days.to ? day(days.from) : `${day(days.from)} – ${day(days.to)}`,
    ...{ turn: turnText(schedule, language), owner: plain(schedule.ownerName) },
    url: `${deps.publicUrl()}/reports/schedules`,
  };
  return {
    ...days,
    subject: fillIn(letter.subject, values),
    text: `${letter.lines.map((line) => fillIn(line, values)).join('\n\n')}\n`,
    file: await reportFile(schedule.format, made, dueAt),
  };
};
