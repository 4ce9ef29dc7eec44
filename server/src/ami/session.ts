// One session with a PBX, from connecting to its end: login, boot, snapshot, then facts as they come.
import { decodeEvent, isKnownEvent } from '@ringside/core/ami/decode.ts';
import { problemsSeen } from '@ringside/core/ami/evidence.ts';
import { isUnknownCommand } from '@ringside/core/ami/reply.ts';
import type { AmiReply } from '@ringside/core/ami/reply.ts';
import { OLDEST_SUPPORTED, isTooOld } from '@ringside/core/ami/version.ts';
import type { PbxFact, PbxFactKind, Snapshot } from '@ringside/core/live/fact.ts';
import type { LinkProblem } from '@ringside/core/live/link.ts';
import type { PbxVitals } from '@ringside/core/live/pbx-vitals.ts';
import { openConnection } from './connection.ts';
import type { Connection, ConnectionHandlers } from './connection.ts';
import { LinkFailure, failureOf } from './link-failure.ts';
import { login } from './login.ts';
import { readPrivileges } from './privileges.ts';
import { createQueueChecks } from './queue-checks.ts';
import type { CheckTimes, QueueChecks } from './queue-checks.ts';
import { createQueueRefresh } from './queue-refresh.ts';
import type { LinkSettings, LinkTimes } from './settings.ts';
import { readSnapshot } from './snapshot.ts';
import type { SnapshotRead } from './snapshot.ts';
import { createVitals, readEntityId } from './vitals.ts';

export interface SessionHandlers {
  /** Logged in while the PBX still loads. */
  booting(): void;
  /** Just before a snapshot, and whenever what is missing changes. */
  up(version: string | null, problems: readonly LinkProblem[]): void;
  snapshot(snapshot: Snapshot, at: number): void;
  fact(fact: PbxFact, at: number): void;
  chunkEnd(): void;
  vitals(vitals: PbxVitals): void;
  unknown(name: string, block: string): void;
  ended(failure: LinkFailure): void;
}

export interface Session {
  /** Null before the login. */
  connection(): Connection | null;
  rereadQueue(queue: string): void;
  rereadAll(): void;
  close(): void;
}

/** More facts than that while a snapshot is read: the PBX answers events and not us. */
const MOST_KEPT = 200_000;
/** A reload is several Reload events, and modules take their time. */
const RELOAD_SETTLES_MS = 700;
const EVIDENCE_EVERY_MS = 60_000;
/** Reloading these can change queues and members. '' is everything. */
const QUEUE_MODULES = new Set(['', 'All', 'app_queue.so', 'app_queue', 'extconfig']);

