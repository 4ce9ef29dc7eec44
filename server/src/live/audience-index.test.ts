import { expect, it } from 'vitest';
import type { Viewer } from '@ringside/core/live/scope.ts';
import type { LiveEvent } from '@ringside/core/live/event.ts';
import { createAudienceIndex } from './audience-index.ts';
import { createAudience } from './socket/audience.ts';

const fail = (error: unknown): never => {
  throw error;
};
const customer = (customerId: string): Viewer => ({ reach: 'customer', customerId, serverIds: [1] });
const summary = (customerId: string | null): LiveEvent => ({
  ...{ kind: 'queue-summary', serverId: 1, at: 0, queue: 'sales', holdtime: 0, talktime: 0 },
  owner: { customerId, callcenterId: null },
});
const removed: LiveEvent = { kind: 'server-removed', serverId: 1, at: 0 };

const indexOf = (viewers: readonly Viewer[]) => {
  const index = createAudienceIndex();
  const audiences = viewers.map((viewer) => createAudience(viewer, () => 20, fail));
  for (const audience of audiences) index.add(audience);
  return { index, audiences };
};

it('offers an event of a customer once to the platform, to the customer and to its resellers', () => {
  const { index, audiences } = indexOf([
    { reach: 'platform' },
    customer('acme'),
    customer('globex'),
    { reach: 'subtree', customerIds: ['acme', 'reseller'], serverIds: [1] },
  ]);
  const [platform, acme, globex, reseller] = audiences;
  expect([...index.of(summary('acme'))]).toEqual([platform, acme, reseller]);
  expect([...index.of(summary('globex'))]).toEqual([platform, globex]);
  expect([...index.of(summary(null))]).toEqual([platform]);
  expect([...index.of(removed)]).toEqual(audiences);
});

it('does not return an audience after it was removed', () => {
  const { index, audiences } = indexOf([customer('acme'), customer('globex')]);
  expect(index.find(customer('acme'))).toBe(audiences[0]);
  index.remove(audiences[0]!);
  expect(index.find(customer('acme'))).toBeUndefined();
  expect([...index.of(summary('acme')), ...index.of(removed)]).toEqual([audiences[1]]);
  expect(index.size).toBe(1);
});

it('offers an event of a whole server to the platform and to viewers who use the server', () => {
  const { index, audiences } = indexOf([
    { reach: 'platform' },
    { reach: 'customer', customerId: 'acme', serverIds: [1, 2] },
    { reach: 'customer', customerId: 'globex', serverIds: [2] },
  ]);
  const [platform, acme, globex] = audiences;
  expect([...index.of(removed)]).toEqual([platform, acme]);
  expect([...index.of({ ...removed, serverId: 2 })]).toEqual([platform, acme, globex]);
  expect([...index.of({ ...removed, serverId: 3 })]).toEqual([platform]);
  index.remove(acme!);
  expect([...index.of(removed)]).toEqual([platform]);
});
