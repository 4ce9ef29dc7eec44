import { expect, it } from 'vitest';
import type { LiveEvent } from '@ringside/core/live/event.ts';
import type { LiveBatch, PbxSnapshot } from '@ringside/core/live/feed.ts';
import { followStreams } from './stream-follower.ts';

const eventsOf = (at: number): readonly LiveEvent[] => [
  { kind: 'queue-removed', serverId: 1, at, owner: { customerId: null, callcenterId: null }, queue: 'sales' },
];
const batch = (epoch: number, seq: number): LiveBatch => {
  const at = epoch * 100 + seq;
  return { serverId: 1, epoch, seq, at, events: eventsOf(at) };
};

/** A follower of server 1. `applied` has the times of its events. */
const openFollower = (snapshot: () => Promise<PbxSnapshot | null>) => {
  const applied: number[] = [];
  let send: (batch: LiveBatch) => void = () => undefined;
  const follower = followStreams({
    feed: {
      snapshot,
      subscribe: (onBatch) => {
        send = onBatch;
        return () => undefined;
      },
    },
    apply: (events) => applied.push(...events.map((e) => e.at)),
    knows: () => true,
    onError: (error) => {
      throw error;
    },
  });
  return { applied, follower, send: (epoch: number, seq: number) => send(batch(epoch, seq)) };
};
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('applies each batch of an epoch once', () => {
  const { applied, send, follower } = openFollower(() => Promise.reject(new Error('not needed')));
  for (const seq of [1, 2, 2, 1, 3]) send(1, seq);
  expect([applied, follower.gaps()]).toEqual([[101, 102, 103], 0]);
});

it('takes a snapshot after a gap, then applies only the newer batches', async () => {
  const { applied, send, follower } = openFollower(async () => batch(1, 4));
  for (const seq of [1, 3, 4, 5]) send(1, seq);
  await turn();
  send(1, 6);
  expect([applied, follower.gaps()]).toEqual([[101, 104, 105, 106], 1]);
});

it('takes a snapshot of a new epoch and drops batches of the epoch before', async () => {
  const { applied, send } = openFollower(async () => batch(2, 1));
  send(1, 1);
  send(2, 1);
  send(1, 2);
  await turn();
  send(1, 3);
  send(2, 2);
  expect(applied).toEqual([101, 201, 202]);
});
