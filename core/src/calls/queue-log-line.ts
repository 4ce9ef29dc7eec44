// A line of Asterisk's queue_log, of any version since 1.8: `time|call|queue|agent|event|data…`, and the same as a row of a
// table, whose data are one column (`data`) or five. (Asterisk: queue log; app_queue.c, chan_agent.c, logger.c.)
import { instantIn, readWallClock } from './wall-clock.ts';

export interface QueueLogRow {
  /** Epoch ms. */
  readonly at: number;
  /** The caller's unique id; `NONE`, `MANAGER` or `REALTIME` where there is no call. */
  readonly call: string;
  /** `NONE` for what is of no queue. */
  readonly queue: string;
  /** A member's name, or his interface. */
  readonly agent: string;
  readonly event: string;
  readonly data: readonly string[];
}

/** Events whose data are several fields: a comma between them is how some tables write what a file writes with a bar. */
const SEVERAL: ReadonlySet<string> = new Set([
  ...['ABANDON', 'AGENTCALLBACKLOGOFF', 'AGENTLOGOFF', 'ATTENDEDTRANSFER', 'BLINDTRANSFER', 'COMPLETEAGENT'],
  ...['COMPLETECALLER', 'CONNECT', 'ENTERQUEUE', 'EXITEMPTY', 'EXITWITHKEY', 'EXITWITHTIMEOUT', 'TRANSFER', 'WITHDRAW'],
]);

/** What follows the event, as fields. */
export const dataFields = (event: string, parts: readonly string[]): readonly string[] => {
  const fields = parts.length === 1 && parts[0]?.includes('|') ? parts[0].split('|') : parts;
  const [only] = fields;
  return fields.length === 1 && only?.includes(',') && SEVERAL.has(event) ? only.split(',') : fields;
};

const EPOCH = /^\d{9,10}(\.\d+)?$/;

/** Epoch ms of what stands in the column of the time: seconds since 1970, or a wall clock in the zone; null for neither. */
export const queueLogMoment = (text: string, timeZone: string): number | null => {
  if (EPOCH.test(text)) return Math.floor(Number(text) * 1000);
  const wall = readWallClock(text);
  return wall === null ? null : instantIn(wall, timeZone);
};

const MOST_CHARACTERS = 4_000;

/** The row of a line, or what is wrong with it; null for an empty line. */
export const queueLogRowOf = (line: string, timeZone: string): QueueLogRow | string | null => {
  if (line.trim() === '') return null;
  if (line.length > MOST_CHARACTERS) return `${line.length} characters where Asterisk writes a few hundred`;
  const [time = '', call = '', queue, agent, event, ...data] = line.replace(/\r$/, '').split('|');
  if (queue === undefined || agent === undefined || event === undefined)
    return 'no queue, agent and event: a line is time|call|queue|agent|event|data';
  const at = queueLogMoment(time, timeZone);
  if (at === null) return `no moment: ${time.slice(0, 40) || '(empty)'}`;
  if (event === '') return 'no event';
  return { at, call, queue, agent, event, data: dataFields(event, data) };
};
