// Parses a line of Asterisk's queue_log since version 1.8 (`time|call|queue|agent|event|data…`), and the same data as table row with one
// (`data`) or five data columns. (Asterisk: app_queue.c, chan_agent.c, logger.c.)
import { instantIn, readWallClock } from './wall-clock.ts';

export interface QueueLogRow {
  /** Epoch ms. */
  readonly at: number;
  /** The caller's unique ID. `NONE`, `MANAGER` or `REALTIME` without a call. */
  readonly call: string;
  /** `NONE` without a queue. */
  readonly queue: string;
  /** The member's name or interface. */
  readonly agent: string;
  readonly event: string;
  readonly data: readonly string[];
}

/** Events with several data fields. Some tables separate them with a comma instead of a bar. */
const SEVERAL: ReadonlySet<string> = new Set([
  ...['ABANDON', 'AGENTCALLBACKLOGOFF', 'AGENTLOGOFF', 'ATTENDEDTRANSFER', 'BLINDTRANSFER', 'COMPLETEAGENT'],
  ...['COMPLETECALLER', 'CONNECT', 'ENTERQUEUE', 'EXITEMPTY', 'EXITWITHKEY', 'EXITWITHTIMEOUT', 'TRANSFER', 'WITHDRAW'],
]);

/** Returns the fields after the event. */
export const dataFields = (event: string, parts: readonly string[]): readonly string[] => {
  const fields = parts.length === 1 && parts[0]?.includes('|') ? parts[0].split('|') : parts;
  const [only] = fields;
  return fields.length === 1 && only?.includes(',') && SEVERAL.has(event) ? only.split(',') : fields;
};

const EPOCH = /^\d{9,10}(\.\d+)?$/;

/** Returns epoch ms of the time column: epoch seconds, or local time in the time zone. `null` when invalid. */
export const queueLogMoment = (text: string, timeZone: string): number | null => {
  if (EPOCH.test(text)) return Math.floor(Number(text) * 1000);
  const wall = readWallClock(text);
  return wall === null ? null : instantIn(wall, timeZone);
};

const MOST_CHARACTERS = 4_000;

/** Returns the row of a line, or the error, or `null` for an empty line. */
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
