// Notifies about PBX servers that disconnect and reconnect. Skips short interruptions, and reports each loss once even across restarts.
import type { ServerRow } from '@ringside/core/live/state.ts';
import type { Bus } from '../platform/bus/bus.ts';
import { LIVE_TOPIC } from './live-batch.ts';
import type { LiveBatch } from '@ringside/core/live/feed.ts';
import { notify, notifyEnd } from '../boards/notification/notify.ts';
import type { NotifyDeps } from '../boards/notification/notify.ts';

/** Shorter interruptions are not reported. */
const BLINK_MS = 10_000;

/** `quiet`: disconnected during maintenance, so no notification is sent. */
type LinkStatus = 'up' | 'away' | 'quiet';
const linkStatusOf = ({ connected, maintenance }: ServerRow): LinkStatus =>
  connected ? 'up' : maintenance === null ? 'away' : 'quiet';

const keyOf = (serverId: number): string => `pbx:${serverId}`;

const serversIn = (batch: LiveBatch): (ServerRow | null)[] =>
  batch.events.flatMap((e) => {
    if (e.kind === 'server' || e.kind === 'server-snapshot') return [e.server];
    return e.kind === 'server-removed' ? [null] : [];
  });

/** Starts watching. Returns a function that stops it. `blinkMs` is adjustable for tests. */
export const watchServers = (
  deps: NotifyDeps & { readonly bus: Bus },
  onError: (error: unknown) => void,
  blinkMs = BLINK_MS,
): (() => void) => {
  const waiting = new Map<number, NodeJS.Timeout>();
  /** Last known state; absent if none was received since startup. */
  const linkStates = new Map<number, LinkStatus>();
  /** Runs notifications in order, so that a fast reconnect is never reported before its loss. */
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

  const stop = deps.bus.subscribe(LIVE_TOPIC, (batch) => {
    for (const server of serversIn(batch)) {
      if (server === null) {
        forget(batch.serverId);
        linkStates.delete(batch.serverId);
        then(() => notifyEnd(deps, keyOf(batch.serverId), () => null));
        continue;
      }
      const now = linkStatusOf(server);
      if (linkStates.get(server.id) === now) continue;
      linkStates.set(server.id, now);
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
