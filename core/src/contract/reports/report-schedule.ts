// Scheduled reports by e-mail: daily, weekly or monthly. Each contains what its owner may see at that time.
import { z } from 'zod';
import { CALL_DIRECTIONS, CALL_STATUSES } from '../../calls/call-terms.ts';
import { AGENT_GROUPS } from './agent-report.ts';
import { CallFilters } from '../calls/cdr.ts';
import { SCHEDULE_TURNS } from '../../reports/report-schedule.ts';
import { HOURS_SIDES } from '../../reports/business-hours.ts';
import { REPORT_GROUPS } from '../../reports/queue-report.ts';
import { REPORT_FORMATS } from './queue-report.ts';
import { EXPORT_FILES, Id, Instant } from '../resource.ts';
import { route } from '../route.ts';
import { Language, PATTERNS, text } from '../text.ts';

export const SCHEDULED_REPORTS = ['queues', 'agents', 'calls', 'billing'] as const;
export type ScheduledReport = (typeof SCHEDULED_REPORTS)[number];
/** File formats of each report. A printed list of calls would have its first 1,000 rows only. */
export const SCHEDULE_FORMATS = {
  queues: REPORT_FORMATS,
  agents: REPORT_FORMATS,
  calls: ['csv', 'xlsx'],
  billing: REPORT_FORMATS,
} as const satisfies Record<ScheduledReport, readonly (typeof REPORT_FORMATS)[number][]>;
/** Maximum number of call records in one e-mail. */
export const MOST_MAILED_CALLS = 20_000;
/** Reasons why the last e-mail was not sent. */
export const SCHEDULE_FAILURES = ['owner-gone', 'not-made', 'mail-refused', 'interrupted'] as const;
const MOST_RECIPIENTS = 20;

const word = z.string().trim().max(160).regex(PATTERNS.characters);
const Filters = z.strictObject({
  groupBy: z.enum([...new Set([...REPORT_GROUPS, ...AGENT_GROUPS])]).optional(),
  callcenterId: Id.optional(),
  queue: word.optional(),
  agent: word.optional(),
  formula: z.number().int().min(1).max(7).optional(),
  hours: z.enum(HOURS_SIDES).optional(),
  /** For call records and billing. */
  customerId: Id.optional(),
  direction: z.enum(CALL_DIRECTIONS).optional(),
  /** For call records. Hours of the day are in the schedule's time zone. */
  status: z.enum(CALL_STATUSES).optional(),
  extension: word.optional(),
  recorded: CallFilters.shape.recorded,
  timeFrom: CallFilters.shape.timeFrom,
  timeTo: CallFilters.shape.timeTo,
  q: CallFilters.shape.q,
});
export type ScheduleFilters = z.output<typeof Filters>;

const fields = {
  name: text(1, 80),
  report: z.enum(SCHEDULED_REPORTS),
  format: z.enum(REPORT_FORMATS),
  /** Filters as in the report's own route. Filters that a report lacks are ignored. */
  filters: Filters,
  every: z.enum(SCHEDULE_TURNS),
  /** Day of the week, 1 (Monday) to 7, or of the month, 1 to 28. */
  onDay: z.number().int().min(1).max(28),
  /** Time such as `07:30` in the schedule's time zone, which is the customer's. */
  clock: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  language: Language,
  /** Duplicates receive it once. */
  recipients: z
    .array(z.string().trim().toLowerCase().max(254).regex(PATTERNS.email).min(3))
    .min(1)
    .max(MOST_RECIPIENTS),
  paused: z.boolean(),
};

export const ReportSchedule = z.object({
  id: Id,
  ...fields,
  recipients: z.array(z.string()),
  timeZone: z.string(),
  customerId: Id.nullable(),
  /** `null`: platform staff. */
  customerName: z.string().nullable(),
  ownerName: z.string(),
  /** Whether the caller is the owner. Only the owner may change it and see its content. */
  own: z.boolean(),
  nextAt: Instant,
  lastSentAt: Instant.nullable(),
  lastFailedAt: Instant.nullable(),
  lastFailure: z.enum(SCHEDULE_FAILURES).nullable(),
  version: z.number().int(),
});
export type ReportSchedule = z.infer<typeof ReportSchedule>;

export const CreateReportSchedule = z.object({
  ...fields,
  filters: Filters.default({}),
  onDay: fields.onDay.default(1),
  clock: fields.clock.default('07:00'),
  paused: fields.paused.default(false),
});
export type CreateReportSchedule = z.output<typeof CreateReportSchedule>;
const UpdateReportSchedule = z.object(fields).partial();

const tag = 'report';
const access = ['export', 'report'] as const;
const params = z.object({ id: Id });
const path = '/reports/schedules';

/** The user's own schedules, and all of the customer's for users with customer scope. `mail`: a mail server is configured. */
export const listReportSchedules = route({
  ...{ method: 'GET', path, summary: 'List scheduled reports', tag, access },
  response: z.object({ data: z.array(ReportSchedule), mail: z.boolean() }),
  errors: [],
});

export const createReportSchedule = route({
  ...{ method: 'POST', path, summary: 'Schedule a report by e-mail', tag, access },
  body: CreateReportSchedule,
  response: ReportSchedule,
  status: 201,
  errors: ['not-found'],
});

/** 403 for another user's schedule, except to pause and resume it. */
export const updateReportSchedule = route({
  ...{
    method: 'PATCH',
    path: `${path}/:id`,
    summary: 'Change, pause or resume a scheduled report',
    tag,
    access,
    params,
  },
  body: UpdateReportSchedule,
  response: ReportSchedule,
  errors: ['not-found'],
});

export const deleteReportSchedule = route({
  ...{ method: 'DELETE', path: `${path}/:id`, summary: 'Delete a scheduled report', tag, access, params },
  status: 204,
  errors: ['not-found'],
});

/** The last complete period; `days` are its days. 403 for another user's schedule. */
export const previewReportSchedule = route({
  ...{
    method: 'GET',
    path: `${path}/:id/preview`,
    summary: 'Get the message that the schedule would send',
    tag,
    access,
    params,
  },
  response: z.object({
    subject: z.string(),
    text: z.string(),
    recipients: z.array(z.string()),
    fileName: z.string(),
    from: z.iso.date(),
    to: z.iso.date(),
  }),
  errors: ['not-found'],
});

/** Returns the file that would be attached. */
export const getReportScheduleFile = route({
  ...{
    method: 'GET',
    path: `${path}/:id/file`,
    summary: 'Get the file that the schedule would send',
    tag,
    access,
    params,
  },
  file: EXPORT_FILES,
  errors: ['not-found'],
});

/** 409: no mail server. */
export const sendReportSchedule = route({
  ...{
    method: 'POST',
    path: `${path}/:id/send`,
    summary: 'Send a scheduled report now, in addition to its schedule',
    tag,
    access,
    params,
  },
  status: 202,
  errors: ['not-found', 'conflict'],
});
