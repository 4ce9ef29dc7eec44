// Runs a collector for each PBX server. Starts, restarts and stops collectors when the list of servers changes.
import { ActionRefused } from '@ringside/core/asterisk/action.ts';
import type { FactSink } from '@ringside/core/live/fact-sink.ts';
import type { Collector, CollectorSettings } from '../pbx/ami/collector.ts';
import type { Authority } from './authority.ts';
import type { WantedPbx } from './collector-topics.ts';
import { createFactWatch, type FactWatch } from './fact-watch.ts';
import type { PbxAnswer, PbxCommand } from './live-batch.ts';

interface Collectors {
  /** Starts and stops collectors to match the PBX servers. */
  sync(servers: readonly WantedPbx[]): Promise<void>;
  command(serverId: number, command: PbxCommand): Promise<PbxAnswer>;
  /** Reads the queues of the PBX again soon, because the PBX may have changed queues without an event. */
  sweepSoon(serverId: number): void;
  stop(): Promise<void>;
}

interface Running {
  readonly fingerprint: string;
  readonly collector: Collector;
  readonly watch: FactWatch;
}

const WAIT_MS = 3_000;

/** Settings whose change requires a new connection. */
const fingerprintOf = (pbx: WantedPbx): string => JSON.stringify({ ...pbx, maintenance: undefined });

const answerOf = async ({ collector, watch }: Running, command: PbxCommand): Promise<PbxAnswer> => {
  const { action, fields, expected, waitMs = WAIT_MS } = command;
  const watched = expected === undefined ? null : watch.expect(expected, waitMs);
  try {
    const reply = await collector.action(action, fields);
    const seen = reply.success && watched !== null ? await watched.seen : null;
    return { kind: 'answered', success: reply.success, message: reply.message.trim(), fields: reply.fields, seen };
  } catch (error) {
    if (error instanceof ActionRefused) return { kind: 'unsendable', header: error.header };
    return { kind: 'away' };
  } finally {
    watched?.cancel();
  }
};

export const createCollectors = (parts: {
  readonly authority: Authority;
  readonly create: (settings: CollectorSettings, sink: FactSink) => Collector;
  /** Returns the only sink of a collector. It passes the facts on to the stream and to the watch of commands. */
  readonly sinkOf: (serverId: number, stream: FactSink, watch: FactWatch) => FactSink;
  readonly now: () => number;
}): Collectors => {
  const { authority, create, sinkOf } = parts;
  const running = new Map<number, Running>();
  let wanted: readonly WantedPbx[] = [];
  let round: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  const stopOne = async (id: number, one: Running): Promise<void> => {
    running.delete(id);
    one.watch.close();
    await one.collector.stop();
    authority.remove(id);
  };
  const startOne = async (pbx: WantedPbx, fingerprint: string): Promise<void> => {
    const stream = await authority.add(pbx);
    const watch = createFactWatch();
    const collector = create(pbx, sinkOf(pbx.id, stream, watch));
    running.set(pbx.id, { fingerprint, collector, watch });
    collector.start();
  };

  const once = async (servers: ReadonlyMap<number, WantedPbx>): Promise<void> => {
    for (const [id, one] of [...running]) {
      const pbx = servers.get(id);
      if (pbx === undefined || fingerprintOf(pbx) !== one.fingerprint) await stopOne(id, one);
    }
    for (const [id, pbx] of servers) {
      if (!stopped && !running.has(id)) await startOne(pbx, fingerprintOf(pbx));
      authority.pbx(id)?.maintain(pbx.maintenance ?? null, parts.now());
    }
  };
  const rounds = async (): Promise<void> => {
    do {
      again = false;
      await once(new Map(wanted.filter((pbx) => pbx.enabled).map((pbx) => [pbx.id, pbx])));
    } while (again && !stopped);
  };

  return {
    sync: (servers) => {
      if (stopped) return Promise.resolve();
      wanted = servers;
      if (round !== null) again = true;
      round ??= rounds().finally(() => {
        round = null;
      });
      return round;
    },
    command: async (serverId, command) => {
      const one = running.get(serverId);
      return one === undefined ? { kind: 'away' } : answerOf(one, command);
    },
    sweepSoon: (serverId) => running.get(serverId)?.collector.sweepSoon(),
    stop: async () => {
      stopped = true;
      await round?.catch(() => undefined);
      for (const [id, one] of [...running]) await stopOne(id, one);
    },
  };
};
