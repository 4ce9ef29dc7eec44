import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { eachAtOnce } from './at-once.ts';

const items = Array.from({ length: 100 }, (_, i) => i);

it('runs every item once, in order, 16 at a time', async () => {
  const begun: number[] = [];
  let underWay = 0;
  let most = 0;
  await eachAtOnce(items, async (item) => {
    begun.push(item);
    underWay += 1;
    most = Math.max(most, underWay);
    await turn();
    underWay -= 1;
  });
  expect(begun).toEqual(items);
  expect(most).toBe(16);
});

it('starts nothing after an error, waits for the items under way, and rejects with the first error', async () => {
  const ended: number[] = [];
  const work = eachAtOnce(items, async (item) => {
    await turn();
    if (item === 3 || item === 5) throw new Error(`item ${item}`);
    await turn();
    ended.push(item);
  });
  await expect(work).rejects.toThrow('item 3');
  expect(ended.length).toBeLessThan(30);
  const before = ended.length;
  await turn();
  await turn();
  expect(ended.length).toBe(before);
});

it('does nothing without items', async () => {
  await eachAtOnce([], () => Promise.reject(new Error('no item')));
});
