import { describe, expect, it } from 'vitest';
import { findQueueTrouble, type QueueFacts } from './find-queue-trouble.ts';

const NOW = 1_700_000_000_000;
const queue = (over: Partial<QueueFacts>): QueueFacts => ({
  ...{ key: `1\t${over.name ?? 'q'}`, name: 'q', callcenterId: 'c', waiting: 0, oldest: null, present: 3 },
  ...{ thresholdSeconds: 20, serviceLevel: null },
  ...over,
});
const of = (...queues: QueueFacts[]) => findQueueTrouble(queues, (id) => (id === 'c' ? 80 : undefined), NOW);
const since = (seconds: number) => ({ waiting: 1, oldest: NOW - seconds * 1000 });

describe('findQueueTrouble: a queue', () => {
  it.each<[string, Partial<QueueFacts>, string | undefined]>([
    ['without callers or figures is well', {}, undefined],
    ['at its target is well', { serviceLevel: 80_000 }, undefined],
    ['below its target is in breach', { serviceLevel: 79_999 }, 'breach'],
    ['of a call center whose target is not known has no trouble', { serviceLevel: 0, callcenterId: 'x' }, undefined],
    ['of no call center has no trouble', { serviceLevel: 0, callcenterId: null }, undefined],
    ['with a caller has one waiting', since(20), 'waiting'],
    ['with a caller beyond the threshold is late', since(20.001), 'late'],
    ['without a threshold has nobody late', { ...since(900), thresholdSeconds: null }, 'waiting'],
    ['with callers and no agent has nobody', { ...since(1), present: 0 }, 'nobody'],
    ['without callers needs no agent', { present: 0 }, undefined],
  ])('%s', (_, facts, trouble) => expect(of(queue(facts))[0]?.trouble).toBe(trouble));
});

it('sorts by severity, then the longest wait, then the lowest service level, then the name', () => {
  const all = [
    queue({ name: 'w', ...since(3) }),
    queue({ name: 'b2', serviceLevel: 70_000 }),
    queue({ name: 'l1', ...since(30) }),
    queue({ name: 'b1', serviceLevel: 60_000 }),
    queue({ name: 'n', ...since(1), present: 0 }),
    queue({ name: 'l2', ...since(60), serviceLevel: 1 }),
    queue({ name: 'b0', serviceLevel: 70_000 }),
  ];
  expect(of(...all).map((q) => q.name)).toEqual(['n', 'l2', 'l1', 'b1', 'b0', 'b2', 'w']);
});
