import { ActionIcon, Group } from '@mantine/core';
import type { Callcenter } from '@ringside/core/contract/queues/call-center.ts';
import { type User, users } from '@ringside/core/contract/access/user.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Users, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { displayName } from '../../data/api/person.ts';
import { useCan } from '../../data/api/use-can.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { listQuery } from '../../data/list/resource-queries.ts';
import { RefSelect } from '../../data/form/RefSelect.tsx';
import { useRoleName } from '../../access/shared/use-role-name.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import links from '../../ui/links.module.css';
import { Panel } from '../../ui/Panel.tsx';
import { useTell } from '../../ui/use-tell.ts';
import classes from './Rows.module.css';

/** Adds a user to the call center or removes them. The user's record holds the assignment. */
const useAssign = (callcenterId: string) => {
  const errorText = useErrorText();
  const tell = useTell();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ user, on }: { user: User; on: boolean }) =>
      call(users.routes.update, {
        params: { id: user.id },
        headers: { 'if-match': `"${user.version}"` },
        body: {
          callcenterIds: on
            ? [...user.callcenterIds, callcenterId]
            : user.callcenterIds.filter((id) => id !== callcenterId),
        },
      }),
    onError: (error) => tell.failed(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: [users.path] }),
  });
};

/** Supervisors and agents of this call center. */
export function CallcenterTeam({ callcenter }: { readonly callcenter: Callcenter }) {
  const { t } = useTranslation('callcenter');
  const can = useCan();
  const roleName = useRoleName();
  const errorText = useErrorText();
  const everyone = useQuery(listQuery(users, { customerId: callcenter.customerId, perPage: 500 }));
  const team = (everyone.data?.data ?? []).filter((u) => u.callcenterIds.includes(callcenter.id));
  const assign = useAssign(callcenter.id);
  const add = (id: string | null | string[]): void => {
    const user = everyone.data?.data.find((u) => u.id === id);
    if (user) assign.mutate({ user, on: true });
  };
  return (
    <Panel
      title={t('team.title')}
      description={t('team.hint')}
      flush
      actions={
        can('update', 'user') ? (
          <RefSelect
            resource="users"
            filter={{ customerId: callcenter.customerId }}
            refine={(choices) => choices.filter((c) => !team.some((u) => u.id === c.value))}
            aria-label={t('team.add')}
            placeholder={t('team.add')}
            value={null}
            onChange={add}
            size="xs"
            w={220}
          />
        ) : null
      }
    >
      {everyone.isError ? (
        <EmptyState compact tone="bad" icon={Users} title={errorText(everyone.error)} />
      ) : everyone.isSuccess && team.length === 0 ? (
        <EmptyState compact icon={Users} title={t('team.empty')} />
      ) : (
        <ul className={classes['rows']}>
          {team.map((user) => (
            <li key={user.id} className={classes['row']}>
              <span className={classes['main']}>
                <Link to="/users/$user" params={{ user: user.id }} className={links['link']}>
                  <bdi>{displayName(user)}</bdi>
                </Link>
              </span>
              <span className={classes['detail']}>{roleName(user.role)}</span>
              {can('update', 'user') ? (
                <Group>
                  <ActionIcon
                    aria-label={t('team.remove', { name: displayName(user) })}
                    title={t('team.remove', { name: displayName(user) })}
                    loading={assign.isPending && assign.variables.user.id === user.id}
                    onClick={() => assign.mutate({ user, on: false })}
                  >
                    <X size={16} aria-hidden="true" />
                  </ActionIcon>
                </Group>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
