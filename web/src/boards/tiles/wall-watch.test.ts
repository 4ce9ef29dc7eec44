import type { BoardView } from '@ringside/core/contract/boards/wallboard.ts';
import { emptyToday } from '@ringside/core/reports/queue-today.ts';
import type { CallerRow, MemberRow, QueueRow } from '@ringside/core/live/state.ts';
import { describe, expect, it } from 'vitest';
import { createLiveStore } from '../../data/live/store.ts';
import { valuesOf } from './wall-values.ts';
import { createWallWatch } from './wall-watch.ts';

const NOW = 1_795_000_300_000;
const owner = { customerId: 'acme', callcenterId: 'north' };
const QUEUE = { id: 'q1', serverId: 1, name: 'sales', label: 'Sales' };
const OTHER = { id: 'q2', serverId: 1, name: 'help', label: 'Help' };
const SETTINGS = { timeZone: 'UTC', formula: 3, thresholdSeconds: 20, shortAbandonSeconds: 5 };

const make = () => createLiveStore({ now: () => NOW, clock: () => 0, later: () => undefined });
type Store = ReturnType<typeof make>;

const addQueue = (store: Store, name: string, today: Partial<QueueRow['today'] & object>): void => {
  const row = {
    ...{ serverId: 1, name, owner, max: 0, strategy: 'ringall', holdtime: 0, talktime: 0, completed: 0, abandoned: 0 },
    ...{ serviceLevel: 20, serviceLevelPerf: 0, weight: 0 },
    today: { ...emptyToday('2026-11-21', SETTINGS), ...today },
  };
  store.apply([{ kind: 'queue', serverId: 1, at: NOW, row }]);
};
const addCaller = (store: Store, queue: string, uniqueid: string, joinedAt: number): void => {
  const row = { serverId: 1, queue, owner, uniqueid, joinedAt, status: 1, position: 1 } as CallerRow;
  store.apply([{ kind: 'caller', serverId: 1, at: NOW, row }]);
};
const addMember = (store: Store, queue: string, more: Partial<MemberRow>): void => {
  const row = {
    ...{ serverId: 1, queue, owner, name: 'Ana', interface: 'PJSIP/1', status: 1, lastCall: null, wrapupSeconds: 0 },
    ...{ ringing: false, paused: false, incall: false },
    ...more,
  } as MemberRow;
  const rest = { completes: false, holdSeconds: null, talkSeconds: null, ringMs: null, reason: null, uniqueid: null };
  store.apply([{ kind: 'member', serverId: 1, at: NOW, cause: 'QueueMember', row, ...rest }]);
};

describe('valuesOf', () => {
  it('covers the given queues, and counts an agent of two queues once', () => {
    const store = make();
    addQueue(store, 'sales', { received: 10, answered: 6, abandonedLong: 2, waitSeconds: 90, serviceLevel: 50_000 });
    addQueue(store, 'help', {
      received: 30,
      answered: 4,
      waitSeconds: 10,
      talkSeconds: 99,
      completed: 3,
      serviceLevel: 90_000,
    });
    addCaller(store, 'sales', '1', NOW - 42_000);
    addCaller(store, 'help', '2', NOW - 7_000);
    for (const queue of ['sales', 'help']) addMember(store, queue, {});
    addMember(store, 'help', { interface: 'PJSIP/2', paused: true });
    addMember(store, 'help', { interface: 'PJSIP/3', status: 5 });
    expect(valuesOf(store, [QUEUE], NOW)).toEqual({
      ...{ waiting: 1, longestWait: 42, available: 1, ringing: 0, incall: 0, paused: 0, signedIn: 1 },
      ...{ serviceLevel: 50_000, received: 10, answered: 6, abandoned: 2, averageWait: 15, averageTalk: null },
    });
    expect(valuesOf(store, [QUEUE, OTHER], NOW)).toEqual({
      ...{ waiting: 2, longestWait: 42, available: 1, ringing: 0, incall: 0, paused: 1, signedIn: 2 },
      ...{ serviceLevel: 80_000, received: 40, answered: 10, abandoned: 2, averageWait: 10, averageTalk: 33 },
    });
  });

  it('returns null for a queue that the PBX does not have', () => {
    expect(new Set(Object.values(valuesOf(make(), [QUEUE], NOW)))).toEqual(new Set([null]));
  });
});

describe('createWallWatch', () => {
  const tile = (id: string): BoardView['pages'][number]['tiles'][number] => ({
    ...{ kind: 'queue', id, width: 1, height: 1, title: '', queueId: 'q1', figures: ['waiting'] },
    thresholds: [{ figure: 'waiting', warn: 1, bad: 2, holdSeconds: 3, margin: 0 }],
  });
  const board = {
    queues: [QUEUE],
    pages: [
      { name: '', tiles: [tile('a')] },
      { name: '', tiles: [tile('a')] },
    ],
  };

  it('covers hidden pages, reports red figures, and does not grow over time', () => {
    const store = make();
    addQueue(store, 'sales', {});
    const watch = createWallWatch(board, store);
    const level = (page: number, second: number) =>
      watch.look(NOW + second * 1000).tiles.get(`${page} a`)?.levels.waiting;
    expect(level(0, 0)).toBe('ok');
    addCaller(store, 'sales', '1', NOW);
    addCaller(store, 'sales', '2', NOW);
    expect([level(0, 1), level(0, 3), level(0, 3), level(1, 4)]).toEqual(['ok', 'ok', 'ok', 'bad']);
    expect(watch.look(NOW + 4000).red).toEqual(new Set(['0 a waiting', '1 a waiting']));
    for (let second = 5; second < 20_000; second++) watch.look(NOW + second * 1000);
    expect(watch.size()).toBe(2);
  });
});
