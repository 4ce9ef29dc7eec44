// Links that open a wallboard without a sign-in: made, listed and revoked by who may; opened by whoever holds one.
import type { FastifyInstance } from 'fastify';
import { networkRefusal } from '@ringside/core/access/acl.ts';
import { inNetworks } from '@ringside/core/access/network.ts';
import * as contract from '@ringside/core/contract/wallboard-links.ts';
import type { WallLink } from '@ringside/core/contract/wallboard-links.ts';
import type { BoardView } from '@ringside/core/contract/wallboards.ts';
import { newId } from '../../db/new-id.ts';
import type { ResourceStore } from '../../db/resource-store.ts';
import type { Origin } from '../../http/context.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { registerRoute } from '../../http/register.ts';
import { findScreenByHash, sawScreen, sessionOfScreen } from '../../sessions/screen-queries.ts';
import type { Screen } from '../../sessions/screen-queries.ts';
import { isScreenToken, makeScreenToken, verifyScreenToken } from '../../sessions/screen-token.ts';
import { hashToken } from '../../sessions/token.ts';
import { auditOpening, countLive, insertLink, listLinks, revokeLink } from './link-queries.ts';
import type { LinkRow } from './link-queries.ts';
import { readDay, viewForScreen } from './queries.ts';

const DAY = 86_400_000;
const SEEN_MS = 60_000;
/** Of one board, at a time. */
const MOST_LINKS = 50;

const toAnswer = (row: LinkRow): WallLink => ({
  ...row,
  cidrs: [...row.cidrs],
  expiresAt: row.expiresAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
});

/** What a token opens from this address. Every reason to refuse answers alike: it tells a stranger nothing. Not 401: who is signed in stays so. */
const screenOf = async (deps: Deps, token: string, origin: Origin): Promise<Screen> => {
  const at = deps.now();
  const screen = isScreenToken(token) ? await findScreenByHash(deps.db, hashToken(token), new Date(at)) : null;
  if (screen === null || !verifyScreenToken(deps.secrets, token, screen)) throw new Refusal('not-found');
  const { subject } = sessionOfScreen(screen);
  const welcome =
    (screen.cidrs.length === 0 || inNetworks(screen.cidrs, origin.ip)) &&
    networkRefusal(screen.rules, subject, origin.ip, at) === null;
  if (!welcome) throw new Refusal('not-found');
  return screen;
};

const boardOf = async (deps: Deps, screen: Screen): Promise<BoardView> => {
  const board = await viewForScreen(deps.db, screen.wallboardId, screen.queues);
  if (board === null) throw new Refusal('not-found');
  return board;
};

/** At most once a minute and address, however often a screen reconnects. */
const noteOpening = async (deps: Deps, screen: Screen, board: BoardView, origin: Origin): Promise<void> => {
  const at = deps.now();
  const elsewhere = screen.lastSeenIp !== origin.ip;
  if (!elsewhere && at - (screen.lastSeenAt?.getTime() ?? 0) < SEEN_MS) return;
  await sawScreen(deps.db, screen.linkId, new Date(at), origin.ip);
  if (!elsewhere) return;
  await auditOpening(
    deps.db,
    { username: screen.linkName, ip: origin.ip, userAgent: origin.userAgent },
    { wallboardId: screen.wallboardId, wallboardName: board.name, customerId: screen.customerId },
  );
};

const registerOpening = (app: FastifyInstance, deps: Deps): void => {
  registerRoute(app, contract.openWallLink, async ({ body, origin }) => {
    const screen = await screenOf(deps, body.token, origin);
    const board = await boardOf(deps, screen);
    await noteOpening(deps, screen, board, origin);
    const { ticket } = deps.sessions.tickets.make(screen.linkId, origin.ip);
    return { board, ticket, expiresAt: screen.expiresAt.toISOString() };
  });
  registerRoute(app, contract.wallLinkDay, async ({ body, origin }) => {
    const screen = await screenOf(deps, body.token, origin);
    return readDay(deps.db, screen.customerId, await boardOf(deps, screen), deps.now());
  });
};

export const registerWallLinks = (app: FastifyInstance, deps: Deps, store: ResourceStore): void => {
  registerRoute(app, contract.listWallLinks, async ({ caller, params }) => {
    const board = await store.get(caller, params.id);
    return { data: (await listLinks(deps.db, String(board.id), new Date(deps.now()))).map(toAnswer) };
  });
  registerRoute(app, contract.createWallLink, async ({ caller, params, body }) => {
    const board = await store.get(caller, params.id);
    const now = deps.now();
    if ((await countLive(deps.db, params.id, new Date(now))) >= MOST_LINKS) {
      throw new Refusal('conflict', {
        errors: [{ path: 'name', code: 'limit-reached', params: { most: MOST_LINKS } }],
      });
    }
    const promised = {
      linkId: newId(),
      wallboardId: params.id,
      customerId: String(board['customerId']),
      expiresAt: new Date(now + body.days * DAY),
      cidrs: body.cidrs,
    };
    const token = makeScreenToken(deps.secrets, promised);
    const made = await insertLink(deps.db, caller, {
      ...promised,
      id: promised.linkId,
      name: body.name,
      tokenHash: hashToken(token),
      wallboardName: String(board['name']),
    });
    return { ...toAnswer(made), url: `${deps.publicUrl()}/wallboard/screen#${token}` };
  });
  registerRoute(app, contract.revokeWallLink, async ({ caller, params }) => {
    if (!(await revokeLink(deps.db, caller, params.id, new Date(deps.now())))) throw new Refusal('not-found');
    // Its screens go dark at once.
    deps.sessions.announce({ kind: 'ended', sessionIds: [params.id] });
    return undefined;
  });
  registerOpening(app, deps);
};
