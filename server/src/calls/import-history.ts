// What a PBX wrote itself, read beside what AMI told: any size, in little memory. Whatever is known already changes nothing, so
// that any file may be read again; gaps that it covers are caught up.
import { stat } from 'node:fs/promises';
import { KNOWN_AROUND_MS, longTalks, unknownEvents } from '@ringside/core/calls/match-events.ts';
import { createQueueLogFold } from '@ringside/core/calls/queue-log-fold.ts';
import type { LoggedAgent, QueueLogFold } from '@ringside/core/calls/queue-log-fold.ts';
import type { QueueLogRow } from '@ringside/core/calls/queue-log-line.ts';
import type { LiveEvent } from '@ringside/core/live/event.ts';
import type { Db } from '../db/connect.ts';
import { catchUpCalls, catchUpQueues } from '../gaps/gap-queries.ts';
import { concludeCalls } from './conclude.ts';
import type { CallOwners } from './conclude.ts';
import { readHistory } from './history-source.ts';
import type { HistoryFile, HistoryItem } from './history-source.ts';
import { createAgentReader } from './logged-agents.ts';
import { tellNews } from './news-queries.ts';
import type { ServerLeg } from './queries.ts';
import { createImportWriter } from './store-imported.ts';
import type { PriceCalls } from './store-imported.ts';
import { countKnownLegs, insertImported, readAgentNames, readKnownEvents, readPhones } from './queue-log-queries.ts';
import type { NamedAgent } from './queue-log-queries.ts';

export interface ImportProgress {
  readonly bytes: number;
  readonly totalBytes: number;
  /** Records and lines of logs, faults included. */
  readonly lines: number;
  readonly newLegs: number;
  /** Of queues and agents: ends of stays, talks, pauses, log-ins. */
  readonly events: number;
  readonly newEvents: number;
  /** Lines that are no record, with their reason; the first hundred. */
  readonly faults: readonly { readonly line: number; readonly reason: string }[];
  readonly faultCount: number;
  /** Of what was read, epoch ms; null while nothing was. */
  readonly from: number | null;
  readonly to: number | null;
}

export interface ImportRequest extends HistoryFile {
  readonly dryRun?: boolean;
  /** When the PBX wrote the file last, epoch ms: nothing happened until then beyond what it tells. Absent: the file's own time. */
  readonly writtenAt?: number;
  /** Members as the PBX calls them now. */
  readonly members?: readonly NamedAgent[];
  /** By what the log says of an agent: who he is, an interface or a name. */
  readonly aliases?: ReadonlyMap<string, string>;
  /** Prices calls that were not known; absent, they wait for their prices. */
  readonly price?: PriceCalls;
}

const MOST_FAULTS = 100;
const EVENTS_AT_ONCE = 2_000;
/** Matched ids that are remembered from one part to the next. */
const MOST_USED = 50_000;

/** Times that a file tells of. */
interface Span {
  from: number;
  to: number;
}
const widen = (span: Span | null, at: number): Span =>
  span === null ? { from: at, to: at } : { from: Math.min(span.from, at), to: Math.max(span.to, at) };

/** Which queues the log names each agent in, and which names are interfaces. */
interface Scan {
  readonly queues: Map<string, Set<string>>;
  readonly agentOf: (text: string) => LoggedAgent;
}

const isNone = (text: string): boolean => text === '' || text === 'NONE';

const scanLog = async (db: Db, request: ImportRequest): Promise<Scan> => {
  const agentOf = createAgentReader({
    seen: [...(await readAgentNames(db, request.serverId)), ...(request.members ?? [])],
    phones: await readPhones(db, request.serverId),
    aliases: request.aliases ?? new Map(),
  });
  const queues = new Map<string, Set<string>>();
  for await (const items of readHistory(request)) {
    for (const item of items) {
      if (item.kind !== 'log' || isNone(item.row.agent) || isNone(item.row.queue)) continue;
      const { interface: of } = agentOf(item.row.agent);
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
    // What was just written is not what the next part tells.
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

/** Rejects with the system's words when the file cannot be read. */
export const importHistory = async (
  db: Db,
  owners: CallOwners,
  request: ImportRequest,
  now: number,
  told: (progress: ImportProgress) => void | Promise<void> = () => undefined,
): Promise<ImportProgress> => {
  const facts = await stat(request.path);
  const scan: Scan =
    request.kind === 'cdr'
      ? { queues: new Map(), agentOf: (name) => ({ interface: name, name }) }
      : await scanLog(db, request);
  const log = createLogWriter(db, owners, request, scan, now);
  let [lines, newLegs, faultCount] = [0, 0, 0];
  let bytesRead = (): number => 0;
  let legSpan = null as Span | null;
  let logSpan = null as Span | null;
  const faults: { line: number; reason: string }[] = [];

  const writer = createImportWriter(db, owners, request.price);
  const storeRecords = async (legs: readonly ServerLeg[]): Promise<void> => {
    if (legs.length === 0) return;
    for (const leg of legs) legSpan = widen(legSpan, leg.endAt);
    if (request.dryRun === true) newLegs += legs.length - (await countKnownLegs(db, legs));
    else await writer.add(legs);
  };
  // While the database stores some records the next ones are read.
  let storing: Promise<void> = Promise.resolve();
  const take = async (items: readonly HistoryItem[]): Promise<void> => {
    await storing;
    lines += items.length;
    storing = storeRecords(items.flatMap((item) => (item.kind === 'leg' ? [item.leg] : [])));
    // Its failure is told where it is waited for.
    storing.catch(() => undefined);
    if (items.some((item) => item.kind === 'log')) {
      await storing;
      await writer.end();
    }
    for (const item of items) {
      if (item.kind === 'log') {
        logSpan = widen(logSpan, item.row.at);
        await log.take(item.row);
      } else if (item.kind === 'fault') {
        faultCount += 1;
        if (faults.length < MOST_FAULTS) faults.push({ line: item.line, reason: item.reason });
      }
    }
  };
  const progress = (): ImportProgress => {
    const spans: Span[] = [legSpan, logSpan].filter((span) => span !== null);
    const all = spans.reduce<Span | null>((sum, span) => widen(widen(sum, span.from), span.to), null);
    return {
      ...{
        bytes: bytesRead(),
        totalBytes: facts.size,
        lines,
        newLegs: newLegs + writer.stored().newLegs,
        ...log.counts(),
        faults,
        faultCount,
      },
      ...{ from: all?.from ?? null, to: all?.to ?? null },
    };
  };

  for await (const items of readHistory(request, (asked) => (bytesRead = asked))) {
    await take(items);
    await told(progress());
  }
  await storing;
  await writer.end();
  await log.flush();
  if (request.dryRun !== true) {
    const writtenAt = Math.min(request.writtenAt ?? facts.mtimeMs, now);
    const { serverId } = request;
    const covered = (span: Span) => ({ serverId, from: span.from, to: Math.max(span.to, writtenAt) });
    if (legSpan !== null) await catchUpCalls(db, covered(legSpan), now);
    if (logSpan !== null) {
      await catchUpQueues(db, covered(logSpan), now);
      if (log.counts().newEvents > 0) await tellNews(db, serverId, logSpan.to);
    }
  }
  const done = progress();
  await told(done);
  return done;
};
