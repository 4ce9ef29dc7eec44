// Connects the live state with the other parts of the console that use events of PBX servers.
import { createCollector } from './pbx/ami/collector.ts';
import { withinReach } from './pbx/ami/reach.ts';
import { createCreditControl } from './billing/credit/credit-control.ts';
import type { CreditControl } from './billing/credit/credit-control.ts';
import type { Bus } from './platform/bus/bus.ts';
import { createCallCollector } from './calls/collect.ts';
import type { CallCollector } from './calls/collect.ts';
import { openLegJournal } from './calls/leg-journal.ts';
import { senderOf } from './live/commands/command-context.ts';
import { buildOf } from './platform/config/build-of.ts';
import { keepLiveDay } from './reports/checks/check-queries.ts';
import type { Config } from './platform/config/config.ts';
import { writeAudit } from './platform/db/audit.ts';
import type { Db } from './platform/db/connect.ts';
import type { Secrets } from './platform/db/secrets/secrets.ts';
import type { OriginCheck } from './platform/http/page-origins.ts';
import { collectHere } from './live/run-collectors.ts';
import { createLiveSide } from './live/start-live.ts';
import type { LiveSide } from './live/start-live.ts';
import { noteHandRecording } from './calls/recordings/hand-queries.ts';
import { readPbxs } from './pbx/endpoint/queries.ts';
import type { SessionStore } from './platform/sessions/store.ts';

interface Log {
  error(fields: object, text: string): void;
  debug(fields: object, text: string): void;
}

interface LiveParts {
  readonly config: Config;
  readonly db: Db;
  readonly bus: Bus;
  readonly sessions: SessionStore;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly allowsOrigin: OriginCheck;
}

interface LiveWork {
  readonly live: LiveSide;
  readonly calls: CallCollector;
  readonly credit: CreditControl;
}

export const createLiveWork = (parts: LiveParts): LiveWork => {
  const { config, db, bus, log } = parts;
  const credit = createCreditControl({
    ...{ db, country: config.defaultCountry, now: Date.now },
    send: async (serverId, action, fields) => (await senderOf(bus, serverId)(action, fields)).fields,
    isUp: (serverId) => live.links.of(serverId)?.link.kind === 'up',
    onError: (error) => log.error({ err: error }, 'a prepaid call could not be limited'),
  });
  const live = liveSideOf(parts, credit, (serverId, leg, at) => calls.take(serverId, leg, at));
  const calls = createCallCollector(
    db,
    live.owners,
    (error) => log.error({ err: error }, 'call records wait: the database takes none'),
    { journal: openLegJournal(config.dataFolder) },
  );
  return { live, calls, credit };
};

/** `takeRecord` receives the call records of PBXs, which are not part of the live state. */
const liveSideOf = (
  { config, db, bus, sessions, secrets, log, allowsOrigin }: LiveParts,
  credit: CreditControl,
  takeRecord: CallCollector['take'],
): LiveSide =>
  createLiveSide({
    bus,
    db,
    sessions,
    ticketsOnly: config.realtimeTicketsOnly,
    allowsOrigin,
    build: buildOf(config.webFolder),
    now: Date.now,
    readPbxs: async () => (await readPbxs(db, secrets)).map((pbx) => withinReach(pbx, config)),
    startCollectors: collectHere(createCollector),
    listeners: {
      record: ({ serverId, leg, at }) => takeRecord(serverId, leg, at),
      credit: ({ serverId, fact }) => credit.take(serverId, fact),
      channels: ({ serverId, channels }) => credit.snapshot(serverId, channels),
      unknownEvent: ({ serverId, event, sample }) => log.debug({ pbx: serverId, event, sample }, 'an unknown event'),
      dayEnded: ({ serverId, queue, owner, figures }) =>
        void keepLiveDay(db, serverId, queue, owner, figures, Date.now()).catch((error: unknown) =>
          log.error({ err: error }, 'the figures of a day were not kept'),
        ),
    },
    record: async (caller, { serverId, command, customerId, outcome, message, result }) => {
      const { file, linkedid } = result?.facts ?? {};
      if (command.action === 'Record' && outcome === 'done' && file !== undefined && linkedid !== undefined) {
        await noteHandRecording(db, { serverId, linkedid, customerId, file, begunBy: caller.username });
      }
      await writeAudit(db, caller, {
        customerId,
        action: 'operate',
        resource: 'live',
        resourceId: String(serverId),
        resourceName: command.action,
        before: null,
        after: { ...command, outcome, message, ...result },
      });
    },
    onError: (error) => log.error({ err: error }, 'the live side failed at something'),
  });
