import type { AuditAction } from '@ringside/core/contract/audit-actions.ts';
import type { FastifyInstance } from 'fastify';
import * as contract from '@ringside/core/contract/report-schedules.ts';
import type { CreateReportSchedule, ReportSchedule } from '@ringside/core/contract/report-schedules.ts';
import { nextDue } from '@ringside/core/metrics/report-schedule.ts';
import { writeAudit } from '../../db/audit.ts';
import type { Caller } from '../../http/context.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { registerRoute } from '../../http/register.ts';
import { reportPeriod } from '../../reports/report-period.ts';
import { composeLetter } from '../../reports/schedules/compose-letter.ts';
import { planNow } from '../../reports/schedules/queries.ts';
import type { ScheduleRow } from '../../reports/schedules/queries.ts';
import * as queries from './queries.ts';

const toAnswer = (row: ScheduleRow, caller: Caller): ReportSchedule => ({
  ...row,
  own: row.ownerId === caller.userId,
  nextAt: row.nextAt.toISOString(),
  lastSentAt: row.lastSentAt?.toISOString() ?? null,
  lastFailedAt: row.lastFailedAt?.toISOString() ?? null,
});

const invalid = (path: string, code: string): Refusal => new Refusal('invalid', { errors: [{ path, code }] });

/** Those that a letter cannot reach are refused by name; one that is named twice gets one letter. */
const checked = <Values extends Partial<CreateReportSchedule>>(values: Values): Values => {
  if (values.recipients === undefined) return values;
  const nowhere = values.recipients.findIndex((address) => /\.(invalid|local|localhost)$/.test(address));
  if (nowhere >= 0) throw invalid(`recipients.${nowhere}`, 'email');
  return { ...values, recipients: [...new Set(values.recipients)] };
};

/** A day of the week goes from 1 to 7. */
const checkTurn = ({ every, onDay }: Pick<CreateReportSchedule, 'every' | 'onDay'>): void => {
  if (every === 'week' && onDay > 7) throw invalid('onDay', 'too-big');
};

export const registerReportSchedules = (app: FastifyInstance, deps: Deps): void => {
  const { db, now } = deps;
  const seen = async (caller: Caller, id: string): Promise<ScheduleRow> => {
    const row = await queries.seeSchedule(db, caller, id);
    if (row === null) throw new Refusal('not-found');
    return row;
  };
  /** What it sends is what its owner may see: nobody else looks at it by this way. */
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
  const checkFilters = async (caller: Caller, filters: CreateReportSchedule['filters']): Promise<void> => {
    const unknown = await queries.unknownFilters(db, caller, filters);
    if (unknown.length > 0) throw invalid('filters', 'unknown');
  };
  /** The letter of the turn that would be over now. */
  const letterNow = async (caller: Caller, id: string) => {
    const row = await owned(caller, id);
    return { row, letter: await composeLetter(deps, caller, row, now()) };
  };

  registerRoute(app, contract.listReportSchedules, async ({ caller }) => ({
    data: (await queries.listSchedules(db, caller)).map((row) => toAnswer(row, caller)),
    mail: deps.mail.configured,
  }));
  registerRoute(app, contract.createReportSchedule, async ({ caller, body }) => {
    const values = checked(body);
    checkTurn(values);
    await checkFilters(caller, values.filters);
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
    checkTurn({ ...before, ...values });
    if (values.filters !== undefined) await checkFilters(caller, values.filters);
    // A turn that passed while it was paused, or by another clock, is not made up for.
    const nextAt = new Date(nextDue({ ...before, ...values }, now()));
    await queries.changeSchedule(db, caller, params.id, { ...values, nextAt });
    await note(caller, 'update', before, values);
    return toAnswer(await seen(caller, params.id), caller);
  });
  registerRoute(app, contract.removeReportSchedule, async ({ caller, params }) => {
    const row = await seen(caller, params.id);
    await queries.dropSchedule(db, caller, params.id);
    await note(caller, 'delete', row, {});
    return undefined;
  });
  registerRoute(app, contract.previewReportSchedule, async ({ caller, params }) => {
    const { row, letter } = await letterNow(caller, params.id);
    const { subject, text, from, to } = letter;
    return { subject, text, from, to, recipients: row.recipients, fileName: letter.file.fileName };
  });
  registerRoute(app, contract.reportScheduleFile, async ({ caller, params }) => {
    const { row, letter } = await letterNow(caller, params.id);
    await note(caller, 'export', row, { file: letter.file.fileName });
    return letter.file;
  });
  registerRoute(app, contract.sendReportSchedule, async ({ caller, params }) => {
    const row = await owned(caller, params.id);
    if (!deps.mail.configured) throw new Refusal('conflict', { errors: [{ path: '', code: 'no-mail' }] });
    await planNow(db, row, now());
    await note(caller, 'send', row, { recipients: row.recipients });
    return undefined;
  });
};