export const startSession = (
  settings: LinkSettings,
  times: LinkTimes,
  checkTimes: CheckTimes,
  handlers: SessionHandlers,
): Session => {
  let connection: Connection | null = null;
  let phase: 'login' | 'snapshot' | 'up' | 'over' = 'login';
  let kept: PbxFact[] = [];
  let booted = false;
  let bootWaiter: (() => void) | null = null;
  let stopping: LinkFailure | null = null;
  let version: string | null = null;
  let partial: readonly LinkProblem[] = [];
  let privileges: readonly LinkProblem[] = [];
  let reloadTimer: NodeJS.Timeout | undefined;
  let pingTimer: NodeJS.Timeout | undefined;
  let evidenceTimer: NodeJS.Timeout | undefined;
  let snapshotWanted = false;
  let pingsMissed = 0;
  let pingedAt = 0;
  let known = '';
  const vitals = createVitals(handlers.vitals);
  const giveUp = new AbortController();
  const seen: Partial<Record<PbxFactKind, number>> = {};

  const isOver = (): boolean => phase === 'over';

  const refresh = createQueueRefresh(
    () => connection,
    times.listMs,
    (fact) => deliver(fact),
  );
  const checks: QueueChecks = createQueueChecks(refresh.read, checkTimes);

  const over = (failure: LinkFailure): void => {
    if (phase === 'over') return;
    phase = 'over';
    checks.stop();
    clearTimeout(reloadTimer);
    clearInterval(pingTimer);
    clearInterval(evidenceTimer);
    bootWaiter?.();
    connection?.close(failure);
    giveUp.abort();
    handlers.ended(stopping ?? failure);
  };

  const deliver = (fact: PbxFact): void => {
    if (phase === 'over') return;
    if (phase !== 'up') {
      kept.push(fact);
      if (kept.length > MOST_KEPT) over(new LinkFailure({ code: 'protocol-error', line: null }));
      return;
    }
    handlers.fact(fact, Date.now());
    const others = refresh.saw(fact);
    checks.saw(fact);
    for (const queue of others) checks.countersMoved(queue);
  };

  const notice = (fact: PbxFact): void => {
    seen[fact.kind] = (seen[fact.kind] ?? 0) + 1;
    if (fact.kind === 'fully-booted') {
      booted = true;
      bootWaiter?.();
      // It finished loading after all: what was read meanwhile was half of it.
      if (phase === 'up' || phase === 'snapshot') takeSnapshot();
    } else if (fact.kind === 'shutdown') {
      stopping = new LinkFailure({ code: fact.restart ? 'pbx-restarting' : 'pbx-stopped', line: null });
    } else if (fact.kind === 'reload' && QUEUE_MODULES.has(fact.module)) {
      clearTimeout(reloadTimer);
      reloadTimer = setTimeout(takeSnapshot, RELOAD_SETTLES_MS);
    }
  };

  const problems = (): readonly LinkProblem[] => {
    const all = [...partial, ...privileges, ...vitals.problems(), ...problemsSeen(settings.username, seen)];
    const keys = all.map((p) => `${p.code} ${JSON.stringify(p.params ?? {})}`);
    return all.filter((_, i) => keys.indexOf(keys[i] ?? '') === i);
  };

  const tellProblems = (): void => {
    const now = JSON.stringify(problems());
    if (phase === 'up' && now !== known) handlers.up(version, problems());
    known = now;
  };

  const snapshotRead = (read: SnapshotRead): void => {
    const failed = read.failed[0];
    if (failed !== undefined) {
      return over(new LinkFailure({ code: 'snapshot-failed', params: { ...failed }, line: null }));
    }
    if (snapshotWanted) return beginSnapshot();
    version = read.snapshot.version === '' ? null : read.snapshot.version;
    partial = partOf(read, settings.username);
    vitals.learn({ systemName: read.snapshot.systemName, reloadedAt: read.reloadedAt });
    phase = 'up';
    const at = Date.now();
    handlers.up(version, problems());
    handlers.snapshot(read.snapshot, at);
    refresh.begin(read.snapshot.members);
    checks.snapshotTaken();
    const late = kept;
    kept = [];
    for (const fact of late) deliver(fact);
  };

  const beginSnapshot = (): void => {
    if (connection === null || phase === 'over') return;
    snapshotWanted = false;
    phase = 'snapshot';
    readSnapshot(connection, times.listMs, snapshotRead, over);
  };
  /** One at a time: asked for while one is read, it is read once more. */
  const takeSnapshot = (): void => {
    if (phase === 'snapshot') snapshotWanted = true;
    else beginSnapshot();
  };

  const measure = (link: Connection): void => {
    const sentAt = Date.now();
    const done = ({ fields }: AmiReply): void => {
      if (phase === 'over') return;
      vitals.pong(fields['Timestamp'], sentAt, Date.now());
      tellProblems();
    };
    link.send('Ping', {}, { done, failed: () => undefined });
  };

  /** Any byte since the last ping proves the link: a busy PBX may be late with its pong. */
  const ping = (): void => {
    if (connection === null) return;
    const lastByteAt = connection.lastByteAt();
    pingsMissed = lastByteAt < pingedAt ? pingsMissed + 1 : 0;
    const now = Date.now();
    if (pingsMissed >= times.pingsUnanswered) {
      const seconds = Math.round((now - lastByteAt) / 1000);
      return over(new LinkFailure({ code: 'no-answer', params: { seconds }, line: null }));
    }
    pingedAt = now;
    measure(connection);
  };

  /** Until FullyBooted, or until the PBX answers as one that has booted. */
  const boot = async (link: Connection): Promise<void> => {
    const since = Date.now();
    for (let first = true; !booted && phase === 'login'; first = false) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        bootWaiter = resolve;
        timer = setTimeout(resolve, first ? times.bootMs : times.bootRetryMs);
      });
      clearTimeout(timer);
      bootWaiter = null;
      if (booted || phase !== 'login') return;
      const reply = await link.request('QueueSummary', { Queue: ' ' });
      if (!isUnknownCommand(reply) || Date.now() - since > times.noQueuesMs) return;
      handlers.booting();
    }
  };

  const checkPrivileges = async (link: Connection): Promise<void> => {
    const read = await readPrivileges(link, settings.username, booted);
    privileges = read.problems;
    vitals.learn({ capabilities: read.capabilities, entityId: await readEntityId(link) });
    if (phase !== 'over' && privileges.length > 0) handlers.up(version, problems());
  };

  const run = async (): Promise<void> => {
    const handed = {
      event: (name: string, block: string) => {
        const fact = decodeEvent(name, block);
        if (fact !== null) {
          notice(fact);
          deliver(fact);
        } else if (!isKnownEvent(name)) handlers.unknown(name, block);
      },
      chunkEnd: handlers.chunkEnd,
      ended: over,
    } satisfies ConnectionHandlers;
    const link = await openConnection(settings, times, handed, giveUp.signal);
    if (isOver()) return link.close();
    connection = link;
    await login(link, settings, times);
    await boot(link);
    if (phase === 'over') return;
    pingTimer = setInterval(ping, times.pingMs);
    evidenceTimer = setInterval(tellProblems, EVIDENCE_EVERY_MS);
    // Before the lists: an answer behind them would tell how long they are.
    measure(link);
    takeSnapshot();
    await checkPrivileges(link);
  };

  run().catch((error: unknown) => over(failureOf(error, settings)));

  return {
    connection: () => (phase === 'up' || phase === 'snapshot' ? connection : null),
    rereadQueue: checks.ask,
    rereadAll: takeSnapshot,
    close: () => {
      stopping = null;
      over(new LinkFailure({ code: 'connection-lost', line: null }));
    },
  };
};

const partOf = (read: SnapshotRead, username: string): readonly LinkProblem[] => {
  const { version } = read.snapshot;
  const found: LinkProblem[] = [];
  if (isTooOld(version)) {
    found.push({ code: 'version-unsupported', params: { version, oldest: OLDEST_SUPPORTED }, line: null });
  }
  if (read.unknown.includes('QueueStatus')) {
    found.push({ code: 'queues-not-loaded', line: 'modules.conf: load = app_queue.so' });
  }
  if (read.denied.length > 0) {
    found.push({
      code: 'write-class-missing',
      params: { class: 'reporting', username },
      line: 'write = agent,call,originate,reporting',
    });
  }
  return found;
};
