// The console's side of the collectors: gives them PBX servers, owners and stored events, and passes on what they send. Live events are
// stored and published on the console's bus, which also carries commands to the collectors.
import { NO_VITALS } from '@ringside/core/live/pbx-vitals.ts';
import type { LiveBatch } from '@ringside/core/live/feed.ts';
import type { ServerRow } from '@ringside/core/live/state.ts';
import { BusTimeout, type Bus } from '../platform/bus/bus.ts';
import { createInProcessBus } from '../platform/bus/in-process.ts';
import {
  BATCH,
  CHANNELS,
  COMMAND,
  COUNTED,
  CREDIT,
  DAY_ENDED,
  FAULT,
  LEGS,
  LINK,
  OWNER_ROWS,
  RECORD,
  RECOUNT,
  SERVERS,
  SNAPSHOT,
  SWEEP,
  UNKNOWN_EVENT,
  type LinkReport,
  type WantedPbx,
} from './collector-topics.ts';
import type { EventStore } from './event-store.ts';
import { commandTopic, legsTopic, LIVE_TOPIC, SNAPSHOT_REQUEST, type PbxAnswer } from './live-batch.ts';
import type { OwnerRows } from './owner-queries.ts';

type Message<T> = T extends string & { readonly carries?: infer M } ? Exclude<M, undefined> : never;

/** Receives what is no part of the live state. */
export interface CollectorListeners {
  readonly record: (message: Message<typeof RECORD>) => void;
  readonly credit: (message: Message<typeof CREDIT>) => void;
  readonly channels: (message: Message<typeof CHANNELS>) => void;
  readonly unknownEvent: (message: Message<typeof UNKNOWN_EVENT>) => void;
  /** Receives the figures of a queue when its day ends. */
  readonly dayEnded: (message: Message<typeof DAY_ENDED>) => void;
}

export interface CollectorEvents {
  /** Returns an epoch greater than all before. */
  firstEpoch(): number;
  /** Collectors run that know neither owners nor PBX servers. */
  started(): void;
  /** The collectors ended because of an error, and all of their links with them. Others start after `retryInMs`. */
  lost(error: Error, retryInMs: number): void;
}

/** Starts collectors behind the bus. */
export type StartCollectors = (
  bus: Bus,
  events: CollectorEvents,
) => {
  /** Closes the links and waits for the last batches. */
  close(): Promise<void>;
};

export interface PbxLinks {
  /** `null` for a PBX server without a collector. */
  of(serverId: number): LinkReport | null;
  /** Recounts today's figures of a PBX after an import stored events that were not seen live. */
  recount(serverId: number): void;
}

interface CollectorSide {
  readonly links: PbxLinks;
  /** Starts and stops collectors to match the PBX servers in the database. */
  sync(): Promise<void>;
  ownersChanged(rows: OwnerRows): void;
  sweepSoon(serverId: number): void;
  close(): Promise<void>;
}

