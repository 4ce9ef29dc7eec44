// A collector for each enabled PBX: started, restarted and stopped as the list of PBXs changes.
import type { ActionFields } from '@ringside/core/ami/action.ts';
import { ActionRefused } from '@ringside/core/ami/action.ts';
import type { Collector, CollectorSettings } from '../ami/collector.ts';
import type { Bus } from '../bus/bus.ts';
import type { Authority } from './authority.ts';
import { commandTopic, type PbxAnswer, type PbxCommand } from './live-batch.ts';
import type { PbxSink } from './pbx-stream.ts';

export interface WantedPbx extends CollectorSettings {
  readonly name: string;
  readonly enabled: boolean;
}

export interface Collectors {
  /** Makes what runs equal to what is wanted; calls while it works are answered by one more round. */
  sync(): Promise<void>;
  stop(): Promise<void>;
}

interface Running {
  readonly fingerprint: string;
  readonly collector: Collector;
  readonly stopServing: () => void;
}

const answerOf = async (collector: Collector, command: PbxCommand): Promise<PbxAnswer> => {
  try {
    const reply = await collector.action(command.action, command.fields as ActionFields);
    return { kind: 'answered', success: reply.success, message: reply.message };
  } catch (error) {
    if (error instanceof ActionRefused) return { kind: 'unsendable', header: error.header };
    return { kind: 'away' };
  }
};

export const createCollectors = (parts: {
  readonly bus: Bus;
  readonly authority: Authority;
  readonly read: () => Promise<readonly WantedPbx[]>;
  readonly create: (settings: CollectorSettings, sink: PbxSink) => Collector;
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
    const collector = create(pbx, sink);
    const stopServing = bus.serve(commandTopic(pbx.id), (message) => answerOf(collector, message as PbxCommand));
    running.set(pbx.id, { fingerprint, collector, stopServing });
    collector.start();
  };

  const once = async (): Promise<void> => {
    const wanted = new Map((await read()).filter((pbx) => pbx.enabled).map((pbx) => [pbx.id, pbx]));
    for (const [id, one] of [...running]) {
      const pbx = wanted.get(id);
      if (pbx === undefined || JSON.stringify(pbx) !== one.fingerprint) await stopOne(id, one);
    }
    for (const [id, pbx] of wanted) if (!stopped && !running.has(id)) await startOne(pbx, JSON.stringify(pbx));
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
    stop: async () => {
      stopped = true;
      await round?.catch(() => undefined);
      for (const [id, one] of [...running]) await stopOne(id, one);
    },
  };
};
