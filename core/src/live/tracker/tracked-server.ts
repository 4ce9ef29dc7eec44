// Tracks the PBX server itself: link, maintenance and time of the last event.
import type { LinkState } from '../../asterisk/link.ts';
import { problemsOf } from '../../asterisk/link.ts';
import { serverKey, type Maintenance, type ServerRow } from '../state.ts';
import type { Tracked } from './tracked.ts';

const AGE_TOLD_EVERY_MS = 5_000;

export interface TrackedServer {
  row(): ServerRow;
  link(link: LinkState, at: number): void;
  maintain(maintenance: Maintenance | null, at: number): void;
  noteMessage(at: number): void;
  emitAge(at: number): void;
}

export const createTrackedServer = (t: Tracked, name: string): TrackedServer => {
  let heardAt = 0;
  const row = (): ServerRow =>
    t.state.servers.get(serverKey(t.serverId)) ?? {
      id: t.serverId,
      name,
      connected: false,
      stale: false,
      since: 0,
      lastEventAt: null,
      version: null,
      startedAt: null,
      problem: null,
      maintenance: null,
    };

  const link = (l: LinkState, at: number): void => {
    const before = row();
    // After the link is up, rows are fresh only with the snapshot that follows.
    const connected = l.kind === 'up' ? before.connected : false;
    const isStalled = l.kind === 'up' && l.stalled === true;
    const next: ServerRow = {
      ...before,
      connected,
      stale: !connected || isStalled,
      // The shown rows date from this time.
      lastEventAt: isStalled ? Math.max(heardAt, before.lastEventAt ?? 0) : before.lastEventAt,
      since: before.connected === connected && before.since > 0 ? before.since : at,
      version: l.kind === 'up' ? (l.version ?? before.version) : before.version,
      problem: problemsOf(l)[0]?.code ?? null,
    };
    t.emit({ kind: 'server', serverId: t.serverId, at, server: next });
  };

  const maintain = (maintenance: Maintenance | null, at: number): void => {
    const before = row();
    const { maintenance: was } = before;
    if (was?.until === maintenance?.until && was?.reason === maintenance?.reason) return;
    t.emit({ kind: 'server', serverId: t.serverId, at, server: { ...before, maintenance } });
  };

  /** Publishes the time of the last event at intervals, not with every event. */
  const emitAge = (at: number): void => {
    const server = row();
    if (!server.connected || heardAt < (server.lastEventAt ?? 0) + AGE_TOLD_EVERY_MS) return;
    t.emit({ kind: 'server', serverId: t.serverId, at, server: { ...server, lastEventAt: heardAt } });
  };

  return { row, link, maintain, emitAge, noteMessage: (at) => void (heardAt = at) };
};
