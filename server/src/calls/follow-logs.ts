// Follows files that PBX servers write. Call records are read as they are appended, through rotation and restarts. Queue and agent events
// are read once a gap has ended, from the file and its rotated predecessors.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { errorCode } from '@ringside/core/base/error-code.ts';
import { parse } from 'csv-parse/sync';
import { CLOCK_OFF_MS } from '@ringside/core/live/pbx-vitals.ts';
import type { Db } from '../platform/db/connect.ts';
import { catchUpCalls, catchUpQueues } from './gap/gap-queries.ts';
import { ownersNow } from '../live/owners-now.ts';
import { storeLegs } from './conclude.ts';
import type { FollowedLog } from '../platform/config/followed-logs.ts';
import {
  earliestOpenGap,
  findServer,
  hasOpenCallGap,
  keepFaults,
  keepFollowedState,
  readFollowedState,
  type FollowedFault,
  type FollowedState,
} from './followed-queries.ts';
import { importHistory } from './import-history.ts';
import { legOfLine } from './leg-of-line.ts';
import { cutWhereMissing, factsOf, familyOf } from './rotated-logs.ts';
import type { LogFile } from './rotated-logs.ts';

const CHUNK = 1024 * 1024;
/** Retry interval for a gap that no file covers. */
const AGAIN_MS = 10 * 60_000;

const EMPTIED =
  'the file was emptied where it is (copytruncate): what was written after the last look is in the copy alone; import that';

const readPart = async (path: string, from: number, to: number): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of createReadStream(path, { start: from, end: to - 1 })) parts.push(part);
  return Buffer.concat(parts);
};

/** Number of bytes to fingerprint: call records begin alike, so it has to span more than one. */
const TAIL = 512;

/** Returns a hash of the bytes before a position, to detect a file that was truncated and has grown past it. */
const tailOf = async (path: string, position: number): Promise<string> => {
  const bytes = position === 0 ? Buffer.alloc(0) : await readPart(path, Math.max(0, position - TAIL), position);
  return createHash('sha256').update(bytes).digest('hex');
};

/** Returns whether the part already read is unchanged and ended with a line. Otherwise it is another file. */
const isReadOn = async (path: string, { position, tail }: FollowedState): Promise<boolean> => {
  if (position === 0) return true;
  return tail === null
    ? (await readPart(path, position - 1, position))[0] === 10
    : (await tailOf(path, position)) === tail;
};

/** Formats a fault for the list of imports: position, reason and start of the line. */
const faultOf = (at: number, reason: string, text: string): FollowedFault => ({
  line: 0,
  reason: `byte ${at}: ${reason}: ${text.slice(0, 80)}`,
});

interface Row {
  readonly at: number;
  readonly row: string[];
}

/** Parses rows. If the part cannot be parsed as a whole, parses it line by line and reports the invalid lines. */
const readRows = (bytes: Buffer, position: number): { readonly rows: Row[]; readonly faults: FollowedFault[] } => {
  const options = { relax_column_count: true, skip_empty_lines: true, relax_quotes: true };
  try {
    const rows: string[][] = parse(bytes, { ...options, bom: position === 0 });
    return { rows: rows.map((row) => ({ at: position, row })), faults: [] };
  } catch {
    const [rows, faults]: [Row[], FollowedFault[]] = [[], []];
    for (let from = 0; from < bytes.length;) {
      const end = bytes.indexOf(10, from) + 1 || bytes.length;
      const [line, at] = [bytes.subarray(from, end), position + from];
      try {
        for (const row of parse(line, { ...options, bom: at === 0 })) rows.push({ at, row });
      } catch (error) {
        faults.push(faultOf(at, errorCode(error) || 'unreadable', line.toString('utf8').trim()));
      }
      from = end;
    }
    return { rows, faults };
  }
};

/** Stores the complete lines from a position. Resolves with the next position and the end of the earliest call. */
const takeLines = async (
  db: Db,
  serverId: number,
  log: FollowedLog,
  file: LogFile,
  from: number,
  now: number,
): Promise<{ readonly position: number; readonly first: number | null }> => {
  let position = from;
  let first: number | null = null;
  for (let most = CHUNK; position < file.size;) {
    const bytes = await readPart(file.path, position, Math.min(file.size, position + most));
    const end = bytes.lastIndexOf(10) + 1;
    if (end === 0) {
      // The line is incomplete, or longer than the part that was read.
      if (position + most >= file.size) break;
      most *= 2;
      continue;
    }
    const { rows, faults } = readRows(bytes.subarray(0, end), position);
    const legs = rows.flatMap(({ at, row }) => {
      const leg = legOfLine(row, serverId, log.timeZone);
      if (typeof leg === 'string') faults.push(faultOf(at, leg, row.join(',')));
      return typeof leg === 'string' ? [] : [leg];
    });
    if (faults.length > 0) await keepFaults(db, serverId, log, faults, now);
    if (legs.length > 0) {
      await storeLegs(db, await ownersNow(db), legs);
      first ??= Math.min(...legs.map((leg) => leg.endAt));
    }
    position += end;
  }
  return { position, first };
};