interface SideParts {
  /** The bus of the console. */
  readonly bus: Bus;
  readonly store: EventStore;
  readonly startCollectors: StartCollectors;
  readonly readPbxs: () => Promise<readonly WantedPbx[]>;
  /** Reads the owners and calls `ownersChanged` with them. */
  readonly sendOwners: () => Promise<void>;
  readonly listeners: CollectorListeners;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

const SNAPSHOT_MS = 10_000;
/** A command has its own time limit, which is shorter. */
const COMMAND_MS = 120_000;

/** The last known position and row of each PBX server. */
const createLastSeen = () => {
  const last = new Map<number, { readonly epoch: number; readonly seq: number; readonly server: ServerRow | null }>();
  let epoch = 0;
  return {
    note: ({ serverId, epoch: of, seq, events }: LiveBatch): void => {
      epoch = Math.max(epoch, of);
      let server = last.get(serverId)?.server ?? null;
      for (const e of events) if (e.kind === 'server' || e.kind === 'server-snapshot') ({ server } = e);
      if (events.at(-1)?.kind === 'server-removed') last.delete(serverId);
      else last.set(serverId, { epoch: of, seq, server });
    },
    epoch: (): number => epoch,
    /** Returns the batches that mark all PBX servers as not connected. Their rows stay. */
    lost: (at: number): readonly LiveBatch[] =>
      [...last].flatMap(([serverId, { epoch: of, seq, server }]) => {
        if (server === null) return [];
        const since = server.connected ? at : server.since;
        const row = { ...server, connected: false, stale: true, since, problem: 'connection-lost' };
        return [{ serverId, epoch: of, seq: seq + 1, at, events: [{ kind: 'server', serverId, at, server: row }] }];
      }),
  };
};

/** The reports of all links. */
const createLinks = () => {
  const reports = new Map<number, LinkReport>();
  return {
    of: (serverId: number): LinkReport | null => reports.get(serverId) ?? null,
    note: (report: LinkReport): void => void reports.set(report.serverId, report),
    remove: (serverId: number): void => void reports.delete(serverId),
    lost: (at: number, retryInMs: number): void => {
      for (const [id, report] of reports) {
        const { reconnects, since, link } = report;
        reports.set(id, {
          ...{ serverId: id, reconnects, vitals: NO_VITALS, eventsPerSecond: 0 },
          since: link.kind === 'away' ? since : at,
          link: { kind: 'away', problem: { code: 'connection-lost', line: null }, retryInMs },
        });
      }
    },
  };
};

/** Serves the requests for a PBX server on the console's bus. Returns a function that stops it. */
const servePbx = (bus: Bus, local: Bus, serverId: number): (() => void) => {
  const away = (): PbxAnswer => ({ kind: 'away' });
  const stops = [
    bus.serve(commandTopic(serverId), (command) =>
      local.request(COMMAND, { serverId, command }, COMMAND_MS).catch(away),
    ),
    bus.serve(legsTopic(serverId), ({ linkedid }) =>
      local.request(LEGS, { serverId, linkedid }, COMMAND_MS).catch((error: unknown) => {
        throw new BusTimeout('The collectors do not run', { cause: error });
      }),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};

export const createCollectorSide = (parts: SideParts): CollectorSide => {
  const { bus, store, listeners, now, onError } = parts;
  const local = createInProcessBus(onError);
  const last = createLastSeen();
  const links = createLinks();
  const served = new Map<number, () => void>();
  let collectors: ReturnType<StartCollectors> | null = null;
  let servers: readonly WantedPbx[] = [];
  let equipped = false;

  const publish = (batch: LiveBatch): void => {
    last.note(batch);
    store.append(batch.events);
    if (batch.events.at(-1)?.kind === 'server-removed') links.remove(batch.serverId);
    bus.publish(LIVE_TOPIC, batch);
  };
  local.subscribe(BATCH, publish);
  local.subscribe(LINK, links.note);
  local.subscribe(RECORD, listeners.record);
  local.subscribe(CREDIT, listeners.credit);
  local.subscribe(CHANNELS, listeners.channels);
  local.subscribe(UNKNOWN_EVENT, listeners.unknownEvent);
  local.subscribe(DAY_ENDED, listeners.dayEnded);
  local.subscribe(FAULT, ({ message, stack }) => onError(Object.assign(new Error(message), { stack })));
  local.serve(COUNTED, ({ serverId, queue, since }) => store.countedSoFar(serverId, queue, since));
  const stopServing = bus.serve(SNAPSHOT_REQUEST, ({ serverId }) => local.request(SNAPSHOT, { serverId }, SNAPSHOT_MS));

  /** Owners come first, so that the first rows have them. */
  const equip = async (): Promise<void> => {
    await parts.sendOwners();
    equipped = true;
    local.publish(SERVERS, servers);
  };
  const start = (): void => {
    collectors = parts.startCollectors(local, {
      firstEpoch: () => Math.max(now(), last.epoch() + 1),
      started: () => void equip().catch(onError),
      lost: (error, retryInMs) => {
        onError(error);
        equipped = false;
        links.lost(now(), retryInMs);
        for (const batch of last.lost(now())) publish(batch);
      },
    });
  };

  return {
    links: { of: links.of, recount: (serverId) => local.publish(RECOUNT, { serverId }) },
    sync: async () => {
      servers = await parts.readPbxs();
      const wanted = new Set(servers.filter(({ enabled }) => enabled).map(({ id }) => id));
      for (const id of wanted) if (!served.has(id)) served.set(id, servePbx(bus, local, id));
      for (const [id, stop] of served) {
        if (wanted.has(id)) continue;
        stop();
        served.delete(id);
      }
      // A console without PBX servers needs no thread.
      if (collectors === null && wanted.size > 0) start();
      else if (equipped) local.publish(SERVERS, servers);
    },
    ownersChanged: (rows) => local.publish(OWNER_ROWS, rows),
    sweepSoon: (serverId) => local.publish(SWEEP, { serverId }),
    close: async () => {
      for (const stop of served.values()) stop();
      stopServing();
      await collectors?.close();
      await local.close();
    },
  };
};
