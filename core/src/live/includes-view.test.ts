import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { includesView } from './includes-view.ts';
import { reduce } from './reduce.ts';
import { scope, type Viewer } from './scope.ts';
import { emptyState } from './state.ts';
import { history } from './testing/arbitrary-event.ts';
import { VIEWERS } from './testing/owners-and-viewers.ts';

const GROWN: readonly Viewer[] = [
  { reach: 'customer', customerId: 'acme', serverIds: [1] },
  { reach: 'team', customerId: 'acme', callcenterIds: ['acme-north', 'acme-south'], serverIds: [1, 2] },
  { reach: 'subtree', customerIds: ['acme', 'globex', 'initech'], serverIds: [1, 2, 3] },
];
const ALL = [...VIEWERS, ...GROWN];

describe('includesView', () => {
  it.each<[Viewer, Viewer, boolean]>([
    [VIEWERS[1]!, GROWN[0]!, true],
    [GROWN[0]!, VIEWERS[1]!, false],
    [GROWN[1]!, VIEWERS[3]!, true],
    [VIEWERS[3]!, GROWN[1]!, false],
    [GROWN[2]!, VIEWERS[5]!, true],
    [VIEWERS[5]!, GROWN[2]!, false],
    [{ ...GROWN[2]!, reach: 'subtree', masks: ['caller-number'] } as Viewer, VIEWERS[5]!, false],
    [VIEWERS[1]!, VIEWERS[9]!, false],
    [VIEWERS[1]!, VIEWERS[2]!, false],
  ])('compares customers, call centers, servers, masks and rules (%#)', (wider, narrower, expected) => {
    expect(includesView(wider, narrower)).toBe(expected);
  });

  it('is true only if the wider view has every row of the narrower one', () => {
    fc.assert(
      fc.property(history(40), (events) => {
        const state = emptyState();
        for (const event of events) reduce(state, event);
        for (const wider of ALL)
          for (const narrower of ALL) {
            if (!includesView(wider, narrower)) continue;
            const [more, less] = [scope(state, wider), scope(state, narrower)];
            for (const table of ['servers', 'quality', 'queues', 'members', 'callers', 'calls'] as const)
              for (const key of less[table].keys()) expect(more[table].has(key)).toBe(true);
          }
      }),
    );
  });
});