const followCalls = async (db: Db, serverId: number, log: FollowedLog, now: number): Promise<void> => {
  const file = await factsOf(log.path);
  if (file === null) return;
  const before = await readFollowedState(db, serverId, log.path);
  let state: FollowedState = before ?? { inode: file.inode, position: 0, since: null, tail: null };
  if (state.inode !== file.inode) {
    // Rotated: first reads what was appended to the old file. If it is deleted or compressed, a gap remains.
    const old = (await familyOf(log.path)).find((one) => one.inode === state.inode);
    if (old !== undefined) await takeLines(db, serverId, log, old, state.position, now);
    state = { inode: file.inode, position: 0, since: old === undefined ? null : state.since, tail: null };
  } else if (file.size < state.position || !(await isReadOn(file.path, state))) {
    // Truncated after a copy: lines written in between exist only in the copy, whose path is unknown.
    state = { ...state, position: 0, since: null };
    await keepFaults(db, serverId, log, [{ line: 0, reason: EMPTIED }], now);
  }
  const changed =
    before === null ||
    before.inode !== state.inode ||
    before.position !== state.position ||
    file.size !== state.position;
  if (changed) {
    const { position, first } = await takeLines(db, serverId, log, file, state.position, now);
    state = { ...state, position, since: state.since ?? first, tail: await tailOf(file.path, position) };
    await keepFollowedState(db, serverId, log.path, state, now);
  }
  if (state.since !== null && (await hasOpenCallGap(db, serverId))) {
    await catchUpCalls(db, { serverId, from: state.since, to: Math.min(file.writtenAt, now) }, now);
  }
};

/**
 * The log is read `SETTLED_MS` after the last gap, up to `BEYOND_MS` past its end. Later events were seen live, and very recent ones
 * may not be stored yet, so reading them from the log would count them twice. `BEYOND_MS` covers late delivery by the link and
 * clocks that differ by less than `CLOCK_OFF_MS`.
 */
const SETTLED_MS = 20_000;
const BEYOND_MS = 12_000;
const SECOND_MS = 1_000;

/** Returns how far the PBX's clock is ahead, as whole seconds in ms; 0 below the threshold. */
const aheadOf = (skewMs: number): number =>
  Math.abs(skewMs) > CLOCK_OFF_MS ? Math.round(skewMs / SECOND_MS) * SECOND_MS : 0;

/** Reads queue and agent events of ended gaps. `clockAheadMs`: clock skew of the PBX, which affects log times and file times. */
const followQueues = async (
  db: Db,
  serverId: number,
  log: FollowedLog,
  now: number,
  clockAheadMs: number,
): Promise<'idle' | 'open'> => {
  const onOurClock = <F extends LogFile>(file: F): F => ({ ...file, writtenAt: file.writtenAt - clockAheadMs });
  const gap = await earliestOpenGap(db, serverId);
  // Until the PBX writes its next line, the log may still lack lines before the gap's end.
  const own = gap === null ? null : await factsOf(log.path);
  if (gap === null || own === null || onOurClock(own).writtenAt < gap.to || now < gap.lastTo + SETTLED_MS)
    return 'idle';
  const until = gap.lastTo + BEYOND_MS;
  const family = (await familyOf(log.path)).map(onOurClock);
  const owners = await ownersNow(db);
  // A gap may span several files. If one is missing in between, its time remains a gap.
  for (const part of cutWhereMissing(family)) {
    const files = part.filter((file) => file.writtenAt >= gap.from);
    let from = Infinity;
    for (const { path, writtenAt } of files) {
      const { timeZone, kind } = log;
      const request = { path, kind, serverId, timeZone, writtenAt, until, clockAheadMs };
      const done = await importHistory(db, owners, request, now);
      if (done.from !== null) from = Math.min(from, done.from);
    }
    const to = Math.min(files.at(-1)?.writtenAt ?? 0, now, until);
    if (from < to) await catchUpQueues(db, { serverId, from, to }, now);
  }
  return (await earliestOpenGap(db, serverId)) === null ? 'idle' : 'open';
};

/** Reads each file once. Reports an unreadable file and continues with the others. `skewOf`: the clock of a PBX minus ours, ms. */
export const createLogFollower = (
  db: Db,
  logs: readonly FollowedLog[],
  onError: (error: unknown, log: FollowedLog) => void,
  skewOf: (serverId: number) => number = () => 0,
) => {
  const later = new Map<string, { readonly at: number; readonly writtenAt: number }>();
  const look = async (log: FollowedLog, now: number): Promise<void> => {
    const serverId = await findServer(db, log.server);
    if (serverId === null) throw new Error(`RINGSIDE_LOGS: there is no PBX server ${log.server}`);
    if (log.kind === 'cdr') return followCalls(db, serverId, log, now);
    const waits = later.get(log.path);
    const writtenAt = (await factsOf(log.path))?.writtenAt ?? 0;
    if (waits !== undefined && (now < waits.at || writtenAt === waits.writtenAt)) return undefined;
    const result = await followQueues(db, serverId, log, now, aheadOf(skewOf(serverId)));
    if (result === 'open') later.set(log.path, { at: now + AGAIN_MS, writtenAt });
    else later.delete(log.path);
    return undefined;
  };
  return {
    look: async (now: number): Promise<void> => {
      for (const log of logs) await look(log, now).catch((error: unknown) => onError(error, log));
    },
  };
};
