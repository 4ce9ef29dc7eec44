// Creates the live part of a process: collectors, hub, commands and sockets.
import type { IncomingMessage } from 'node:http';
import type { Bus } from '../platform/bus/bus.ts';
import type { Db } from '../platform/db/connect.ts';
import type { Caller } from '../platform/caller/caller.ts';
import type { SessionStore } from '../platform/sessions/store.ts';
import { createCollectorSide, type CollectorListeners, type PbxLinks, type StartCollectors } from './collector-side.ts';
import type { WantedPbx } from './collector-topics.ts';
import { createCommands, type CommandFact, type RunCommand } from './commands/commands.ts';
import { createEventStore, type EventStore } from './event-store.ts';
import { createHub, type Hub } from './hub.ts';
import { busFeed, ENDPOINTS_TOPIC, OWNERS_TOPIC, WRITTEN_TOPIC } from './live-batch.ts';
import { readOwners } from './owner-queries.ts';
import { createOwners, type Owners } from './owners.ts';
import { createPhones } from './commands/phone-queries.ts';
import { createRealtime, type Realtime } from './socket/realtime.ts';

export interface LiveSide {
  readonly hub: Hub;
  readonly links: PbxLinks;
  readonly store: EventStore;
  readonly run: RunCommand;
  readonly realtime: Realtime;
  readonly owners: Owners;
  /** Loads the owners, then connects to the PBX servers. */
  start(): Promise<void>;
  /** Closes the links and writes pending events. Sockets close with the HTTP server. */
  close(): Promise<void>;
}

interface LiveParts {
  readonly bus: Bus;
  readonly db: Db;
  readonly sessions: SessionStore;
  readonly ticketsOnly: boolean;
  readonly build: string;
  readonly allowsOrigin: (headers: IncomingMessage['headers']) => boolean;
  readonly now: () => number;
  readonly readPbxs: () => Promise<readonly WantedPbx[]>;
  readonly startCollectors: StartCollectors;
  readonly listeners: CollectorListeners;
  readonly record: (caller: Caller, fact: CommandFact) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Returns a function that runs `work` once at a time. A call during a run causes one more run, and resolves after it. */
const createRefresh = (work: () => Promise<void>) => {
  let running: Promise<void> | null = null;
  let again = false;
  let closed = false;
  const runAll = async (): Promise<void> => {
    do {
      again = false;
      if (closed) return;
      await work();
    } while (again);
  };
  return {
    run: (): Promise<void> => {
      if (running !== null) again = true;
      running ??= runAll().finally(() => {
        running = null;
      });
      return running;
    },
    close: async (): Promise<void> => {
      closed = true;
      await running?.catch(() => undefined);
    },
  };
};

export const createLiveSide = (parts: LiveParts): LiveSide => {
  const { bus, db, sessions, now, onError, readPbxs, startCollectors, listeners } = parts;
  const owners = createOwners();
  const store = createEventStore(db, onError);
  const hub = createHub(busFeed(bus), onError);
  const ownerRefresh = createRefresh(async () => {
    const rows = await readOwners(db);
    owners.replace(rows);
    collectors.ownersChanged(rows);
  });
  const collectors = createCollectorSide({
    ...{ bus, store, startCollectors, readPbxs, listeners, now, onError },
    sendOwners: ownerRefresh.run,
  });
  const serverRefresh = createRefresh(collectors.sync);
  const phones = createPhones(db, now);
  const run = createCommands({ bus, state: hub.state, owners, phones, now, record: parts.record, onError });
  const { ticketsOnly, allowsOrigin, build } = parts;
  const realtime = createRealtime({ hub, run, bus, sessions, ticketsOnly, build, allowsOrigin, now, onError });

  const stopListening = [
    bus.subscribe(OWNERS_TOPIC, () => void ownerRefresh.run().catch(onError)),
    bus.subscribe(ENDPOINTS_TOPIC, () => void serverRefresh.run().catch(onError)),
    bus.subscribe(WRITTEN_TOPIC, ({ serverId }) => collectors.sweepSoon(serverId)),
  ];

  return {
    ...{ hub, links: collectors.links, store, run, realtime, owners },
    start: async () => {
      await ownerRefresh.run();
      await serverRefresh.run();
    },
    close: async () => {
      for (const stop of stopListening) stop();
      await ownerRefresh.close();
      await serverRefresh.close();
      await collectors.close();
      hub.close();
      await store.close();
    },
  };
};
