// Imports a PBX's own files beside live data, of any size with little memory. Known records change nothing, so files can be imported
// repeatedly. Gaps that a file covers are closed.
import { stat } from 'node:fs/promises';
import { KNOWN_AROUND_MS, longTalks, unknownEvents } from '@ringside/core/calls/match-events.ts';
import { createQueueLogFold } from '@ringside/core/calls/queue-log-fold.ts';
import type { LoggedAgent } from '@ringside/core/calls/logged-presence.ts';
import type { QueueLogFold } from '@ringside/core/calls/queue-log-fold.ts';
import type { QueueLogRow } from '@ringside/core/calls/queue-log-line.ts';
import type { LiveEvent } from '@ringside/core/live/event.ts';
import type { Db } from '../platform/db/connect.ts';
import { catchUpCalls, catchUpQueues } from './gap/gap-queries.ts';
import { concludeCalls } from './conclude.ts';
import type { CallOwners } from './conclude.ts';
import { readHistory } from './history-source.ts';
import type { HistoryFile, HistoryItem } from './history-source.ts';
import { createAgentReader } from './logged-agents.ts';
import { writeNews } from './news-queries.ts';
import type { ServerLeg } from './queries.ts';
import { createImportWriter } from './store-imported.ts';
import type { PriceCalls } from './store-imported.ts';
import {
  countKnownLegs,
  insertImported,
  readAgentNames,
  readKnownEvents,
  readPhones,
  readSightings,
} from './queue-log-queries.ts';
import type { NamedAgent } from './queue-log-queries.ts';

export interface ImportProgress {
  readonly bytes: number;
  readonly totalBytes: number;
  /** Number of records and log lines, including faults. */
  readonly lines: number;
  readonly newLegs: number;
  /** Number of queue and agent events: ends of visits, talks, pauses, log-ins. */
  readonly events: number;
  readonly newEvents: number;
  /** Invalid lines with their reason, the first hundred. */
  readonly faults: readonly { readonly line: number; readonly reason: string }[];
  readonly faultCount: number;
  /** Time range of the records, epoch ms; `null` while nothing was read. */
  readonly from: number | null;
  readonly to: number | null;
}

export interface ImportRequest extends HistoryFile {
  readonly dryRun?: boolean;
  /** When the PBX last wrote the file, epoch ms: the file is complete up to then. Default: the file's modification time. */
  readonly writtenAt?: number;
  /** Skips queue log lines after this time, epoch ms. */
  readonly until?: number;
  /** Clock skew of the PBX in ms, subtracted from the times of a queue log. */
  readonly clockAheadMs?: number;
  /** Queue members with the current names on the PBX. */
  readonly members?: readonly NamedAgent[];
  /** Agent by the name or interface in the log. */
  readonly aliases?: ReadonlyMap<string, string>;
  /** Rates new calls. If absent, they wait for rating. */
  readonly price?: PriceCalls;
}

const MOST_FAULTS = 100;
const EVENTS_AT_ONCE = 2_000;
/** Maximum number of matched ids kept for the next part. */
const MOST_USED = 50_000;

/** The time range of a file. */
interface Span {
  from: number;
  to: number;
}
const widen = (span: Span | null, at: number): Span =>
  span === null ? { from: at, to: at } : { from: Math.min(span.from, at), to: Math.max(span.to, at) };

/** The queues in which the log names each agent, and which names are interfaces. */
interface Scan {
  readonly queues: Map<string, Set<string>>;
  readonly agentOf: (text: string, at: number, queue: string) => LoggedAgent;
}

const isNone = (text: string): boolean => text === '' || text === 'NONE';

const scanLog = async (db: Db, request: ImportRequest): Promise<Scan> => {
  const agentOf = createAgentReader({
    seen: [...(await readAgentNames(db, request.serverId)), ...(request.members ?? [])],
    phones: await readPhones(db, request.serverId),
    aliases: request.aliases ?? new Map(),
    sightings: await readSightings(db, request.serverId),
  });
  const queues = new Map<string, Set<string>>();
  for await (const items of readHistory(request)) {
    for (const item of items) {
      if (item.kind !== 'log' || isNone(item.row.agent) || isNone(item.row.queue)) continue;
      const { interface: of } = agentOf(item.row.agent, item.row.at - (request.clockAheadMs ?? 0), item.row.queue);
      const known = queues.get(of);
      if (known) known.add(item.row.queue);
      else queues.set(of, new Set([item.row.queue]));
    }
  }
  return { queues, agentOf };
};

