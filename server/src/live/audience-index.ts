// Indexes audiences by customer, so that the cost of an event depends only on the audiences that may see it.
import { customersOfEvent, customersSeenBy, viewerKey } from '@ringside/core/live/scope.ts';
import type { Viewer } from '@ringside/core/live/scope.ts';
import type { LiveEvent } from '@ringside/core/live/event.ts';
import type { Audience } from './socket/audience.ts';

interface AudienceIndex {
  find(viewer: Viewer): Audience | undefined;
  add(audience: Audience): void;
  remove(audience: Audience): void;
  /** Returns the audiences that may see the event. `scopeEvent` decides which parts each of them sees. */
  of(event: LiveEvent): Iterable<Audience>;
  all(): Iterable<Audience>;
  readonly size: number;
}

export const createAudienceIndex = (): AudienceIndex => {
  const byKey = new Map<string, Audience>();
  const ofPlatform = new Set<Audience>();
  const byCustomer = new Map<string, Set<Audience>>();

  return {
    find: (viewer) => byKey.get(viewerKey(viewer)),
    add: (audience) => {
      byKey.set(viewerKey(audience.viewer), audience);
      const customerIds = customersSeenBy(audience.viewer);
      if (customerIds === null) ofPlatform.add(audience);
      for (const id of customerIds ?? []) byCustomer.set(id, (byCustomer.get(id) ?? new Set()).add(audience));
    },
    remove: (audience) => {
      byKey.delete(viewerKey(audience.viewer));
      ofPlatform.delete(audience);
      for (const id of customersSeenBy(audience.viewer) ?? []) {
        const audiences = byCustomer.get(id);
        audiences?.delete(audience);
        if (audiences?.size === 0) byCustomer.delete(id);
      }
    },
    of: (event) => {
      const customerIds = customersOfEvent(event);
      if (customerIds === null) return byKey.values();
      const audiences = new Set(ofPlatform);
      for (const id of customerIds) for (const audience of byCustomer.get(id ?? '') ?? []) audiences.add(audience);
      return audiences;
    },
    all: () => byKey.values(),
    get size() {
      return byKey.size;
    },
  };
};
