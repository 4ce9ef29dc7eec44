// The live side of one process, put together: authority with its collectors, hub, commands and sockets.
import { randomUUID } from 'node:crypto';
import type { Bus } from '../bus/bus.ts';
import type { Db } from '../db/connect.ts';
import type { Caller } from '../http/context.ts';
import type { SessionStore } from '../sessions/store.ts';
import { createAuthority, type Authority } from './authority.ts';
import { createCollectors, type Collectors, type WantedPbx } from './collectors.ts';
import { createCommands, type CommandFact, type RunCommand } from './commands.ts';
import { createEventStore, type EventStore } from './event-store.ts';
import { createHub, type Hub } from './hub.ts';
import { ENDPOINTS_TOPIC, OWNERS_TOPIC } from './live-batch.ts';
import { readOwners } from './owner-queries.ts';
import { createOwners, type Owners } from './owners.ts';
import { createPhones } from './phone-queries.ts';
import { createRealtime, type Realtime } from './realtime.ts';

export interface LiveSide {
  readonly hub: Hub;
  readonly authority: Authority;
  readonly store: EventStore;
  readonly run: RunCommand;
  readonly realtime: Realtime;
  readonly owners: Owners;
  /** Reads who owns what, then connects to the PBXs. */
  start(): Promise<void>;
  /** Ends the links and writes what waits to be written. Sockets end with the HTTP server. */
  close(): Promise<void>;
}

export interface LiveParts {
  readonly bus: Bus;
  readonly db: Db;
  readonly sessions: SessionStore;
  readonly ticketsOnly: boolean;
  readonly publicUrl: string | null;
  readonly now: () => number;
  readonly readPbxs: () => Promise<readonly WantedPbx[]>;
  readonly createCollector: Parameters<typeof createCollectors>[0]['create'];
  readonly record: (caller: Caller, fact: CommandFact) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** The figures of a queue as its day ended. */
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
  const { ticketsOnly, publicUrl } = parts;
  const realtime = createRealtime({ hub, run, bus, sessions, ticketsOnly, publicUrl, now, onError });

  /** One reading at a time; what changes while it reads is read once more. */
  let reading: Promise<void> | null = null;
  let again = false;
  const readAll = async (): Promise<void> => {
    do {
      again = false;
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
      await collectors.stop();
      authority.close();
      hub.close();
      await store.close();
    },
  };
};
