// Answers questions of the HTTP side about PBX servers from the live state and over AMI.
import { problemsOf } from '@ringside/core/asterisk/link.ts';
import { deviceOf } from '@ringside/core/live/tracker/tracked-calls.ts';
import { createContactReader } from './pbx/ami/contact-reader.ts';
import { testConnection } from './pbx/ami/diagnose.ts';
import { withinReach } from './pbx/ami/reach.ts';
import { readContacts } from './pbx/ami/read-contacts.ts';
import type { Bus } from './platform/bus/bus.ts';
import type { Config } from './platform/config/config.ts';
import type { Db } from './platform/db/connect.ts';
import type { Secrets } from './platform/db/secrets/secrets.ts';
import type { PbxSide } from './pbx/pbx-links.ts';
import { UNKNOWN_PBX } from './pbx/unknown-pbx.ts';
import { senderOf } from './live/commands/command-context.ts';
import type { LiveSide } from './live/start-live.ts';
import { readSettings } from './pbx/provisioning/queries.ts';
import { readPbxs } from './pbx/endpoint/queries.ts';

type Limits = Pick<Config, 'refusedNetworks'>;

const contactsOf = (db: Db, secrets: Secrets, limits: Limits): PbxSide['contactsOf'] =>
  createContactReader({
    loginOf: async (serverId) => {
      const [pbx] = await readPbxs(db, secrets, serverId);
      if (pbx?.enabled !== true) return null;
      // The second login can always ask. The live login can ask only if it has the class `system`.
      return (await readSettings(db, secrets, serverId)) ?? pbx;
    },
    read: (settings) => readContacts(withinReach(settings, limits)),
    now: Date.now,
  });

/** Returns `null` if the PBX server is disconnected or its login lacks the permission. */
const messagesIn =
  (bus: Bus): PbxSide['messagesIn'] =>
  async (serverId, mailbox) => {
    const reply = await senderOf(bus, serverId)('MailboxCount', { Mailbox: mailbox }).catch(() => null);
    const [fresh, old] = ['NewMessages', 'OldMessages'].map((field) => Number(reply?.fields[field] ?? Number.NaN));
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
      state: link.kind === 'up' && link.stalled === true ? 'stalled' : link.kind,
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
  namesSeen: () => {
    const { members, calls, queues } = live.hub.state;
    const devices = [
      ...[...members.values()].map((member) => member.interface),
      ...[...calls.values()].map((call) => deviceOf(call.channel)),
    ].flatMap((device) => (device.startsWith('Local/') ? [] : [device.slice(device.indexOf('/') + 1)]));
    return [...devices, ...[...queues.values()].map(({ name }) => name)].map((name) => name.toLowerCase());
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
