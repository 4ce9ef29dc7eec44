import {
  MOST_STATES,
  listQueueProvisioning,
  type RowProvisioning,
  listSubscriberProvisioning,
} from '@ringside/core/contract/pbx/row-provisioning.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** A change reaches the PBX some seconds later. */
const LOOK_AGAIN_MS = 5_000;

/** Returns the provisioning state of rows by id. Rows that are not in the map are still unknown. */
export const useRowStates = (
  kind: 'subscriber' | 'queue',
  ids: readonly string[],
): ReadonlyMap<string, RowProvisioning> => {
  const asked = ids.slice(0, MOST_STATES).toSorted().join(',');
  const { data } = useQuery({
    queryKey: ['/provisioning', kind, asked],
    queryFn: ({ signal }) => {
      const input = { query: { ids: asked }, signal };
      return kind === 'subscriber' ? call(listSubscriberProvisioning, input) : call(listQueueProvisioning, input);
    },
    enabled: asked !== '',
    refetchInterval: LOOK_AGAIN_MS,
  });
  return new Map(data?.data.map((row) => [row.id, row]));
};
