// What the HTTP side may ask about PBXs, answered from the live side and over AMI.
import { problemsOf } from '@ringside/core/live/link.ts';
import { createContactReader } from './ami/contact-reader.ts';
import { testConnection } from './ami/diagnose.ts';
import { withinReach } from './ami/reach.ts';
import { readContacts } from './ami/read-contacts.ts';
import type { Bus } from './bus/bus.ts';
import type { Config } from './config.ts';
import type { Db } from './db/connect.ts';
import type { Secrets } from './db/secrets.ts';
import type { PbxSide } from './http/deps.ts';
import { UNKNOWN_PBX } from './http/unknown-pbx.ts';
import { senderOf } from './live/command-room.ts';
import type { LiveSide } from './live/start-live.ts';
import { readSettings } from './provisioning/queries.ts';
import { readPbxs } from './resources/endpoints/queries.ts';

type Limits = Pick<Config, 'refusedNetworks'>;

const contactsOf = (db: Db, secrets: Secrets, limits: Limits): PbxSide['contactsOf'] =>
  createContactReader({
    loginOf: async (serverId) => {
      const [pbx] = await readPbxs(db, secrets, serverId);
      if (pbx?.enabled !== true) return null;
      // The second login may ask in any case; the live one only where it was given class `system`.
      return (await readSettings(db, secrets, serverId)) ?? pbx;
    },
    read: (settings) => readContacts(withinReach(settings, limits)),
    now: Date.now,
  });

/** A PBX that is away, or whose login may not ask, tells nothing. */
const messagesIn =
  (bus: Bus): PbxSide['messagesIn'] =>
  async (serverId, mailbox) => {
    const told = await senderOf(bus, serverId)('MailboxCount', { Mailbox: mailbox }).catch(() => null);
    const [fresh, old] = ['NewMessages', 'OldMessages'].map((field) => Number(told?.fields[field] ?? Number.NaN));
    if (fresh === undefined || old === undefined || Number.isNaN(fresh) || Number.isNaN(old)) return null;
    return { fresh, old };
  };

export const pbxSideOf = (live: LiveSide, bus: Bus, db: Db, secrets: Secrets, limits: Limits): PbxSide => ({
  ...UNKNOWN_PBX,
  testConnection: (settings) => testConnection(withinReach(settings, limits)),
  contactsOf: contactsOf(db, secrets, limits),
  messagesIn: messagesIn(bus),
  linkOf: (serverId) => {
    const pbx = live.authority.pbx(serverId);
    const link = pbx?.link() ?? null;
    if (pbx === null || link === null) return null;
    const row = pbx.state.servers.get(String(serverId));
    return {
      state: link.kind,
      since: pbx.linkSince(),
      lastEventAt: row?.lastEventAt ?? null,
      problems: problemsOf(link),
      asteriskVersion: row?.version ?? null,
      startedAt: row?.startedAt ?? null,
      vitals: pbx.vitals(),
      reconnects: pbx.reconnects(),
      eventsPerSecond: pbx.eventsPerSecond(Date.now()),
      callsNow: pbx.state.calls.size,
    };
  },
  queuesOf: (serverId) => [...(live.authority.pbx(serverId)?.state.queues.values() ?? [])].map((q) => q.name),
  waitingIn: (serverId, queue) => {
    const state = live.authority.pbx(serverId)?.state;
    if (state?.servers.get(String(serverId))?.connected !== true) return null;
    return [...state.callers.values()].filter((caller) => caller.queue === queue).length;
  },
  membersOf: (serverId) => {
    const state = live.authority.pbx(serverId)?.state;
    return state?.servers.get(String(serverId))?.connected === true ? [...state.members.values()] : null;
  },
  callsOf: (serverId) => {
    const state = live.authority.pbx(serverId)?.state;
    return state?.servers.get(String(serverId))?.connected === true ? [...state.calls.values()] : null;
  },
});
