// Declares the reports that can be sent by e-mail: who may have each and how its file is made. A file is made with the owner's reach, row
// limits and withheld fields of this report at the time of sending.
import { fillIn } from '@ringside/core/base/fill-in.ts';
import { can } from '@ringside/core/access/ability.ts';
import type { Action, Resource } from '@ringside/core/access/ability.ts';
import { getAgentReport, AgentReportFilters } from '@ringside/core/contract/reports/agent-report.ts';
import {
  BILLING_COLUMNS,
  getBillingReport,
  BillingFilters,
  MARGIN_COLUMNS,
} from '@ringside/core/contract/billing/billing-report.ts';
import { CallFilters, listCalls } from '@ringside/core/contract/calls/cdr.ts';
import { getQueueReport, QueueReportFilters } from '@ringside/core/contract/reports/queue-report.ts';
import { MOST_MAILED_CALLS } from '@ringside/core/contract/reports/report-schedule.ts';
import type { ScheduledReport } from '@ringside/core/contract/reports/report-schedule.ts';
import type { FileAnswer } from '@ringside/core/contract/route.ts';
import { addDays, periodOfDays } from '@ringside/core/reports/report-period.ts';
import { ownerOf } from '../../platform/documents/document-pool.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { PbxSide } from '../../pbx/pbx-links.ts';
import { fileOf } from '../../platform/documents/export-rows.ts';
import { refuseWithheld, withheldFrom } from '../../platform/http/withhold.ts';
import { effectiveCaller, withheldIn } from '../../platform/sessions/effective-caller.ts';
import { agentReportFor } from '../agent-report/agent-content.ts';
import { billingFile } from '../../billing/billing-report/billing-file.ts';
import type { CallPrices } from '../../calls/call-prices.ts';
import { callBatches, callColumns } from '../../calls/cdr/call-file.ts';
import { queueReportFor } from '../queue-report/queue-content.ts';
import { reportFile } from '../../platform/documents/report-file.ts';
import type { MadeReport } from '../../platform/documents/report-file.ts';
import { wordsOf } from '../../platform/documents/report-words.ts';
import type { ReportLanguage } from '../../platform/documents/report-words.ts';
import type { ScheduleRow } from './due-queries.ts';

export type LetterDeps = {
  readonly config: Config;
  readonly db: Db;
  readonly pbx: Pick<PbxSide, 'membersOf'>;
  readonly prices: CallPrices;
  readonly publicUrl: () => string;
  readonly now: () => number;
} & {
  /** Maximum number of call records in one e-mail; lower in tests. */
  readonly mostCalls?: number;
};

interface Asked {
  readonly schedule: ScheduleRow;
  /** First and last day, both inclusive, `2026-11-21`. */
  readonly days: { readonly from: string; readonly to: string };
  readonly language: ReportLanguage;
  /** Epoch ms. */
  readonly madeAt: number;
}

interface MadeFile {
  readonly file: FileAnswer;
  /** Sentences for the message, such as that the file was cut. */
  readonly notes: readonly string[];
}

interface Kind {
  /** Route of the report's page. Its masks apply to the file. */
  readonly route: Parameters<typeof withheldIn>[1];
  /** Permission to export one of these is required in addition to reading. */
  readonly exports: readonly Resource[];
  readonly ability: readonly [Action, Resource];
  title(language: ReportLanguage): string;
  make(deps: LetterDeps, owner: Caller, asked: Asked): Promise<MadeFile>;
}

const momentsOf = ({ schedule, days }: Asked) => {
  const { from, to } = periodOfDays(days.from, days.to, schedule.timeZone);
  const { timeZone, filters } = schedule;
  return { ...filters, from: new Date(from).toISOString(), to: new Date(to).toISOString(), timeZone };
};

const fileOfReport = ({ schedule, madeAt }: Asked, made: MadeReport): MadeFile => ({
  file: reportFile(schedule.format, made, madeAt),
  notes: [],
});

type Batches = ReturnType<typeof callBatches>;
type Rows = Batches extends AsyncIterable<infer Batch> ? Batch[] : never;

/** Returns the first `most` rows and whether there are more. */
const takeRows = async (batches: Batches, most: number): Promise<{ readonly taken: Rows; readonly cut: boolean }> => {
  const taken: Rows = [];
  let left = most;
  for await (const rows of batches) {
    taken.push(rows.slice(0, left));
    if (rows.length > left) return { taken, cut: true };
    left -= rows.length;
  }
  return { taken, cut: false };
};

