// Creates the live part of a process: authority with collectors, hub, commands and sockets.
import type { IncomingMessage } from 'node:http';
import { randomUUID } from 'node:crypto';
import type { Bus } from '../platform/bus/bus.ts';
import type { Db } from '../platform/db/connect.ts';
import type { Caller } from '../platform/caller/caller.ts';
import type { SessionStore } from '../platform/sessions/store.ts';
import { createAuthority, type Authority } from './authority.ts';
import { createCollectors, type Collectors, type WantedPbx } from './collectors.ts';
import { createCommands, type CommandFact, type RunCommand } from './commands/commands.ts';
import { createEventStore, type EventStore } from './event-store.ts';
import { createHub, type Hub } from './hub.ts';
import { ENDPOINTS_TOPIC, OWNERS_TOPIC, WRITTEN_TOPIC } from './live-batch.ts';
import { readOwners } from './owner-queries.ts';
import { createOwners, type Owners } from './owners.ts';
import { createPhones } from './commands/phone-queries.ts';
import { createRealtime, type Realtime } from './socket/realtime.ts';

export interface LiveSide {
  readonly hub: Hub;
  readonly authority: Authority;
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
  readonly createCollector: Parameters<typeof createCollectors>[0]['create'];
  readonly record: (caller: Caller, fact: CommandFact) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Receives the figures of a queue when its day ends. */
  readonly dayEnded?: Parameters<typeof createAuthority>[0]['dayEnded'];
}

export const createLiveSide = (parts: LiveParts): LiveSide => {
  const { bus, db, sessions, now, onError } = parts;
  const owners = createOwners();
  const store = createEventStore(db, onError);
  const { dayEnded = () => undefined } = parts;
  const authority = createAuthority({ bus, owners, store, now, newStream: randomUUID, onError, dayEnded });
  const hub = createHub(bus, onError);
  const collectors: Collectors = createCollectors({
    bus,
    authority,
    read: parts.readPbxs,
    create: parts.createCollector,
    now,
  });
  const phones = createPhones(db, now);
  const run = createCommands({ bus, state: hub.state, owners, phones, now, record: parts.record, onError });
  const { ticketsOnly, allowsOrigin, build } = parts;
  const realtime = createRealtime({ hub, run, bus, sessions, ticketsOnly, build, allowsOrigin, now, onError });

  /** Runs one read at a time. A change during a read causes one more read. */
  let reading: Promise<void> | null = null;
  let again = false;
  let closed = false;
  const readAll = async (): Promise<void> => {
    do {
      again = false;
      if (closed) return;
      owners.replace(await readOwners(db));
      authority.ownersChanged();
    } while (again);
  };
  const refresh = (): Promise<void> => {
    if (reading !== null) again = true;
    reading ??= readAll().finally(() => {
      reading = null;
    });
    return reading;
  };
  const stopListening = [
    bus.subscribe(OWNERS_TOPIC, () => void refresh().catch(onError)),
    bus.subscribe(ENDPOINTS_TOPIC, () => void collectors.sync().catch(onError)),
    bus.subscribe(WRITTEN_TOPIC, ({ serverId }) => collectors.sweepSoon(serverId)),
  ];

  return {
    hub,
    authority,
    store,
    run,
    realtime,
    owners,
    start: async () => {
      await refresh();
      await collectors.sync();
    },
    close: async () => {
      for (const stop of stopListening) stop();
      closed = true;
      await reading?.catch(() => undefined);
      await collectors.stop();
      authority.close();
      hub.close();
      await store.close();
    },
  };
};
