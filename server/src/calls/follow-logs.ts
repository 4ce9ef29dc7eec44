// Follows files that PBXs write, without anybody importing them: call records as they are added, through rotations and
// restarts; what queues and agents did as soon as a gap is over, from the file and those that it was rotated into.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Db } from '../db/connect.ts';
import { catchUpCalls, catchUpQueues } from '../gaps/gap-queries.ts';
import { ownersNow } from '../live/owners-now.ts';
import { storeLegs } from './conclude.ts';
import type { FollowedLog } from './followed-logs.ts';
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
/** A gap that no file covers is looked for again after so long. */
const AGAIN_MS = 10 * 60_000;

const EMPTIED =
  'the file was emptied where it is (copytruncate): what was written after the last look is in the copy alone; import that';

const readPart = async (path: string, from: number, to: number): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of createReadStream(path, { start: from, end: to - 1 })) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

/** Lines of call records begin alike; this many bytes are of more than one call. */
const TAIL = 512;

/** What stands before a position, so that a file that was emptied and has grown beyond it is known as another. */
const tailOf = async (path: string, position: number): Promise<string> => {
  const bytes = position === 0 ? Buffer.alloc(0) : await readPart(path, Math.max(0, position - TAIL), position);
  return createHash('sha256').update(bytes).digest('hex');
};

/** What was read ended with a line, and stands there still: else the file is another one. */
const isReadOn = async (path: string, { position, tail }: FollowedState): Promise<boolean> => {
  if (position === 0) return true;
  return tail === null
    ? (await readPart(path, position - 1, position))[0] === 10
    : (await tailOf(path, position)) === tail;
};

/** As the list of imports tells it: where in the file, why, and how the line begins. */
const faultOf = (at: number, reason: string, text: string): FollowedFault => ({
  line: 0,
  reason: `byte ${at}: ${reason}: ${text.slice(0, 80)}`,
});

interface Row {
  readonly at: number;
  readonly row: string[];
}

/** A line that is none is passed over, and what follows it is read: a part that cannot be read as a whole is read by lines. */
const readRows = (bytes: Buffer, position: number): { readonly rows: Row[]; readonly faults: FollowedFault[] } => {
  const options = { relax_column_count: true, skip_empty_lines: true, relax_quotes: true };
  try {
    const rows = parse(bytes, { ...options, bom: position === 0 }) as string[][];
    return { rows: rows.map((row) => ({ at: position, row })), faults: [] };
  } catch {
    const [rows, faults]: [Row[], FollowedFault[]] = [[], []];
    for (let from = 0; from < bytes.length;) {
      const end = bytes.indexOf(10, from) + 1 || bytes.length;
      const [line, at] = [bytes.subarray(from, end), position + from];
      try {
        for (const row of parse(line, { ...options, bom: at === 0 }) as string[][]) rows.push({ at, row });
      } catch (error) {
        faults.push(faultOf(at, (error as { code?: string }).code ?? 'unreadable', line.toString('utf8').trim()));
      }
      from = end;
    }
    return { rows, faults };
  }
};

/** Stores the whole lines from a position on; resolves with where the next one begins, and the end of the first call. */
const takeLines = async (
  db: Db,
  serverId: number,
  log: FollowedLog,
  file: LogFile,
  from: number,
  now: number,
): Promise<{ readonly position: number; readonly first: number | null }> => {
  let position = from;
  let first = null as number | null;
  for (let most = CHUNK; position < file.size;) {
    const bytes = await readPart(file.path, position, Math.min(file.size, position + most));
    const end = bytes.lastIndexOf(10) + 1;
    if (end === 0) {
      // A line that is still being written, or one longer than what was read.
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
    // Rotated: what was added to the old one meanwhile comes first. One that is gone or packed leaves a hole.
    const old = (await familyOf(log.path)).find((one) => one.inode === state.inode);
    if (old !== undefined) await takeLines(db, serverId, log, old, state.position, now);
    state = { inode: file.inode, position: 0, since: old === undefined ? null : state.since, tail: null };
  } else if (file.size < state.position || !(await isReadOn(file.path, state))) {
    // Copied away and emptied: what was written in between is in the copy, which nobody points to.
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

const followQueues = async (db: Db, serverId: number, log: FollowedLog, now: number): Promise<'idle' | 'open'> => {
  const gap = await earliestOpenGap(db, serverId);
  // Until the PBX writes its next line, nobody knows whether the last one before the gap's end is there.
  const own = gap === null ? null : await factsOf(log.path);
  if (gap === null || own === null || own.writtenAt < gap.to) return 'idle';
  const family = await familyOf(log.path);
  const owners = await ownersNow(db);
  // A gap may begin in one file and end in the next; where one is missing between them, what was in it stays unseen.
  for (const part of cutWhereMissing(family)) {
    const files = part.filter((file) => file.writtenAt >= gap.from);
    let from = Infinity;
    for (const { path, writtenAt } of files) {
      const { timeZone, kind } = log;
      const done = await importHistory(db, owners, { path, kind, serverId, timeZone, writtenAt }, now);
      if (done.from !== null) from = Math.min(from, done.from);
    }
    const to = Math.min(files.at(-1)?.writtenAt ?? 0, now);
    if (from < to) await catchUpQueues(db, { serverId, from, to }, now);
  }
  return (await earliestOpenGap(db, serverId)) === null ? 'idle' : 'open';
};

/** Looks at each file once; a file that cannot be read is told, and the others are read. */
export const createLogFollower = (
  db: Db,
  logs: readonly FollowedLog[],
  onError: (error: unknown, log: FollowedLog) => void,
) => {
  const later = new Map<string, { readonly at: number; readonly writtenAt: number }>();
  const look = async (log: FollowedLog, now: number): Promise<void> => {
    const serverId = await findServer(db, log.server);
    if (serverId === null) throw new Error(`RINGSIDE_LOGS: there is no PBX server ${log.server}`);
    if (log.kind === 'cdr') return followCalls(db, serverId, log, now);
    const waits = later.get(log.path);
    const writtenAt = (await factsOf(log.path))?.writtenAt ?? 0;
    if (waits !== undefined && (now < waits.at || writtenAt === waits.writtenAt)) return undefined;
    if ((await followQueues(db, serverId, log, now)) === 'open') later.set(log.path, { at: now + AGAIN_MS, writtenAt });
    else later.delete(log.path);
    return undefined;
  };
  return {
    look: async (now: number): Promise<void> => {
      for (const log of logs) await look(log, now).catch((error: unknown) => onError(error, log));
    },
  };
};
