import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CarryOver } from './carry-over.ts';
import { carriedOver } from './carry-over.ts';

it.each<[string, CarryOver, number[], number | undefined, number]>([
  ['all of it, of two quiet periods', 'all', [0, 0], undefined, 200],
  ['no more than the cap', 'all', [0, 0], 150, 150],
  ['less than the cap as it is', 'all', [70], 150, 30],
  ['what was capped is spent first', 'all', [0, 20], 50, 50],
  ['a busy period eats into it', 'all', [0, 130], 50, 20],
  ['for one period, capped', 'one_period', [0, 0], 40, 40],
  ['nothing at a cap of nothing', 'all', [0, 0], 0, 0],
  ['nothing where nothing stays', 'none', [0], 40, 0],
])('%s', (_name, policy, used, cap, expected) => {
  const periods = used.map((each) => ({ granted: 100, used: each }));
  expect(carriedOver(policy, periods, cap)).toBe(expected);
});

it('equals a simulation that spends one unit at a time', () => {
  const policies = fc.constantFrom<CarryOver>('none', 'one_period', 'all');
  const periodsOf = fc.array(fc.record({ granted: fc.nat(30), used: fc.nat(50) }), { maxLength: 8 });
  const cap = fc.option(fc.nat(60), { nil: undefined });
  fc.assert(
    fc.property(policies, periodsOf, cap, (policy, periods, most) => {
      let old: string[] = [];
      for (const { granted, used: spent } of periods) {
        const pile = [...old, ...Array.from({ length: granted }, () => 'own')].slice(spent);
        const stays = policy === 'none' ? [] : policy === 'all' ? pile : pile.filter((one) => one === 'own');
        old = stays.slice(0, most ?? stays.length).map(() => 'carried');
      }
      expect(carriedOver(policy, periods, most)).toBe(old.length);
    }),
    { numRuns: 300 },
  );
});
