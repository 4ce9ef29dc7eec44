import type * as queueContract from '@ringside/core/contract/queues/queue.ts';
import type { BoardQueue } from '@ringside/core/contract/boards/wallboard.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Address, call } from '../../data/api/call.ts';
import { useCan } from '../../data/api/use-can.ts';

type List = (typeof queueContract.queues)['routes']['list'];
const QUEUES: Address<List> = { method: 'GET', path: '/queues' };
const NONE: readonly BoardQueue[] = [];

/** Returns the queues that a board of this customer may show; null until known. */
export const useBoardQueues = (customerId: string): readonly BoardQueue[] | null => {
  const can = useCan();
  const may = can('read', 'queue');
  const { data } = useQuery({
    queryKey: ['/queues', 'of-board', customerId],
    queryFn: ({ signal }) => call<List>(QUEUES, { query: { perPage: 500, ...{ customerId }, sort: 'label' }, signal }),
    enabled: may,
  });
  return useMemo(
    () =>
      data?.data.map(({ id, serverId, name, label }) => ({ id, serverId, name, label: label || name })) ??
      (may ? null : NONE),
    [data, may],
  );
};
