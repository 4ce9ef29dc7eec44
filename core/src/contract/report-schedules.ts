// Reports by e-mail: daily, weekly or monthly, to whom, in which form. What is sent is what its owner may see at that time.
import { z } from 'zod';
import { AGENT_GROUPS } from './agent-report.ts';
import { SCHEDULE_TURNS } from '../metrics/report-schedule.ts';
import { HOURS_SIDES } from '../metrics/business-hours.ts';
import { REPORT_GROUPS } from '../metrics/queue-report.ts';
import { REPORT_FORMATS } from './queue-report.ts';
import { EXPORT_FILES, Id, Instant } from './resource.ts';
import { route } from './route.ts';
import { Language, PATTERNS, text } from './text.ts';

export const SCHEDULED_REPORTS = ['queues', 'agents'] as const;
/** Why the last one was not sent. */
export const SCHEDULE_FAILURES = ['owner-gone', 'not-made', 'mail-refused', 'interrupted'] as const;
const MOST_RECIPIENTS = 20;

const word = z.string().trim().max(160).regex(PATTERNS.characters);
const Filters = z.strictObject({
  groupBy: z.enum([...new Set([...REPORT_GROUPS, ...AGENT_GROUPS])] as [string, ...string[]]).optional(),
  callcenterId: Id.optional(),
  queue: word.optional(),
  agent: word.optional(),
  formula: z.number().int().min(1).max(7).optional(),
  hours: z.enum(HOURS_SIDES).optional(),
});

const fields = {
  name: text(1, 80),
  report: z.enum(SCHEDULED_REPORTS),
  format: z.enum(REPORT_FORMATS),
  /** As the report's own route takes them; what the other report has alone is left out. */
  filters: Filters,
  every: z.enum(SCHEDULE_TURNS),
  /** Of a week from Monday, 1 to 7; of a month 1 to 28. */
  onDay: z.number().int().min(1).max(28),
  /** `07:30` in the schedule's time zone: the customer's. */
  clock: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  language: Language,
  /** One that stands here twice gets it once. */
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
  /** null: the platform's staff. */
  customerName: z.string().nullable(),
  ownerName: z.string(),
  /** Whether it is the caller's: its owner alone changes it and sees what it sends. */
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

/** One's own, and for who sees the whole of a customer those of its people. `mail`: whether there is a mail server to send by. */
export const listReportSchedules = route({
  ...{ method: 'GET', path, summary: 'List the reports that are sent by e-mail', tag, access },
  response: z.object({ data: z.array(ReportSchedule), mail: z.boolean() }),
  errors: [],
});

export const createReportSchedule = route({
  ...{ method: 'POST', path, summary: 'Have a report sent by e-mail', tag, access },
  body: CreateReportSchedule,
  response: ReportSchedule,
  status: 201,
  errors: ['not-found'],
});

/** 403: another's, but to pause it and to let it go on. */
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

export const removeReportSchedule = route({
  ...{ method: 'DELETE', path: `${path}/:id`, summary: 'Delete a scheduled report', tag, access, params },
  status: 204,
  errors: ['not-found'],
});

/** Of the last turn that is over; `days` are those that it tells of. 403: another's. */
export const previewReportSchedule = route({
  ...{ method: 'GET', path: `${path}/:id/preview`, summary: 'The letter that would be sent', tag, access, params },
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

/** The very file that would hang on it. */
export const reportScheduleFile = route({
  ...{ method: 'GET', path: `${path}/:id/file`, summary: 'The file that would be sent', tag, access, params },
  file: EXPORT_FILES,
  errors: ['not-found'],
});

/** 409: there is no mail server. */
export const sendReportSchedule = route({
  ...{
    method: 'POST',
    path: `${path}/:id/send`,
    summary: 'Send a scheduled report now, besides its turns',
    tag,
    access,
    params,
  },
  status: 202,
  errors: ['not-found', 'conflict'],
});
