// PBXs that go away and come back, as notifications. A blink is not told; neither is the same loss twice, restarts included.
import type { ServerRow } from '@ringside/core/live/state.ts';
import type { Bus } from '../bus/bus.ts';
import { LIVE_TOPIC } from '../live/live-batch.ts';
import type { LiveBatch } from '../live/live-batch.ts';
import { notify, notifyEnd } from './notify.ts';
import type { NotifyDeps } from './notify.ts';

/** A link that is back sooner was never away for a person. */
export const BLINK_MS = 10_000;

/** `quiet`: away while somebody works on it, which alarms nobody. */
type Standing = 'up' | 'away' | 'quiet';
const standingOf = ({ connected, maintenance }: ServerRow): Standing =>
  connected ? 'up' : maintenance === null ? 'away' : 'quiet';

const keyOf = (serverId: number): string => `pbx:${serverId}`;

const serversIn = (batch: LiveBatch): (ServerRow | null)[] =>
  batch.events.flatMap((e) => {
    if (e.kind === 'server' || e.kind === 'server-snapshot') return [e.server];
    return e.kind === 'server-removed' ? [null] : [];
  });

/** Returns its own stop. `blinkMs`: for tests. */
export const watchServers = (
  deps: NotifyDeps & { readonly bus: Bus },
  onError: (error: unknown) => void,
  blinkMs = BLINK_MS,
): (() => void) => {
  const waiting = new Map<number, NodeJS.Timeout>();
  /** As last heard; absent: not heard since the start. */
  const standing = new Map<number, Standing>();
  /** One thing after another: a return that is quicker than the database still comes after its loss. */
  let work: Promise<void> = Promise.resolve();
  const then = (run: () => Promise<void>): void => {
    work = work.then(run).catch(onError);
  };
  const forget = (serverId: number): void => {
    clearTimeout(waiting.get(serverId));
    waiting.delete(serverId);
  };

  const away = ({ id, name, since }: ServerRow): void => {
    forget(id);
    waiting.set(
      id,
      setTimeout(() => {
        waiting.delete(id);
        const params = { serverId: id, serverName: name, since: new Date(since).toISOString() };
        then(() =>
          notify(deps, { kind: 'pbx-away', params, to: { kind: 'server', serverId: id }, openKey: keyOf(id) }),
        );
      }, blinkMs).unref(),
    );
  };
  const back = ({ id, name, since }: ServerRow): void => {
    forget(id);
    then(() =>
      notifyEnd(deps, keyOf(id), (params) => {
        const awayMs = since - Date.parse(String(params['since']));
        const awaySeconds = Math.max(0, Math.round(awayMs / 1000));
        return { kind: 'pbx-back', params: { serverId: id, serverName: name, awaySeconds } };
      }),
    );
  };

  const stop = deps.bus.subscribe(LIVE_TOPIC, (message) => {
    const batch = message as LiveBatch;
    for (const server of serversIn(batch)) {
      if (server === null) {
        forget(batch.serverId);
        standing.delete(batch.serverId);
        then(() => notifyEnd(deps, keyOf(batch.serverId), () => null));
        continue;
      }
      const now = standingOf(server);
      if (standing.get(server.id) === now) continue;
      standing.set(server.id, now);
      if (now === 'up') back(server);
      else if (now === 'away') away(server);
      else forget(server.id);
    }
  });
  return () => {
    stop();
    for (const id of [...waiting.keys()]) forget(id);
  };
};
