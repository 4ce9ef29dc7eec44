// Made from the schema by testing/make-table-types.ts: change the schema instead.
import type { Generated, GeneratedAlways } from 'kysely';
import type { ColumnTypes } from './column-types.ts';
import type { Json, MadeTimestamp, RequiredJson, Stamped, Timestamp } from './columns.ts';

/** Queue visits and talks as columns, made from `live_events`. Reports read them many times faster than events. */
interface QueueFactsTable {
  serverId: number;
  id: number;
  at: Timestamp;
  queue: string;
  /** Text, as the event has it. null: the queue belongs to no customer. */
  customerId: string | null;
  callcenterId: string | null;
  /** How the visit ended. null: the row is a talk. */
  outcome: string | null;
  /** Seconds. */
  wait: number | null;
  joinedAt: Timestamp | null;
  /** Seconds of a talk. */
  talk: number | null;
  /** The agent transferred the caller. */
  sentOn: Generated<boolean>;
  /** Last nine digits of the caller's number, to find a later call of the same caller. */
  callerTail: string | null;
  /** Abandoned visit whose number was deleted by age: when the caller reached an agent, and when someone called back. */
  agentAt: Timestamp | null;
  calledAt: Timestamp | null;
}

/** What happened to agents, as columns, made from `live_events`. The agent report builds its time lines from them. */
interface AgentFactsTable {
  serverId: number;
  id: number;
  at: Timestamp;
  customerId: string | null;
  callcenterId: string | null;
  queue: string;
  interface: string;
  name: string;
  /** `added`, `removed`, `pause`, `connect`, `complete`, `missed` or `seen`. */
  kind: string;
  /** State of the membership at that time. */
  paused: Generated<boolean>;
  reason: Generated<string>;
  /** Unix seconds, as `login_at`. */
  pausedSince: number | null;
  loginAt: number | null;
  incall: Generated<boolean>;
  wrapup: Generated<number>;
  /** Seconds of ringing. */
  ring: Generated<number>;
  /** Seconds of talk. */
  talk: number | null;
  /** The caller's unique id. */
  call: string | null;
  /** Agent as reported, when a merge attributes the row to another agent. null: the same. */
  toldInterface: string | null;
  toldName: string | null;
}

/** Two names of one agent: rows of one, past and future, count for the other. The events keep the reported name, so a merge can be undone. */
interface AgentMergesTable {
  id: string;
  customerId: string;
  serverId: number;
  /** As reported. */
  interface: string;
  name: string;
  /** The agent that gets the rows. */
  intoInterface: string;
  intoName: string;
  createdAt: MadeTimestamp;
  createdBy: string;
}

/** The queue facts of a customer's day (UTC) in one row, so that a report of a month reads 30 rows. A day with a mark is out of date, and reports read its facts instead. */
interface QueuePackedDaysTable {
  /** Empty: queues without a customer. */
  customerId: string;
  day: string;
  /** Written and read by `reports/queue-report/day-queries.ts`. */
  sources: string;
  /** Base64, which travels ten times faster than bytea. */
  facts: string;
  /** Changes with the content: a console that holds the day in memory asks for other versions only. */
  version: Generated<string>;
}

/** Days whose queue facts changed, written in the transaction of the change (`live/event-queries.ts`). Rows are only added, so writers do not wait for each other. Packing deletes those whose facts it saw (`reports/pack-days.ts`). */
interface QueueDayMarksTable {
  id: GeneratedAlways<number>;
  customerId: string;
  day: string;
}

/** Like `queue_packed_days`, for agent facts. */
interface AgentPackedDaysTable {
  customerId: string;
  day: string;
  /** Written and read by `reports/agent-report/agent-days.ts`. */
  sources: string;
  facts: string;
  version: Generated<string>;
}

/** Like `queue_day_marks`, for agent facts. */
interface AgentDayMarksTable {
  id: GeneratedAlways<number>;
  customerId: string;
  day: string;
}

/** Live figures of a queue at the end of its day, to compare with the stored events. */
interface QueueDaysTable {
  serverId: number;
  queue: string;
  day: string;
  customerId: string;
  figures: RequiredJson<unknown>;
  endedAt: Timestamp;
}

/** A customer's day computed again from events and compared with live figures and reports. */
interface DayChecksTable {
  customerId: string;
  day: string;
  checkedAt: Timestamp;
  /** How many figures were compared. */
  figures: number;
  /** Figures that differ. */
  differences: RequiredJson<unknown>;
}

/** Reports sent by e-mail. A schedule sends what its owner may see. */
interface ReportSchedulesTable extends Stamped {
  id: string;
  /** null: of the platform. */
  customerId: string | null;
  /** null: the owner was deleted. */
  ownerId: string | null;
  ownerName: string;
  name: string;
  report: 'queues' | 'agents' | 'calls' | 'billing';
  format: 'csv' | 'xlsx' | 'pdf';
  filters: Json<ColumnTypes['reportSchedules.filters']>;
  every: 'day' | 'week' | 'month';
  /** Day of the week from Monday (1 to 7), or of the month (1 to 28). */
  onDay: number;
  clock: string;
  timeZone: string;
  language: string;
  recipients: RequiredJson<ColumnTypes['reportSchedules.recipients']>;
  paused: Generated<boolean>;
  nextAt: Timestamp;
  lastSentAt: Timestamp | null;
  lastFailedAt: Timestamp | null;
  lastFailure: string | null;
  /** API key that created the schedule: it limits what is sent, and its end ends the schedule. */
  viaKeyId: string | null;
}

/** Outbox of scheduled reports. One node claims a letter. A letter interrupted while it was handed over is not sent again. */
interface ReportLettersTable {
  id: string;
  scheduleId: string;
  dueAt: Timestamp;
  address: string;
  state: Generated<'waiting' | 'sending' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  nextTryAt: Timestamp;
  startedAt: Timestamp | null;
  endedAt: Timestamp | null;
  failure: string | null;
}

/** Saved filters of a report, private or shared within the customer. */
interface ReportViewsTable {
  id: string;
  /** null: of the platform. */
  customerId: string | null;
  ownerId: string;
  report: 'queues' | 'agents' | 'calls' | 'billing';
  name: string;
  search: RequiredJson<unknown>;
  shared: Generated<boolean>;
  createdAt: MadeTimestamp;
}

/** The saved view that a user starts a report with. */
interface ReportViewDefaultsTable {
  userId: string;
  report: string;
  viewId: string;
}

export interface ReportsTables {
  queueFacts: QueueFactsTable;
  agentFacts: AgentFactsTable;
  agentMerges: AgentMergesTable;
  queuePackedDays: QueuePackedDaysTable;
  queueDayMarks: QueueDayMarksTable;
  agentPackedDays: AgentPackedDaysTable;
  agentDayMarks: AgentDayMarksTable;
  queueDays: QueueDaysTable;
  dayChecks: DayChecksTable;
  reportSchedules: ReportSchedulesTable;
  reportLetters: ReportLettersTable;
  reportViews: ReportViewsTable;
  reportViewDefaults: ReportViewDefaultsTable;
}
