import type * as contract from '@ringside/core/contract/wallboards.ts';
import type { BoardDay, BoardView, Tile } from '@ringside/core/contract/wallboards.ts';
import type * as links from '@ringside/core/contract/wallboard-links.ts';
import { queryOptions } from '@tanstack/react-query';
import { type Address, call } from '../../api/call.ts';

// Literals instead of the contract's values: a screen on the wall fetches no schemas.
const VIEW: Address<typeof contract.viewWallboard> = { method: 'GET', path: '/wallboards/:id/view' };
const DAY: Address<typeof contract.wallboardDay> = { method: 'GET', path: '/wallboards/:id/day' };
const OPEN: Address<typeof links.openWallLink> = { method: 'POST', path: '/wallboards/open' };
const OPEN_DAY: Address<typeof links.wallLinkDay> = { method: 'POST', path: '/wallboards/open/day' };

const MINUTE = 60_000;

export const viewQuery = (id: string) =>
  queryOptions({
    queryKey: ['/wallboards', 'view', id],
    queryFn: ({ signal }) => call<typeof contract.viewWallboard>(VIEW, { params: { id }, signal }),
    refetchInterval: MINUTE,
  });

const tellsOfToday = (tiles: readonly Tile[]): boolean =>
  tiles.some((t) => t.kind === 'chart' || t.kind === 'queue' || t.kind === 'totals');

/** Only a board with figures of today asks for it. `token`: of the link that the screen was opened by. */
export const dayQuery = (board: Pick<BoardView, 'id' | 'pages'> | undefined, token: string | null) =>
  queryOptions({
    queryKey: ['/wallboards', 'day', board?.id, token === null ? 'own' : 'link'],
    queryFn: ({ signal }): Promise<BoardDay> =>
      token === null
        ? call<typeof contract.wallboardDay>(DAY, { params: { id: board?.id ?? '' }, signal })
        : call<typeof links.wallLinkDay>(OPEN_DAY, { body: { token }, signal }),
    enabled: board !== undefined && tellsOfToday(board.pages.flatMap((p) => p.tiles)),
    refetchInterval: MINUTE,
  });

export const openLink = (token: string) => call<typeof links.openWallLink>(OPEN, { body: { token } });
