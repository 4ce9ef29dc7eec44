// Runs a collector for each enabled PBX server. Starts, restarts and stops collectors when the list of servers changes.
import { ActionRefused } from '@ringside/core/asterisk/action.ts';
import type { Maintenance } from '@ringside/core/live/state.ts';
import type { Collector, CollectorSettings } from '../pbx/ami/collector.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Authority } from './authority.ts';
import { createFactWatch, type FactWatch } from './fact-watch.ts';
import { commandTopic, legsTopic, type PbxAnswer, type PbxCommand } from './live-batch.ts';
import type { PbxSink } from './pbx-stream.ts';

export interface WantedPbx extends CollectorSettings {
  readonly name: string;
  readonly enabled: boolean;
  /** A change of the maintenance window does not restart the link. */
  readonly maintenance?: Maintenance | null;
}

export interface Collectors {
  /** Starts and stops collectors to match the PBX servers. Calls during a run cause one more run. */
  sync(): Promise<void>;
  /** Reads the queues of the PBX again soon, because the PBX may have changed queues without an event. */
  sweepSoon(serverId: number): void;
  stop(): Promise<void>;
}

interface Running {
  readonly fingerprint: string;
  readonly collector: Collector;
  readonly stopServing: () => void;
}

const WAIT_MS = 3_000;

/** Settings whose change requires a new connection. */
const fingerprintOf = (pbx: WantedPbx): string => JSON.stringify({ ...pbx, maintenance: undefined });

const answerOf = async (collector: Collector, watch: FactWatch, command: PbxCommand): Promise<PbxAnswer> => {
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
  readonly bus: Bus;
  readonly authority: Authority;
  readonly read: () => Promise<readonly WantedPbx[]>;
  readonly create: (settings: CollectorSettings, sink: PbxSink) => Collector;
  readonly now: () => number;
}): Collectors => {
  const { bus, authority, read, create } = parts;
  const running = new Map<number, Running>();
  let round: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  const stopOne = async (id: number, one: Running): Promise<void> => {
    running.delete(id);
    one.stopServing();
    await one.collector.stop();
    authority.remove(id);
  };
  const startOne = async (pbx: WantedPbx, fingerprint: string): Promise<void> => {
    const sink = await authority.add(pbx);
    const watch = createFactWatch();
    const collector = create(pbx, {
      ...sink,
      fact: (fact, at) => {
        sink.fact(fact, at);
        watch.fact(fact);
      },
    });
    const served = [
      bus.serve(commandTopic(pbx.id), (command) => answerOf(collector, watch, command)),
      bus.serve(legsTopic(pbx.id), async ({ linkedid }) => authority.pbx(pbx.id)?.legs(linkedid) ?? []),
    ];
    const stopServing = (): void => {
      for (const stop of served) stop();
      watch.close();
    };
    running.set(pbx.id, { fingerprint, collector, stopServing });
    collector.start();
  };

  const once = async (): Promise<void> => {
    const wanted = new Map((await read()).filter((pbx) => pbx.enabled).map((pbx) => [pbx.id, pbx]));
    for (const [id, one] of [...running]) {
      const pbx = wanted.get(id);
      if (pbx === undefined || fingerprintOf(pbx) !== one.fingerprint) await stopOne(id, one);
    }
    for (const [id, pbx] of wanted) {
      if (!stopped && !running.has(id)) await startOne(pbx, fingerprintOf(pbx));
      authority.pbx(id)?.maintain(pbx.maintenance ?? null, parts.now());
    }
  };
  const rounds = async (): Promise<void> => {
    do {
      again = false;
      await once();
    } while (again && !stopped);
  };

  return {
    sync: () => {
      if (stopped) return Promise.resolve();
      if (round !== null) again = true;
      round ??= rounds().finally(() => {
        round = null;
      });
      return round;
    },
    sweepSoon: (serverId) => running.get(serverId)?.collector.sweepSoon(),
    stop: async () => {
      stopped = true;
      await round?.catch(() => undefined);
      for (const [id, one] of [...running]) await stopOne(id, one);
    },
  };
};
