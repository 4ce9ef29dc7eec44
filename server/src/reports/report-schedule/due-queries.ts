// Stores scheduled reports and their e-mails.
import { sql } from 'kysely';
import type { CreateReportSchedule, SCHEDULE_FAILURES } from '@ringside/core/contract/reports/report-schedule.ts';
import { nextDue } from '@ringside/core/reports/report-schedule.ts';
import type { Db } from '../../platform/db/connect.ts';
import { newId } from '../../platform/db/new-id.ts';
import { findCaller } from '../../platform/sessions/caller-queries.ts';
import type { Caller } from '../../platform/caller/caller.ts';

export type ScheduleFailure = (typeof SCHEDULE_FAILURES)[number];

export interface ScheduleRow extends Omit<CreateReportSchedule, 'recipients'> {
  readonly id: string;
  readonly recipients: string[];
  readonly timeZone: string;
  readonly customerId: string | null;
  readonly customerName: string | null;
  readonly ownerId: string | null;
  readonly ownerName: string;
  readonly viaKeyId: string | null;
  readonly nextAt: Date;
  readonly lastSentAt: Date | null;
  readonly lastFailedAt: Date | null;
  readonly lastFailure: ScheduleFailure | null;
  readonly version: number;
}

export interface LetterRow {
  readonly id: string;
  readonly scheduleId: string;
  readonly dueAt: Date;
  readonly address: string;
  readonly attempts: number;
}

const MINUTE = 60_000;
/** After this time without a result, the node that made the report has stopped. */
const LEASE_MS = 5 * MINUTE;
/** Longer than the timeout of any mail server. */
const HANDING_MS = 10 * MINUTE;
const MOST_ATTEMPTS = 5;
const KEPT_MS = 90 * 24 * 60 * MINUTE;

const SELECT = sql`select s.*, c.name as customer_name from report_schedules s left join customers c on c.id = s.customer_id`;

export const findSchedule = async (db: Db, id: string): Promise<ScheduleRow | null> => {
  const { rows } = await sql<ScheduleRow>`${SELECT} where s.id = ${id}`.execute(db);
  return rows[0] ?? null;
};

/**
 * Returns the owner as a caller with current permissions, or the API key that created the schedule. `null`: the account or key has
 * ended, or the customer is terminated.
 */
export const findOwner = async (
  db: Db,
  { ownerId, viaKeyId }: Pick<ScheduleRow, 'ownerId' | 'viaKeyId'>,
  now: number,
): Promise<Caller | null> => {
  if (ownerId === null) return null;
  const by = viaKeyId === null ? ({ kind: 'user', userId: ownerId } as const) : ({ kind: 'id', id: viaKeyId } as const);
  const found = await findCaller(db, by, new Date(now), new Date(0));
  return found === null ? null : { ...found.caller, ip: '', userAgent: '' };
};

const addLetters = async (tx: Db, schedule: ScheduleRow, dueAt: Date): Promise<void> => {
  for (const address of schedule.recipients)
    await sql`insert into report_letters (id, schedule_id, due_at, address, next_try_at)
      values (${newId()}, ${schedule.id}, ${dueAt}, ${address}, ${dueAt}) on conflict do nothing`.execute(tx);
};

/** Creates the e-mails of due schedules, exactly once across nodes. Of several missed times, only the last one is sent. */
export const planLetters = (db: Db, now: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<ScheduleRow>`
      select * from report_schedules where next_at <= ${new Date(now)} and not paused
      order by next_at limit 50 for update skip locked`.execute(tx);
    for (const schedule of rows) {
      let due = schedule.nextAt.getTime();
      for (let next = nextDue(schedule, due); next <= now; next = nextDue(schedule, due)) due = next;
      await addLetters(tx, schedule, new Date(due));
      await sql`update report_schedules set next_at = ${new Date(nextDue(schedule, now))} where id = ${schedule.id}`.execute(
        tx,
      );
    }
    return rows.length;
  });

/** Adds e-mails outside of the schedule. */
export const planNow = (db: Db, schedule: ScheduleRow, now: number): Promise<void> =>
  addLetters(db, schedule, new Date(now));

/** Claims the waiting mails of one turn for five minutes. */
export const claimDueLetters = async (db: Db, now: number): Promise<readonly LetterRow[]> => {
  const { rows } = await sql<LetterRow>`
    update report_letters l set next_try_at = ${new Date(now + LEASE_MS)}
    from (select schedule_id, due_at from report_letters where state = 'waiting' and next_try_at <= ${new Date(now)}
      order by next_try_at limit 1) as turn
    where l.schedule_id = turn.schedule_id and l.due_at = turn.due_at and l.state = 'waiting'
      and l.next_try_at <= ${new Date(now)}
    returning l.id, l.schedule_id, l.due_at, l.address, l.attempts`.execute(db);
  return rows;
};

/** Returns true for exactly one caller. From then on the e-mail may have been sent. */
export const beginHanding = async (db: Db, id: string, now: number): Promise<boolean> => {
  const { rows } = await sql`update report_letters set state = 'sending', started_at = ${new Date(now)}
    where id = ${id} and state = 'waiting' returning id`.execute(db);
  return rows.length === 1;
};

export const noteSent = async (db: Db, letter: LetterRow, now: number): Promise<void> => {
  await sql`with done as (
      update report_letters set state = 'sent', ended_at = ${new Date(now)} where id = ${letter.id})
    update report_schedules set last_sent_at = ${new Date(now)} where id = ${letter.scheduleId}`.execute(db);
};

/**
 * Schedules a retry with increasing delay, five attempts in total; `forGood`: none. Depending on the failure, only an e-mail in the
 * matching state changes, so that a sent one stays sent.
 */
export const noteFailed = async (
  db: Db,
  letter: LetterRow,
  failure: ScheduleFailure,
  now: number,
  forGood = false,
): Promise<void> => {
  const over = forGood || letter.attempts + 1 >= MOST_ATTEMPTS;
  const handed = failure === 'mail-refused' || failure === 'interrupted';
  const wait = (letter.attempts + 1) ** 2 * MINUTE;
  await sql`with done as (
      update report_letters set state = ${over ? 'failed' : 'waiting'}, attempts = attempts + 1, failure = ${failure},
        next_try_at = ${new Date(now + wait)}, ended_at = ${over ? new Date(now) : null}
      where id = ${letter.id} and state = ${handed ? 'sending' : 'waiting'})
    update report_schedules set last_failed_at = ${new Date(now)}, last_failure = ${failure}
    where id = ${letter.scheduleId}`.execute(db);
};

/** Gives up mails whose delivery a shutdown interrupted. They may have arrived, so they are not sent again. The owner is notified. */
export const giveUpInterrupted = async (db: Db, now: number): Promise<void> => {
  await sql`with caught as (
      update report_letters set state = 'failed', failure = 'interrupted', ended_at = ${new Date(now)}
      where state = 'sending' and started_at < ${new Date(now - HANDING_MS)} returning schedule_id)
    update report_schedules set last_failed_at = ${new Date(now)}, last_failure = 'interrupted'
    where id in (select schedule_id from caught)`.execute(db);
};

export const stopSchedule = async (db: Db, id: string): Promise<void> => {
  await sql`update report_schedules set paused = true where id = ${id}`.execute(db);
};

export const pruneLetters = async (db: Db, now: number): Promise<void> => {
  await sql`delete from report_letters where state in ('sent', 'failed') and due_at < ${new Date(now - KEPT_MS)}`.execute(
    db,
  );
};
