import type * as callcenterContract from '@ringside/core/contract/queues/call-center.ts';
import type * as liveContract from '@ringside/core/contract/live/live.ts';
import { queueKey } from '@ringside/core/live/state.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { type Address, call } from '../api/call.ts';
import { useCan } from '../api/use-can.ts';

type QueueNames = typeof liveContract.getLiveQueueNames;
type Callcenters = (typeof callcenterContract.callcenters)['routes']['list'];
const QUEUE_NAMES: Address<QueueNames> = { method: 'GET', path: '/live/queue-names' };
const CALLCENTERS: Address<Callcenters> = { method: 'GET', path: '/callcenters' };

/** Returns the display names of queues by key. Queues without one use their PBX name. */
export const useQueueNames = (): ((key: string) => string | undefined) => {
  const can = useCan();
  const { data } = useQuery({
    queryKey: ['/queues', 'names'],
    queryFn: ({ signal }) => call<QueueNames>(QUEUE_NAMES, { signal }),
    enabled: can('read', 'live'),
    staleTime: 5 * 60_000,
  });
  const names = useMemo(() => new Map((data?.data ?? []).map((q) => [queueKey(q.serverId, q.name), q.label])), [data]);
  return useCallback((key: string) => names.get(key), [names]);
};

/** Returns the call centers by id, with their pause reasons and targets. */
export const useCallcenters = () => {
  const can = useCan();
  const { data } = useQuery({
    queryKey: ['/callcenters', 'live'],
    queryFn: ({ signal }) => call<Callcenters>(CALLCENTERS, { query: { perPage: 500 }, signal }),
    enabled: can('read', 'callcenter'),
    staleTime: 5 * 60_000,
  });
  return useMemo(() => new Map((data?.data ?? []).map((c) => [c.id, c])), [data]);
};
