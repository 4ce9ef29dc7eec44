import {
  addQueueMember,
  listQueueMembers,
  type QueueMember,
  removeQueueMember,
  updateQueueMember,
} from '@ringside/core/contract/queues/queue-members.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../data/api/call.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { useTell } from '../../ui/use-tell.ts';

export type MemberEdit =
  | { readonly do: 'add'; readonly subscriberId: string; readonly kind: QueueMember['kind'] }
  | {
      readonly do: 'change';
      readonly id: string;
      readonly to: Partial<Pick<QueueMember, 'kind' | 'penalty' | 'position'>>;
    }
  | { readonly do: 'remove'; readonly id: string };

const send = async (queueId: string, edit: MemberEdit): Promise<void> => {
  switch (edit.do) {
    case 'add':
      await call(addQueueMember, {
        params: { id: queueId },
        body: { subscriberId: edit.subscriberId, kind: edit.kind },
      });
      return;
    case 'change':
      await call(updateQueueMember, { params: { id: queueId, memberId: edit.id }, body: edit.to });
      return;
    case 'remove':
      await call(removeQueueMember, { params: { id: queueId, memberId: edit.id } });
  }
};

/** Loads the members of a queue in order, and applies one change at a time. */
export const useQueueMembers = (queueId: string) => {
  const client = useQueryClient();
  const errorText = useErrorText();
  const tell = useTell();
  const key = ['/queues', 'members', queueId] as const;
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(listQueueMembers, { params: { id: queueId }, signal }),
  });
  const change = useMutation({
    mutationFn: (edit: MemberEdit) => send(queueId, edit),
    onError: (error) => tell.failed(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  return { query, members: query.data?.data ?? [], change: change.mutate, busy: change.isPending };
};
