// Links that open a wallboard without a sign-in: create, list, revoke and open.
import type { FastifyInstance } from 'fastify';
import { networkRefusal } from '@ringside/core/access/acl.ts';
import { inNetworks } from '@ringside/core/access/network.ts';
import * as contract from '@ringside/core/contract/boards/wallboard-links.ts';
import type { WallLink } from '@ringside/core/contract/boards/wallboard-links.ts';
import type { BoardView } from '@ringside/core/contract/boards/wallboard.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { ResourceStore } from '../../platform/db/rows/resource-store.ts';
import type { Origin } from '../../platform/caller/caller.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Secrets } from '../../platform/db/secrets/secrets.ts';
import type { SessionStore } from '../../platform/sessions/store.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { findScreenByHash, sawScreen, sessionOfScreen } from '../../platform/sessions/screen-queries.ts';
import type { Screen } from '../../platform/sessions/screen-queries.ts';
import { isScreenToken, makeScreenToken, verifyScreenToken } from '../../platform/sessions/screen-token.ts';
import { hashToken } from '../../platform/sessions/token.ts';
import { auditOpening, boardOfLink, countLive, insertLink, listLinks, revokeLink } from './link-queries.ts';
import type { LinkRow } from './link-queries.ts';
import { readDay, refuseWiderScreen, viewForScreen } from './queries.ts';
import type { WallboardRow } from './queries.ts';

interface Services {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly sessions: SessionStore;
  readonly publicUrl: () => string;
  readonly now: () => number;
}

const DAY = 86_400_000;
const SEEN_MS = 60_000;
/** Maximum of active links per board. */
const MOST_LINKS = 50;

const toAnswer = (row: LinkRow): WallLink => ({
  ...row,
  cidrs: [...row.cidrs],
  expiresAt: row.expiresAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
});

/**
 * Returns what a token opens from this address. Every refusal is the same 404, so it reveals nothing, and unlike 401 does not sign
 * out the browser.
 */
const screenOf = async (
  deps: Pick<Services, 'now' | 'db' | 'secrets'>,
  token: string,
  origin: Origin,
): Promise<Screen> => {
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

const boardOf = async (deps: { readonly db: Db }, screen: Screen): Promise<BoardView> => {
  const board = await viewForScreen(deps.db, screen.wallboardId, screen.queues);
  if (board === null) throw new Refusal('not-found');
  return board;
};

/** Records that a link was opened: at most once a minute per address, although a screen may reconnect more often. */
const noteOpening = async (
  deps: { readonly db: Db; readonly now: () => number },
  screen: Screen,
  board: BoardView,
  origin: Origin,
): Promise<void> => {
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

const registerOpening = (app: FastifyInstance, deps: Services): void => {
  registerRoute(app, contract.openWallLink, async ({ body, origin }) => {
    const screen = await screenOf(deps, body.token, origin);
    const board = await boardOf(deps, screen);
    await noteOpening(deps, screen, board, origin);
    const { ticket } = deps.sessions.tickets.make(screen.linkId, origin.ip);
    return { board, ticket, expiresAt: screen.expiresAt.toISOString() };
  });
  registerRoute(app, contract.getWallLinkDay, async ({ body, origin }) => {
    const screen = await screenOf(deps, body.token, origin);
    return readDay(deps.db, screen.customerId, await boardOf(deps, screen), deps.now());
  });
};

export const registerWallLinks = (app: FastifyInstance, deps: Services, store: ResourceStore<WallboardRow>): void => {
  registerRoute(app, contract.listWallLinks, async ({ caller, params }) => {
    const board = await store.get(caller, params.id);
    return { data: (await listLinks(deps.db, String(board.id), new Date(deps.now()))).map(toAnswer) };
  });
  registerRoute(app, contract.createWallLink, async ({ caller, params, body }) => {
    const board = await store.get(caller, params.id);
    await refuseWiderScreen(deps.db, caller, board);
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
      // A link expires no later than the account that creates it.
      expiresAt: new Date(Math.min(now + body.days * DAY, caller.endsAt ?? Infinity)),
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
    const boardId = await boardOfLink(deps.db, params.id);
    if (boardId === null) throw new Refusal('not-found');
    await refuseWiderScreen(deps.db, caller, await store.get(caller, boardId));
    if (!(await revokeLink(deps.db, caller, params.id, new Date(deps.now())))) throw new Refusal('not-found');
    // Closes the screens that use the link at once.
    deps.sessions.announce({ kind: 'ended', sessionIds: [params.id] });
    return undefined;
  });
  registerOpening(app, deps);
};
