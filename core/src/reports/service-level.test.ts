import { expect, it } from 'vitest';
import { serviceLevel } from './service-level.ts';

const textbook = {
  answered: 1000,
  answeredInTime: 860,
  abandoned: 60,
  abandonedInTime: 20,
  abandonedShort: 10,
  flowOuts: 40,
};

it.each([
  [1, 86_000],
  [2, 83_019],
  [3, 81_132],
  [4, 82_692],
  [5, 82_075],
  [6, 81_905],
  [7, 78_182],
])('formula %i of the example data', (formula, expected) => expect(serviceLevel(textbook, formula)).toBe(expected));

it('returns null without calls', () => {
  const none = { ...textbook, answered: 0, answeredInTime: 0, abandoned: 0, abandonedInTime: 0, abandonedShort: 0 };
  expect(serviceLevel(none, 3)).toBeNull();
  expect(serviceLevel({ ...none, flowOuts: 0 }, 7)).toBeNull();
});
