// Converts rows of PBX database tables to call records and queue_log lines: `cdr` as created by cdr_mysql, cdr_odbc and FreePBX,
// `queue_log` as created by Asterisk realtime, FreePBX and queue statistics.
import { dispositionOf, type Leg } from '../asterisk/leg.ts';
import { momentsIn, readWallClock } from './wall-clock.ts';
import { dataFields, queueLogMoment, type QueueLogRow } from './queue-log-line.ts';
import type { DumpRow } from './sql-dump.ts';

export const CDR_TABLES: ReadonlySet<string> = new Set(['cdr']);
export const QUEUE_LOG_TABLES: ReadonlySet<string> = new Set(['queue_log', 'queuelog']);

type Values = DumpRow['values'];

const text = (values: Values, ...names: readonly string[]): string => {
  for (const name of names) {
    const value = values.get(name);
    if (value !== undefined && value !== null) return value;
  }
  return '';
};

const whole = (value: string): number => {
  const number = Number(value);
  return Number.isFinite(number) && number >= 0 ? Math.trunc(number) : 0;
};

/** Returns the call record of a row without its server, or the error. */
export const legOfRow = (values: Values, timeZone: string, numberOf: (text: string) => number): Leg | string => {
  const startText = text(values, 'calldate', 'start');
  const start = readWallClock(startText);
  if (start === null) return `no moment: ${startText.slice(0, 40) || '(empty)'}`;
  const uniqueid = text(values, 'uniqueid');
  if (uniqueid === '') return 'no unique id';
  const duration = whole(text(values, 'duration'));
  const billableSeconds = whole(text(values, 'billsec'));
  const disposition = dispositionOf(text(values, 'disposition'));
  const [answer, end] = [readWallClock(text(values, 'answer')), readWallClock(text(values, 'end'))];
  const counted = end === null ? { end: start, duration: 0, billableSeconds: 0 } : { end, duration, billableSeconds };
  const moments = momentsIn({ start, answer, uniqueid, ...counted }, timeZone);
  const { startAt } = moments;
  const endAt = end === null ? startAt + duration * 1000 : moments.endAt;
  // Without an answer column, the answer time is the end minus the billable seconds.
  const answered = disposition === 'ANSWERED' ? endAt - billableSeconds * 1000 : null;
  const sequence = text(values, 'sequence');
  return {
    accountCode: text(values, 'accountcode'),
    source: text(values, 'src'),
    destination: text(values, 'dst'),
    context: text(values, 'dcontext'),
    callerId: text(values, 'clid'),
    channel: text(values, 'channel'),
    destinationChannel: text(values, 'dstchannel'),
    lastApplication: text(values, 'lastapp'),
    lastData: text(values, 'lastdata'),
    startAt,
    answerAt: moments.answerAt ?? answered,
    endAt,
    duration,
    billableSeconds,
    disposition,
    uniqueid,
    userField: text(values, 'userfield'),
    peerAccount: text(values, 'peeraccount'),
    linkedid: text(values, 'linkedid') || uniqueid,
    sequence: /^\d{1,9}$/.test(sequence) ? Number(sequence) : numberOf([...values.values()].join('\n')),
    tenantId: text(values, 'tenantid', 'tenant'),
    recordingFile: text(values, 'recordingfile'),
  };
};

const DATA = ['data1', 'data2', 'data3', 'data4', 'data5'];

/** Returns the queue_log line of a row, or the error. */
export const queueLogRowOfRow = (values: Values, timeZone: string): QueueLogRow | string => {
  const time = text(values, 'time', 'time_id', 'eventdate');
  const at = queueLogMoment(time, timeZone);
  if (at === null) return `no moment: ${time.slice(0, 40) || '(empty)'}`;
  const event = text(values, 'event', 'verb');
  if (event === '') return 'no event';
  const single = text(values, 'data');
  const fields = DATA.map((name) => text(values, name));
  const parts = single === '' ? fields.slice(0, fields.findLastIndex((field) => field !== '') + 1) : [single];
  return {
    at,
    call: text(values, 'callid', 'call_id'),
    queue: text(values, 'queuename', 'queue'),
    agent: text(values, 'agent'),
    event,
    data: dataFields(event, parts),
  };
};
