// What is known of the PBX itself: its link, its maintenance, the age of what it told last.
import type { LinkState } from './link.ts';
import { problemsOf } from './link.ts';
import { serverKey, type Maintenance, type ServerRow } from './state.ts';
import type { Tracked } from './tracked.ts';

const AGE_TOLD_EVERY_MS = 5_000;

export interface TrackedServer {
  row(): ServerRow;
  link(link: LinkState, at: number): void;
  maintain(maintenance: Maintenance | null, at: number): void;
  heard(at: number): void;
  tellAge(at: number): void;
}

export const createTrackedServer = (t: Tracked, name: string): TrackedServer => {
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
    // Up: the slice is fresh only with the snapshot that follows.
    const connected = l.kind === 'up' ? before.connected : false;
    const next: ServerRow = {
      ...before,
      connected,
      stale: !connected,
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

  let heardAt = 0;
  /** The age of the last event is told now and then, not with every event. */
  const tellAge = (at: number): void => {
    const server = row();
    if (!server.connected || heardAt < (server.lastEventAt ?? 0) + AGE_TOLD_EVERY_MS) return;
    t.emit({ kind: 'server', serverId: t.serverId, at, server: { ...server, lastEventAt: heardAt } });
  };

  return { row, link, maintain, tellAge, heard: (at) => void (heardAt = at) };
};
