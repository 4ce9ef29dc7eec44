// Registers the HTTP routes of the live state and the upgrade to the socket.
import { ServerResponse } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { readLiveCommand, runLiveCommand } from '@ringside/core/contract/live/live-commands.ts';
import { getLive, getLiveMessages, getLiveQueueNames } from '@ringside/core/contract/live/live.ts';
import { errorMap, fieldErrors } from '@ringside/core/contract/wording.ts';
import { scope } from '@ringside/core/live/scope.ts';
import { toLive } from '@ringside/core/live/select.ts';
import { queueKey, type LiveState } from '@ringside/core/live/state.ts';
import { toWire } from '@ringside/core/live/wire.ts';
import type { WireMessage } from '@ringside/core/live/wire-rows.ts';
import type { Db } from '../platform/db/connect.ts';
import { Refusal } from '../platform/caller/refusal.ts';
import { registerRoute } from '../platform/http/register.ts';
import type { RunCommand } from './commands/commands.ts';
import type { Hub } from './hub.ts';
import { customersOf } from '../platform/caller/reach.ts';
import { readQueueNames } from './owner-queries.ts';
import { queuesSnapshotOf, serverSnapshotOf } from './slice.ts';
import type { Realtime } from './socket/realtime.ts';

/** A larger state would block the event loop for more than some 20 ms. Its viewers wait for the socket. */
const MOST_ROWS = 5000;

/** Returns the messages that the socket sends after CoreStatus and QueueStatus. */
const messagesOf = (state: LiveState, at: number): WireMessage[] => {
  if (state.queues.size + state.members.size + state.callers.size + state.calls.size > MOST_ROWS) return [];
  return [...state.servers.values()].flatMap(({ id }) => {
    const head = serverSnapshotOf(state, id, at);
    return head === null ? [] : [...toWire(head), ...toWire(queuesSnapshotOf(state, id, null, at))];
  });
};

/** Registers the routes below `/api`. */
export const registerLive = (
  api: FastifyInstance,
  parts: {
    readonly hub: Hub;
    readonly run: RunCommand;
    readonly db: Db;
    readonly defaultCountry: string;
    readonly now: () => number;
  },
): void => {
  const { hub, run, db, defaultCountry, now } = parts;
  registerRoute(api, getLive, async ({ caller }) => toLive(scope(hub.state, caller.viewer), now(), defaultCountry));
  registerRoute(api, getLiveMessages, async ({ caller }) => ({
    data: messagesOf(scope(hub.state, caller.viewer), now()),
  }));
  registerRoute(api, getLiveQueueNames, async ({ caller }) => {
    // Uses the same scope as the live state itself.
    const { queues } = scope(hub.state, caller.viewer);
    return {
      data: (await readQueueNames(db, caller.customerId === null ? null : customersOf(caller))).filter((q) =>
        queues.has(queueKey(q.serverId, q.name)),
      ),
    };
  });
  registerRoute(api, runLiveCommand, async ({ caller, body, origin }) => {
    const parsed = readLiveCommand(body, errorMap(origin.language));
    if (!parsed.success) throw new Refusal('invalid', { errors: fieldErrors(parsed.error) });
    return { response: 'Success' as const, ...(await run(caller, body.serverId, parsed.data)) };
  });
};

const PATH = '/realtime';
/** Maximum time from the request to the open socket. */
const UPGRADE_MS = 10_000;

interface Upgrade {
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** Registers `/realtime` at the root. It is a normal route, so that the client's address behind proxies is found in the usual way. */
export const registerRealtime = (app: FastifyInstance, realtime: Realtime): void => {
  const upgrades = new WeakMap<IncomingMessage, Upgrade>();

  app.get(PATH, { schema: { hide: true } as object }, async (request, reply) => {
    const upgrade = upgrades.get(request.raw);
    if (upgrade === undefined) throw new Refusal('not-found', { detail: 'This is a websocket' });
    reply.hijack();
    try {
      await realtime.accept(request.raw, upgrade.socket, upgrade.head, request.ip);
    } catch (error) {
      request.log.error({ err: error }, 'a socket could not be opened');
      upgrade.socket.destroy();
    }
    upgrades.delete(request.raw);
  });

  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.url?.split('?')[0] !== PATH || request.method !== 'GET') {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    upgrades.set(request, { socket, head });
    socket.on('error', () => socket.destroy());
    const late = setTimeout(() => {
      if (upgrades.has(request)) socket.destroy();
    }, UPGRADE_MS).unref();
    socket.once('close', () => clearTimeout(late));
    // Nothing is written to this response object. The WebSocket server writes to the socket itself.
    app.routing(request, new ServerResponse(request));
  });
  app.addHook('preClose', async () => realtime.close());
};
