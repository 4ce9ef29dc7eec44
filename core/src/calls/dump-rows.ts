// Rows of the tables that a PBX keeps in a database, as call records and lines of a queue_log: `cdr` as cdr_mysql, cdr_odbc
// and FreePBX make it, `queue_log` as Asterisk's realtime, FreePBX and queue statistics make it.
import { dispositionOf, type Leg } from '../live/leg.ts';
import { instantIn, readWallClock } from './wall-clock.ts';
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

/** The call record of a row without server, or what is wrong with it. */
export const legOfRow = (values: Values, timeZone: string, numberOf: (text: string) => number): Leg | string => {
  const moment = (written: string): number | null => {
    const wall = readWallClock(written);
    return wall === null ? null : instantIn(wall, timeZone);
  };
  const startText = text(values, 'calldate', 'start');
  const startAt = moment(startText);
  if (startAt === null) return `no moment: ${startText.slice(0, 40) || '(empty)'}`;
  const uniqueid = text(values, 'uniqueid');
  if (uniqueid === '') return 'no unique id';
  const duration = whole(text(values, 'duration'));
  const billableSeconds = whole(text(values, 'billsec'));
  const disposition = dispositionOf(text(values, 'disposition'));
  const endAt = moment(text(values, 'end')) ?? startAt + duration * 1000;
  // Without a column for it, an answered call was answered as long before its end as it is charged for.
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
    answerAt: moment(text(values, 'answer')) ?? answered,
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

/** The line of the log of a row, or what is wrong with it. */
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
