import { expect, it } from 'vitest';
import { withChanges } from './with-changes.ts';

it('changes the named fields and keeps those that are undefined', () => {
  const before = { name: 'North', weight: 1, hoursId: 'h1' as string | null };
  expect(withChanges(before, { weight: 2, name: undefined, hoursId: null })).toEqual({
    name: 'North',
    weight: 2,
    hoursId: null,
  });
});
