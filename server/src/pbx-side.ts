// Answers questions of the HTTP side about PBX servers from the live state and over AMI.
import { problemsOf } from '@ringside/core/asterisk/link.ts';
import { serverKey, type LiveState } from '@ringside/core/live/state.ts';
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

const rowsOf = <R extends { readonly serverId: number }>(
  rows: ReadonlyMap<string, R>,
  serverId: number,
): readonly R[] => [...rows.values()].filter((row) => row.serverId === serverId);

const isConnected = ({ servers }: LiveState, serverId: number): boolean =>
  servers.get(serverKey(serverId))?.connected === true;

export const pbxSideOf = (
  live: Pick<LiveSide, 'links' | 'hub'>,
  bus: Bus,
  db: Db,
  secrets: Secrets,
  limits: Limits,
): PbxSide => ({
  ...UNKNOWN_PBX,
  testConnection: (settings) => testConnection(withinReach(settings, limits)),
  contactsOf: contactsOf(db, secrets, limits),
  messagesIn: messagesIn(bus),
  linkOf: (serverId) => {
    const report = live.links.of(serverId);
    if (report === null) return null;
    const { link, since, vitals, reconnects, eventsPerSecond } = report;
    const row = live.hub.state.servers.get(serverKey(serverId));
    return {
      state: link.kind === 'up' && link.stalled === true ? 'stalled' : link.kind,
      ...{ since, vitals, reconnects, eventsPerSecond },
      lastEventAt: row?.lastEventAt ?? null,
      problems: problemsOf(link),
      asteriskVersion: row?.version ?? null,
      startedAt: row?.startedAt ?? null,
      callsNow: rowsOf(live.hub.state.calls, serverId).length,
    };
  },
  queuesOf: (serverId) => rowsOf(live.hub.state.queues, serverId).map((q) => q.name),
  waitingIn: (serverId, queue) =>
    isConnected(live.hub.state, serverId)
      ? rowsOf(live.hub.state.callers, serverId).filter((caller) => caller.queue === queue).length
      : null,
  namesSeen: () => {
    const { members, calls, queues } = live.hub.state;
    const devices = [
      ...[...members.values()].map((member) => member.interface),
      ...[...calls.values()].map((call) => deviceOf(call.channel)),
    ].flatMap((device) => (device.startsWith('Local/') ? [] : [device.slice(device.indexOf('/') + 1)]));
    return [...devices, ...[...queues.values()].map(({ name }) => name)].map((name) => name.toLowerCase());
  },
  membersOf: (serverId) => (isConnected(live.hub.state, serverId) ? rowsOf(live.hub.state.members, serverId) : null),
  callsOf: (serverId) => (isConnected(live.hub.state, serverId) ? rowsOf(live.hub.state.calls, serverId) : null),
});
