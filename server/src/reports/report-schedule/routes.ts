import type { AuditAction } from '@ringside/core/contract/access/audit-actions.ts';
import type { FastifyInstance } from 'fastify';
import * as contract from '@ringside/core/contract/reports/report-schedule.ts';
import { SCHEDULE_FORMATS } from '@ringside/core/contract/reports/report-schedule.ts';
import type { CreateReportSchedule, ReportSchedule } from '@ringside/core/contract/reports/report-schedule.ts';
import { nextDue } from '@ringside/core/reports/report-schedule.ts';
import { writeAudit } from '../../platform/db/audit.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { CallPrices } from '../../calls/call-prices.ts';
import type { PbxSide } from '../../pbx/pbx-links.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { reportPeriod } from '../report-period.ts';
import { composeLetter } from './compose-letter.ts';
import { mayHave, refuseFilters } from './kinds.ts';
import { planNow } from './due-queries.ts';
import type { ScheduleRow } from './due-queries.ts';
import * as queries from './queries.ts';

interface Services {
  readonly config: Config;
  readonly db: Db;
  readonly pbx: Pick<PbxSide, 'membersOf'>;
  readonly prices: CallPrices;
  readonly mail: Mailer;
  readonly publicUrl: () => string;
  readonly now: () => number;
}

const toAnswer = (row: ScheduleRow, caller: Caller): ReportSchedule => ({
  ...row,
  own: row.ownerId === caller.userId,
  nextAt: row.nextAt.toISOString(),
  lastSentAt: row.lastSentAt?.toISOString() ?? null,
  lastFailedAt: row.lastFailedAt?.toISOString() ?? null,
});

const invalid = (path: string, code: string): Refusal => new Refusal('invalid', { errors: [{ path, code }] });

/** Refuses recipients that mail cannot reach, and drops duplicates. */
const checked = <Values extends Partial<CreateReportSchedule>>(values: Values): Values => {
  if (values.recipients === undefined) return values;
  const nowhere = values.recipients.findIndex((address) => /\.(invalid|local|localhost)$/.test(address));
  if (nowhere >= 0) throw invalid(`recipients.${nowhere}`, 'email');
  return { ...values, recipients: [...new Set(values.recipients)] };
};

/** A weekly schedule takes a day from 1 to 7. */
const checkDay = ({ every, onDay }: Pick<CreateReportSchedule, 'every' | 'onDay'>): void => {
  if (every === 'week' && onDay > 7) throw invalid('onDay', 'too-big');
};

/** Finds a schedule for the caller, and checks what the caller may do with it. */
const scheduleAccess = (deps: Pick<Services, 'db'>) => {
  const { db } = deps;
  const seen = async (caller: Caller, id: string): Promise<ScheduleRow> => {
    const row = await queries.seeSchedule(db, caller, id);
    if (row === null) throw new Refusal('not-found');
    return row;
  };
  /** A schedule sends what its owner may see, so only the owner may look at it. */
  const owned = async (caller: Caller, id: string): Promise<ScheduleRow> => {
    const row = await seen(caller, id);
    if (row.ownerId !== caller.userId) throw new Refusal('forbidden');
    return row;
  };
  const note = (
    caller: Caller,
    action: AuditAction,
    row: Pick<ScheduleRow, 'id' | 'name' | 'customerId'>,
    after: object,
  ) =>
    writeAudit(db, caller, {
      ...{ customerId: row.customerId, action, resource: 'report', resourceId: row.id, resourceName: row.name },
      ...{ before: null, after: { ...after } },
    });
  /** Refuses a report, format or filter that the caller may not have. */
  const checkReport = async (
    caller: Caller,
    asked: Pick<CreateReportSchedule, 'report' | 'format' | 'filters'>,
  ): Promise<void> => {
    if (!mayHave(caller, asked.report)) throw new Refusal('forbidden');
    if (!SCHEDULE_FORMATS[asked.report].some((format) => format === asked.format)) throw invalid('format', 'unknown');
    refuseFilters(caller, asked);
    const unknown = await queries.unknownFilters(db, caller, asked.filters);
    if (unknown.length > 0) throw invalid('filters', 'unknown');
  };
  return { seen, owned, note, checkReport };
};

/** Routes for preview, download and sending of the e-mail that would be due now. */
const registerLetters = (app: FastifyInstance, deps: Services): void => {
  const { db, now } = deps;
  const { owned, note } = scheduleAccess(deps);
  const letterNow = async (caller: Caller, id: string) => {
    const row = await owned(caller, id);
    if (!mayHave(caller, row.report)) throw new Refusal('forbidden');
    return { row, letter: await composeLetter(deps, caller, row, now()) };
  };

  registerRoute(app, contract.previewReportSchedule, async ({ caller, params }) => {
    const { row, letter } = await letterNow(caller, params.id);
    const { subject, text, from, to } = letter;
    return { subject, text, from, to, recipients: row.recipients, fileName: letter.file.fileName };
  });
  registerRoute(app, contract.getReportScheduleFile, async ({ caller, params }) => {
    const { row, letter } = await letterNow(caller, params.id);
    await note(caller, 'export', row, { file: letter.file.fileName });
    return letter.file;
  });
  registerRoute(app, contract.sendReportSchedule, async ({ caller, params }) => {
    const row = await owned(caller, params.id);
    if (!mayHave(caller, row.report)) throw new Refusal('forbidden');
    if (!deps.mail.configured) throw new Refusal('conflict', { errors: [{ path: '', code: 'no-mail' }] });
    await planNow(db, row, now());
    await note(caller, 'send', row, { recipients: row.recipients });
    return undefined;
  });
};

export const registerReportSchedules = (app: FastifyInstance, deps: Services): void => {
  const { db, now } = deps;
  const { seen, owned, note, checkReport } = scheduleAccess(deps);
  registerRoute(app, contract.listReportSchedules, async ({ caller }) => ({
    data: (await queries.listSchedules(db, caller)).map((row) => toAnswer(row, caller)),
    mail: deps.mail.configured,
  }));
  registerRoute(app, contract.createReportSchedule, async ({ caller, body }) => {
    const values = checked(body);
    checkDay(values);
    await checkReport(caller, values);
    const { timeZone } = await reportPeriod(deps, caller, {});
    const nextAt = new Date(nextDue({ ...values, timeZone }, now()));
    const id = await queries.addSchedule(db, caller, { ...values, timeZone, nextAt });
    const row = await seen(caller, id);
    await note(caller, 'create', row, values);
    return toAnswer(row, caller);
  });
  registerRoute(app, contract.updateReportSchedule, async ({ caller, params, body }) => {
    const before = await seen(caller, params.id);
    const onlyPaused = Object.keys(body).every((key) => key === 'paused');
    if (!onlyPaused) await owned(caller, params.id);
    const values = checked(body);
    checkDay({ ...before, ...values });
    if (!onlyPaused) await checkReport(caller, { ...before, ...values });
    // A send time that passed while the schedule was paused, or in another time zone, is skipped.
    const nextAt = new Date(nextDue({ ...before, ...values }, now()));
    await queries.changeSchedule(db, caller, params.id, { ...values, nextAt });
    await note(caller, 'update', before, values);
    return toAnswer(await seen(caller, params.id), caller);
  });
  registerRoute(app, contract.deleteReportSchedule, async ({ caller, params }) => {
    const row = await seen(caller, params.id);
    await queries.dropSchedule(db, caller, params.id);
    await note(caller, 'delete', row, {});
    return undefined;
  });
  registerLetters(app, deps);
};
