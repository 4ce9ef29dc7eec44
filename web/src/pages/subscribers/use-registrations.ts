import { listRegistrations, MOST_REGISTRATIONS, type Registration } from '@ringside/core/contract/registrations.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** The server keeps an answer about as long. */
const LOOK_AGAIN_MS = 10_000;

/** By the line's id; a line that is not in the map is not known yet. */
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