const createLogWriter = (db: Db, owners: CallOwners, request: ImportRequest, scan: Scan, importedAt: number) => {
  const { serverId } = request;
  const fold: QueueLogFold = createQueueLogFold({
    serverId,
    ownerOf: (queue) => owners.ofQueue(serverId, queue),
    wrapupOf: (queue) => owners.wrapupOf?.(serverId, queue) ?? 0,
    agentOf: scan.agentOf,
    queuesOf: (agent) => [...(scan.queues.get(agent) ?? [])],
  });
  let waiting: LiveEvent[] = [];
  let used = new Set<string>();
  let events = 0;
  let newEvents = 0;

  const flush = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    const times = batch.map((e) => e.at);
    const [from, to] = [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))];
    const around = { from: from - KNOWN_AROUND_MS, to: to + KNOWN_AROUND_MS };
    const known = await readKnownEvents(db, serverId, { ...around, long: longTalks(batch, around.from) });
    if (used.size > MOST_USED) used = new Set([...used].slice(-MOST_USED / 2));
    const fresh = known.length === 0 ? batch : unknownEvents(batch, known, used);
    events += batch.length;
    newEvents += fresh.length;
    if (request.dryRun === true || fresh.length === 0) return;
    const written = await db.transaction().execute(async (tx) => {
      const ids = await insertImported(tx, fresh, importedAt);
      const linkedids = fresh.flatMap((e) => (e.kind === 'outcome' && e.linkedid !== null ? [e.linkedid] : []));
      await concludeCalls(tx, owners, serverId, [...new Set(linkedids)]);
      return ids;
    });
    // The next batch does not match the events that were just written.
    for (const id of written) used.add(id);
  };
  return {
    take: async (row: QueueLogRow): Promise<void> => {
      waiting.push(...fold.take(row));
      if (waiting.length >= EVENTS_AT_ONCE) await flush();
    },
    flush,
    counts: () => ({ events, newEvents }),
  };
};

/** The counts of an import so far, and the time range of its records. */
interface Tally {
  lines: number;
  newLegs: number;
  faultCount: number;
  readonly faults: { line: number; reason: string }[];
  legs: Span | null;
  log: Span | null;
}

const progressOf = (
  { lines, newLegs, faults, faultCount, legs, log }: Tally,
  bytes: Pick<ImportProgress, 'bytes' | 'totalBytes'>,
  storedLegs: number,
  counts: Pick<ImportProgress, 'events' | 'newEvents'>,
): ImportProgress => {
  const spans: Span[] = [legs, log].filter((span) => span !== null);
  const all = spans.reduce<Span | null>((sum, span) => widen(widen(sum, span.from), span.to), null);
  return {
    ...bytes,
    ...{ lines, newLegs: newLegs + storedLegs, faults, faultCount },
    ...counts,
    ...{ from: all?.from ?? null, to: all?.to ?? null },
  };
};

/** Closes the gaps that the imported records fill. They are complete up to `writtenAt`. */
const closeGaps = async (
  db: Db,
  serverId: number,
  { legs, log }: Tally,
  writtenAt: number,
  now: number,
): Promise<void> => {
  const covered = (span: Span) => ({ serverId, from: span.from, to: Math.max(span.to, writtenAt) });
  if (legs !== null) await catchUpCalls(db, covered(legs), now);
  if (log !== null) await catchUpQueues(db, covered(log), now);
};

/** Imports a file. Rejects with the system's error when the file cannot be read. */
export const importHistory = async (
  db: Db,
  owners: CallOwners,
  request: ImportRequest,
  now: number,
  onProgress: (progress: ImportProgress) => void | Promise<void> = () => undefined,
): Promise<ImportProgress> => {
  const facts = await stat(request.path);
  const scan: Scan =
    request.kind === 'cdr'
      ? { queues: new Map(), agentOf: (name) => ({ interface: name, name }) }
      : await scanLog(db, request);
  const log = createLogWriter(db, owners, request, scan, now);
  const tally: Tally = { lines: 0, newLegs: 0, faultCount: 0, faults: [], legs: null, log: null };
  let bytesRead = (): number => 0;
  const writer = createImportWriter(db, owners, request.price);
  const storeRecords = async (legs: readonly ServerLeg[]): Promise<void> => {
    if (legs.length === 0) return;
    for (const leg of legs) tally.legs = widen(tally.legs, leg.endAt);
    if (request.dryRun === true) tally.newLegs += legs.length - (await countKnownLegs(db, legs));
    else await writer.add(legs);
  };
  // The next records are read while the database stores the last ones.
  let storing: Promise<void> = Promise.resolve();
  const take = async (items: readonly HistoryItem[]): Promise<void> => {
    await storing;
    tally.lines += items.length;
    storing = storeRecords(items.flatMap((item) => (item.kind === 'leg' ? [item.leg] : [])));
    // Errors surface through the awaited promise.
    storing.catch(() => undefined);
    if (items.some((item) => item.kind === 'log')) {
      await storing;
      await writer.end();
    }
    for (const item of items) {
      if (item.kind === 'log') {
        const at = item.row.at - (request.clockAheadMs ?? 0);
        if (at > (request.until ?? Infinity)) continue;
        tally.log = widen(tally.log, at);
        await log.take({ ...item.row, at });
      } else if (item.kind === 'fault') {
        tally.faultCount += 1;
        if (tally.faults.length < MOST_FAULTS) tally.faults.push({ line: item.line, reason: item.reason });
      }
    }
  };
  const progress = (): ImportProgress =>
    progressOf(tally, { bytes: bytesRead(), totalBytes: facts.size }, writer.stored().newLegs, log.counts());

  for await (const items of readHistory(request, (asked) => (bytesRead = asked))) {
    await take(items);
    await onProgress(progress());
  }
  await storing;
  await writer.end();
  await log.flush();
  if (request.dryRun !== true) {
    await closeGaps(db, request.serverId, tally, Math.min(request.writtenAt ?? facts.mtimeMs, now), now);
    if (tally.log !== null && log.counts().newEvents > 0) await writeNews(db, request.serverId, tally.log.to);
  }
  const done = progress();
  await onProgress(done);
  return done;
};
