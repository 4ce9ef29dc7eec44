import {
  MOST_STATES,
  queueStates,
  type RowProvisioning,
  subscriberStates,
} from '@ringside/core/contract/row-provisioning.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** What was changed a moment ago is on the PBX some seconds later. */
const LOOK_AGAIN_MS = 5_000;

/** How rows stand on their PBX, by id; a row that is not in the map is not known yet. */
export const useRowStates = (
  kind: 'subscriber' | 'queue',
  ids: readonly string[],
): ReadonlyMap<string, RowProvisioning> => {
  const asked = ids.slice(0, MOST_STATES).toSorted().join(',');
  const { data } = useQuery({
    queryKey: ['/provisioning', kind, asked],
    queryFn: ({ signal }) => {
      const input = { query: { ids: asked }, signal };
      return kind === 'subscriber' ? call(subscriberStates, input) : call(queueStates, input);
    },
    enabled: asked !== '',
    refetchInterval: LOOK_AGAIN_MS,
  });
  return new Map(data?.data.map((row) => [row.id, row]));
};
