// Indexes audiences by customer and by server, so that the cost of an event depends only on the audiences that may see it.
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

type Audiences = Map<string | number, Set<Audience>>;

const addTo = (index: Audiences, key: string | number, audience: Audience): void => {
  const audiences = index.get(key);
  if (audiences === undefined) index.set(key, new Set([audience]));
  else audiences.add(audience);
};

const removeFrom = (index: Audiences, key: string | number, audience: Audience): void => {
  const audiences = index.get(key);
  audiences?.delete(audience);
  if (audiences?.size === 0) index.delete(key);
};

const serversSeenBy = (viewer: Viewer): readonly number[] => (viewer.reach === 'platform' ? [] : viewer.serverIds);

export const createAudienceIndex = (): AudienceIndex => {
  const byKey = new Map<string, Audience>();
  const ofPlatform = new Set<Audience>();
  const byCustomer: Audiences = new Map();
  const byServer: Audiences = new Map();

  return {
    find: (viewer) => byKey.get(viewerKey(viewer)),
    add: (audience) => {
      byKey.set(viewerKey(audience.viewer), audience);
      const customerIds = customersSeenBy(audience.viewer);
      if (customerIds === null) ofPlatform.add(audience);
      for (const id of customerIds ?? []) addTo(byCustomer, id, audience);
      for (const id of serversSeenBy(audience.viewer)) addTo(byServer, id, audience);
    },
    remove: (audience) => {
      byKey.delete(viewerKey(audience.viewer));
      ofPlatform.delete(audience);
      for (const id of customersSeenBy(audience.viewer) ?? []) removeFrom(byCustomer, id, audience);
      for (const id of serversSeenBy(audience.viewer)) removeFrom(byServer, id, audience);
    },
    of: (event) => {
      const customerIds = customersOfEvent(event);
      const audiences = new Set(ofPlatform);
      if (customerIds === null) {
        for (const audience of byServer.get(event.serverId) ?? []) audiences.add(audience);
        return audiences;
      }
      for (const id of customerIds) for (const audience of byCustomer.get(id ?? '') ?? []) audiences.add(audience);
      return audiences;
    },
    all: () => byKey.values(),
    get size() {
      return byKey.size;
    },
  };
};
