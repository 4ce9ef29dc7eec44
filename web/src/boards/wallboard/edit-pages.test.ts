import { CreateWallboard, TILE_KINDS, type Tile, type WallPage } from '@ringside/core/contract/boards/wallboard.ts';
import { describe, expect, it } from 'vitest';
import { freeId, insertTile, moveTile, newTile, removeTile, resizeTile } from './edit-pages.ts';

const clock = (id: string, more: Partial<Tile> = {}): Tile =>
  ({ kind: 'clock', id, width: 1, height: 1, title: '', timezone: null, ...more }) as Tile;
const page = (...ids: string[]): WallPage => ({ name: '', tiles: ids.map((id) => clock(id)) });
const ids = (p: WallPage): string => p.tiles.map((t) => t.id).join('');

describe('tiles of a page', () => {
  it.each([
    ['a', 1, 'bac'],
    ['a', 2, 'bca'],
    ['c', 0, 'cab'],
    ['b', 1, 'abc'],
    ['a', -1, 'abc'],
    ['a', 9, 'bca'],
    ['x', 0, 'abc'],
  ])('%s moved to %i: %s', (id, to, expected) => expect(ids(moveTile(page('a', 'b', 'c'), id, to))).toBe(expected));

  it.each([
    [{ width: 1 }, 2, 1],
    [{ width: 9 }, 4, 1],
    [{ width: -1 }, 1, 1],
    [{ height: 2 }, 1, 3],
  ])('resize by %o to %i × %i', (by, width, height) =>
    expect(resizeTile(page('a', 'b'), 'a', by).tiles).toEqual([clock('a', { width, height }), clock('b')]),
  );

  it('can be added and removed', () => {
    expect(ids(insertTile(page('a', 'b'), clock('x'), 1))).toBe('axb');
    expect(ids(insertTile(page('a', 'b'), clock('x')))).toBe('abx');
    expect(ids(removeTile(page('a', 'b'), 'a'))).toBe('b');
    expect(freeId(page('t1', 't3'))).toBe('t2');
  });

  it('start with values that the contract accepts, and a queue that is not shown yet', () => {
    const queues = ['1', '2'].map((n) => ({
      id: `00000000-0000-4000-8000-00000000000${n}`,
      serverId: 1,
      name: n,
      label: n,
    }));
    let made: WallPage = { name: '', tiles: [] };
    for (const kind of [...TILE_KINDS, 'queue'] as const) {
      const tile = newTile(kind, made, queues, 'Hello');
      made = insertTile(made, tile as Tile);
    }
    expect(CreateWallboard.safeParse({ name: 'x', pages: [made] })).toMatchObject({
      success: true,
      data: { pages: [made] },
    });
    expect(made.tiles.flatMap((t) => (t.kind === 'queue' ? [t.queueId] : []))).toEqual(queues.map((q) => q.id));
    expect(newTile('queue', made, [], '')).toBeNull();
  });
});
