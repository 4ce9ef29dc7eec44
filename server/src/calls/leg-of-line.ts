// A line of Master.csv as a call record.
import { dispositionOf } from '@ringside/core/live/leg.ts';
import { instantIn, readWallClock } from '@ringside/core/calls/wall-clock.ts';
import type { ServerLeg } from './queries.ts';

/** Asterisk writes 16 columns, and with `newcdrcolumns` peer account, linked id and sequence after them. */
const MINIMUM = 16;

/** Without a sequence, a row is told from its siblings by what is in it. */
export const stableNumber = (text: string): number => {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
};

const wholeNumber = (text: string | undefined): number => {
  const value = Number(text);
  return Number.isFinite(value) && value >= 0 ? Math.trunc(value) : 0;
};

/** The record of one line, or what is wrong with it. */
export const legOfLine = (columns: readonly string[], serverId: number, timeZone: string): ServerLeg | string => {
  if (columns.length < MINIMUM) return `${columns.length} columns where Asterisk writes at least ${MINIMUM}`;
  const column = (i: number): string => columns[i] ?? '';
  const moment = (i: number): number | null => {
    const wall = readWallClock(column(i));
    return wall === null ? null : instantIn(wall, timeZone);
  };
  const [startAt, answerAt, endAt] = [moment(9), moment(10), moment(11)];
  if (startAt === null || endAt === null) return `no moment: ${column(9) || '(empty)'}`;
  const uniqueid = column(16);
  if (uniqueid === '') return 'no unique id: set loguniqueid=yes in cdr.conf';
  const sequence = column(20);
  return {
    serverId,
    accountCode: column(0),
    source: column(1),
    destination: column(2),
    context: column(3),
    callerId: column(4),
    channel: column(5),
    destinationChannel: column(6),
    lastApplication: column(7),
    lastData: column(8),
    startAt,
    answerAt,
    endAt,
    duration: wholeNumber(columns[12]),
    billableSeconds: wholeNumber(columns[13]),
    disposition: dispositionOf(column(14)),
    uniqueid,
    userField: column(17),
    peerAccount: column(18),
    linkedid: column(19) || uniqueid,
    sequence: /^\d+$/.test(sequence) ? Number(sequence) : stableNumber(columns.slice(0, 16).join('\n')),
    tenantId: '',
    recordingFile: '',
  };
};
