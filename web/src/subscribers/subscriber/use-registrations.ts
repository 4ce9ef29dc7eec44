import {
  listRegistrations,
  MOST_REGISTRATIONS,
  type Registration,
} from '@ringside/core/contract/subscribers/registrations.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../data/api/call.ts';

/** Polling interval in ms. The server caches an answer for about as long. */
const LOOK_AGAIN_MS = 10_000;

/** Returns registrations by subscriber id. Unknown ones are not in the map. */
export const useRegistrations = (ids: readonly string[]): ReadonlyMap<string, Registration> => {
  const asked = ids.slice(0, MOST_REGISTRATIONS).toSorted().join(',');
  const { data } = useQuery({
    queryKey: ['registrations', asked],
    queryFn: ({ signal }) => call(listRegistrations, { query: { ids: asked }, signal }),
    enabled: asked !== '',
    refetchInterval: LOOK_AGAIN_MS,
  });
  return new Map(data?.data.map((r) => [r.id, r]));
};
