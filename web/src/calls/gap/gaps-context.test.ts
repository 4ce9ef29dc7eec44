import { describe, expect, it } from 'vitest';
import { gapsOf, type ShownGap } from './gaps-context.ts';

const gap = (change: Partial<ShownGap>): ShownGap => ({
  ...{ id: 'a', serverId: 2, serverName: 'PBX 2', cause: 'link', calls: null, queues: null },
  ...{ from: '2026-11-20T10:02:00Z', to: '2026-11-20T10:05:00Z' },
  ...{ fromAt: Date.parse('2026-11-20T10:02:00Z'), toAt: Date.parse('2026-11-20T10:05:00Z') },
  ...change,
});

describe('gaps of a report', () => {
  const caughtUp = gap({ id: 'b', queues: { at: '2026-11-20T12:00:00Z', recovered: 3 } });
  const { touching } = gapsOf([gap({}), caughtUp], [], 'queues', 'UTC');

  it.each([
    ['its hour', { group: 'hour', value: '10' } as const, null, ['a']],
    ['another hour', { group: 'hour', value: '11' } as const, null, []],
    ['its cell of the week', { group: 'cell', value: '5 10' } as const, null, ['a']],
    ['all of it', { group: 'all' } as const, 2, ['a']],
    ['another PBX', { group: 'all' } as const, 1, []],
  ])('affect %s until they are recovered', (_, where, serverId, expected) =>
    expect(touching(where, serverId).map(({ id }) => id)).toEqual(expected),
  );

  it('are recovered separately for calls and queues', () =>
    expect(gapsOf([caughtUp], [], 'calls', 'UTC').touching({ group: 'all' }, null)).toHaveLength(1));
});
