// Parses a line of Master.csv as a call record.
import { dispositionOf } from '@ringside/core/asterisk/leg.ts';
import { momentsIn, readWallClock } from '@ringside/core/calls/wall-clock.ts';
import type { ServerLeg } from './queries.ts';

/** Asterisk writes 16 columns; with `newcdrcolumns` also peer account, linked id and sequence. */
const MINIMUM = 16;

/** Identifies a row without a sequence number by a hash of its content. */
export const stableNumber = (text: string): number => {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
};

const wholeNumber = (text: string | undefined): number => {
  const value = Number(text);
  return Number.isFinite(value) && value >= 0 ? Math.trunc(value) : 0;
};

/** Returns the record of a line, or the reason why it is invalid. */
export const legOfLine = (columns: readonly string[], serverId: number, timeZone: string): ServerLeg | string => {
  if (columns.length < MINIMUM) return `${columns.length} columns where Asterisk writes at least ${MINIMUM}`;
  const column = (i: number): string => columns[i] ?? '';
  const [start, answer, end] = [readWallClock(column(9)), readWallClock(column(10)), readWallClock(column(11))];
  if (start === null || end === null) return `no moment: ${column(9) || '(empty)'}`;
  const uniqueid = column(16);
  if (uniqueid === '') return 'no unique id: set loguniqueid=yes in cdr.conf';
  const [duration, billableSeconds] = [wholeNumber(columns[12]), wholeNumber(columns[13])];
  const written = { start, answer, end, duration, billableSeconds, uniqueid };
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
    ...momentsIn(written, timeZone),
    duration,
    billableSeconds,
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
