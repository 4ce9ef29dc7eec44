import {
  type MovePreview,
  moveCallcenter,
  moveQueue,
  previewCallcenterMove,
  previewQueueMove,
} from '@ringside/core/contract/queues/queue-moves.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../data/api/call.ts';

export interface MoveWishes {
  readonly numbers: boolean;
  readonly leaveMembers: boolean;
  readonly dropCallers: boolean;
}

const codesOf = (preview: MovePreview | undefined): ReadonlySet<string> =>
  new Set(preview?.queues.flatMap((queue) => queue.problems.map(({ code }) => code)));

/** State of a move of one queue, or of all queues of a call center. */
export const useQueueMove = (of: 'queue' | 'callcenter', id: string, onDone: (done: MovePreview) => void) => {
  const client = useQueryClient();
  const [target, setTarget] = useState<string | null>(null);
  const [wishes, setWishes] = useState<MoveWishes>({ numbers: true, leaveMembers: false, dropCallers: false });
  const params = { id };
  const serverId = Number(target);
  const preview = useQuery({
    queryKey: [of === 'queue' ? '/queues' : '/callcenters', 'move', id, serverId, wishes.numbers],
    queryFn: ({ signal }) => {
      const input = { params, query: { serverId, numbers: String(wishes.numbers) }, signal };
      return of === 'queue' ? call(previewQueueMove, input) : call(previewCallcenterMove, input);
    },
    enabled: target !== null,
    staleTime: 0,
    gcTime: 0,
  });
  const move = useMutation({
    mutationFn: () => {
      const input = { params, body: { serverId, ...wishes } };
      return of === 'queue' ? call(moveQueue, input) : call(moveCallcenter, input);
    },
    onSuccess: (done) => {
      onDone(done);
      return client.invalidateQueries({ predicate: (q) => q.queryKey[0] !== 'session' });
    },
    onError: () => preview.refetch(),
  });
  const plan = target === null ? undefined : preview.data;
  return { target, setTarget, wishes, setWishes, preview, move, plan, codes: codesOf(plan) };
};
