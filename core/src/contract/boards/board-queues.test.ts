import { describe, expect, it } from 'vitest';
import { boardQueueIds, pagesWithQueues, queuesOfBoard } from './board-queues.ts';
import type { Tile, WallPage } from './wallboard.ts';

const [A, B, C] = ['a', 'b', 'c'].map((x) => `00000000-0000-4000-8000-00000000000${x}`) as [string, string, string];
const placed = (id: string) => ({ id, width: 1, height: 1, title: '' });
const queue = (id: string, queueId: string): Tile => ({
  ...placed(id),
  kind: 'queue',
  queueId,
  figures: ['waiting'],
  thresholds: [],
});
const agents = (id: string, queueIds: string[]): Tile => ({ ...placed(id), kind: 'agents', queueIds });
const clock: Tile = { ...placed('clock'), kind: 'clock', timezone: null };
const page = (...tiles: Tile[]): WallPage => ({ name: '', tiles });

describe('queues of a board', () => {
  it.each<[string, WallPage[], string[]]>([
    ['of nothing but a clock are none', [page(clock)], []],
    ['are those of all pages, each once', [page(queue('1', A), agents('2', [A, B])), page(queue('3', B))], [A, B]],
    ['are all where a tile shows all', [page(queue('1', A)), page(agents('2', []))], [A, B, C]],
  ])('%s', (_name, pages, ids) => {
    const all = [A, B, C].map((id) => ({ id }));
    expect(queuesOfBoard(pages, all).map((q) => q.id)).toEqual(ids);
  });

  it('are null when a tile shows all queues', () => expect(boardQueueIds([page(agents('1', []))])).toBeNull());

  it('keep only the copying user’s visible queues, and tiles with all queues stay', () => {
    const pages = [page(queue('1', A), queue('2', B), agents('3', [A, C]), agents('4', [B]), agents('5', []), clock)];
    expect(pagesWithQueues(pages, new Set([A, C]))).toEqual([
      page(queue('1', A), agents('3', [A, C]), agents('5', []), clock),
    ]);
  });
});