async function* each<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

const makeCalls = async (deps: LetterDeps, owner: Caller, asked: Asked): Promise<MadeFile> => {
  const { schedule, days, language, madeAt } = asked;
  const { calls } = wordsOf(language);
  const filters = CallFilters.parse(momentsOf(asked));
  const most = deps.mostCalls ?? MOST_MAILED_CALLS;
  const { taken, cut } = await takeRows(callBatches(deps, owner, filters), most);
  const columns = callColumns(deps.prices, owner);
  const file = fileOf(schedule.format, {
    ...{ columns, headings: columns.map((column) => calls.exported[column]), batches: each(taken) },
    ...{ fileName: `call-records-${days.from}-${days.to}`, language, title: calls.title },
    ...{ timeZone: schedule.timeZone, madeAt, owner: ownerOf(owner) },
  });
  const count = new Intl.NumberFormat(language).format(most);
  return { file, notes: cut ? [fillIn(calls.cut, { count, url: `${deps.publicUrl()}/reports/cdr` })] : [] };
};

const makeBilling = async (deps: Pick<LetterDeps, 'db'>, owner: Caller, asked: Asked): Promise<MadeFile> => {
  const { schedule, days, language, madeAt } = asked;
  const { billing } = wordsOf(language);
  // Dates, because each customer's days start at their own midnight.
  const bounds = { from: days.from, to: addDays(days.to, 1) };
  const { customerId, direction } = schedule.filters;
  const scope = { ...BillingFilters.parse({ customerId, direction }), ...bounds };
  const headings = [...BILLING_COLUMNS, ...MARGIN_COLUMNS].map((column) => billing.columns[column]);
  const words = { headings, language, title: billing.title, timeZone: schedule.timeZone, madeAt };
  return { file: await billingFile(deps, owner, scope, schedule.format, words), notes: [] };
};

const KINDS: Readonly<Record<ScheduledReport, Kind>> = {
  queues: {
    ...{ route: getQueueReport, exports: ['report'], ability: ['export', 'report'] },
    title: (language) => wordsOf(language).queues.title,
    make: async (deps, owner, asked) =>
      fileOfReport(
        asked,
        await queueReportFor(deps, owner, QueueReportFilters.parse(momentsOf(asked)), asked.language),
      ),
  },
  agents: {
    ...{ route: getAgentReport, exports: ['report'], ability: ['export', 'report'] },
    title: (language) => wordsOf(language).agents.title,
    make: async (deps, owner, asked) =>
      fileOfReport(
        asked,
        await agentReportFor(deps, owner, AgentReportFilters.parse(momentsOf(asked)), asked.language),
      ),
  },
  calls: {
    ...{ route: listCalls, exports: ['cdr'], ability: ['export', 'cdr'] },
    title: (language) => wordsOf(language).calls.title,
    make: makeCalls,
  },
  billing: {
    ...{ route: getBillingReport, exports: ['billing', 'report'], ability: ['read', 'billing'] },
    title: (language) => wordsOf(language).billing.title,
    make: makeBilling,
  },
};

/** Returns whether the caller may have this report as a file, on its page and by e-mail. */
export const mayHave = ({ abilities }: Pick<Caller, 'abilities'>, report: ScheduledReport): boolean => {
  const { route, exports } = KINDS[report];
  const { access } = route;
  return (
    typeof access !== 'string' &&
    can(abilities, access[0], access[1]) &&
    exports.some((resource) => can(abilities, 'export', resource))
  );
};

/** Throws `invalid` for a filter on a withheld field, because its results would reveal the value. */
export const refuseFilters = (caller: Caller, { report, filters }: Pick<ScheduleRow, 'report' | 'filters'>): void =>
  refuseWithheld(withheldIn(caller, KINDS[report].route), { query: filters, body: undefined });

export const reportTitle = (report: ScheduledReport, language: ReportLanguage): string => KINDS[report].title(language);

/** Throws what the report's page would throw: a schedule may outlive the permissions it was made with. */
export const makeScheduled = async (deps: LetterDeps, owner: Caller, asked: Asked): Promise<MadeFile> => {
  const { route, ability, make } = KINDS[asked.schedule.report];
  refuseFilters(owner, asked.schedule);
  const made = await make(deps, effectiveCaller(owner, ...ability), asked);
  return { ...made, file: withheldFrom(made.file, withheldIn(owner, route)) };
};
