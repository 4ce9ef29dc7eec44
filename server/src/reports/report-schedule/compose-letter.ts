// Composes the e-mail of a scheduled report with its file, both for preview and for sending.
import { fillIn } from '@ringside/core/base/fill-in.ts';
import type { FileAnswer } from '@ringside/core/contract/route.ts';
import { reportedDays } from '@ringside/core/reports/report-schedule.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { createCellText } from '../../platform/documents/report-content.ts';
import { reportLanguage, wordsOf } from '../../platform/documents/report-words.ts';
import type { ReportLanguage } from '../../platform/documents/report-words.ts';
import { makeScheduled, reportTitle } from './kinds.ts';
import type { LetterDeps } from './kinds.ts';
import type { ScheduleRow } from './due-queries.ts';

export interface ScheduledLetter {
  readonly subject: string;
  readonly text: string;
  readonly file: FileAnswer;
  readonly from: string;
  readonly to: string;
}

/** Removes link-like text from a name, because mail readers would turn it into a link. */
const plain = (name: string): string => name.replace(/[\u2066-\u2069\r\n]/g, '').replace(/:\/\/|www\./gi, ' ');

const turnText = ({ every, onDay }: ScheduleRow, language: ReportLanguage): string => {
  // January 5, 1970 was a Monday.
  const noon = Date.UTC(1970, 0, 4 + onDay, 12);
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(noon);
  return fillIn(wordsOf(language).letter.turns[every], { weekday, day: String(onDay) });
};

/** `dueAt`: scheduled time, epoch ms. The content is limited to what `owner` may see now. */
export const composeLetter = async (
  deps: LetterDeps,
  owner: Caller,
  schedule: ScheduleRow,
  dueAt: number,
): Promise<ScheduledLetter> => {
  const language = reportLanguage(schedule.language);
  const days = reportedDays(schedule, dueAt);
  const { file, notes } = await makeScheduled(deps, owner, { schedule, days, language, madeAt: dueAt });
  const { day } = createCellText(language, schedule.timeZone);
  const { letter } = wordsOf(language);
  const values = {
    ...{
      title: reportTitle(schedule.report, language),
      name: plain(schedule.name),
      timeZone: schedule.timeZone,
      clock: schedule.clock,
    },
    period: days.from === days.to ? day(days.from) : `${day(days.from)} – ${day(days.to)}`,
    ...{ turn: turnText(schedule, language), owner: plain(schedule.ownerName) },
    url: `${deps.publicUrl()}/reports/schedules`,
  };
  const lines = letter.lines.map((line) => fillIn(line, values));
  return {
    ...days,
    subject: fillIn(letter.subject, values),
    text: `${[lines[0], ...notes, ...lines.slice(1)].join('\n\n')}\n`,
    file,
  };
};
