import type * as contract from '@ringside/core/contract/boards/wallboard.ts';
import type { BoardDay, BoardView, Tile } from '@ringside/core/contract/boards/wallboard.ts';
import type * as links from '@ringside/core/contract/boards/wallboard-links.ts';
import { queryOptions } from '@tanstack/react-query';
import { type Address, call } from '../../data/api/call.ts';

// Literals instead of imports from the contract, so that a screen does not load the schemas.
const VIEW: Address<typeof contract.viewWallboard> = { method: 'GET', path: '/wallboards/:id/view' };
const DAY: Address<typeof contract.getWallboardDay> = { method: 'GET', path: '/wallboards/:id/day' };
const OPEN: Address<typeof links.openWallLink> = { method: 'POST', path: '/wallboards/open' };
const OPEN_DAY: Address<typeof links.getWallLinkDay> = { method: 'POST', path: '/wallboards/open/day' };

const MINUTE = 60_000;

export const viewQuery = (id: string) =>
  queryOptions({
    queryKey: ['/wallboards', 'view', id],
    queryFn: ({ signal }) => call<typeof contract.viewWallboard>(VIEW, { params: { id }, signal }),
    refetchInterval: MINUTE,
  });

const showsToday = (tiles: readonly Tile[]): boolean =>
  tiles.some((t) => t.kind === 'chart' || t.kind === 'queue' || t.kind === 'totals');

/** Loads figures of today only for boards that show some. `token`: token of the link that opened the screen. */
export const dayQuery = (board: Pick<BoardView, 'id' | 'pages'> | undefined, token: string | null) =>
  queryOptions({
    queryKey: ['/wallboards', 'day', board?.id, token === null ? 'own' : 'link'],
    queryFn: ({ signal }): Promise<BoardDay> =>
      token === null
        ? call<typeof contract.getWallboardDay>(DAY, { params: { id: board?.id ?? '' }, signal })
        : call<typeof links.getWallLinkDay>(OPEN_DAY, { body: { token }, signal }),
    enabled: board !== undefined && showsToday(board.pages.flatMap((p) => p.tiles)),
    refetchInterval: MINUTE,
  });

export const openLink = (token: string) => call<typeof links.openWallLink>(OPEN, { body: { token } });
