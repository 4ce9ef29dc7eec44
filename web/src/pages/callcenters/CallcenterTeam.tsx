import { ActionIcon, Group } from '@mantine/core';
import type { Callcenter } from '@ringside/core/contract/callcenters.ts';
import { type User, users } from '@ringside/core/contract/users.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Users, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { displayName } from '../../api/person.ts';
import { useCan } from '../../api/use-can.ts';
import { useErrorText } from '../../api/use-error-text.ts';
import { listQuery } from '../../crud/resource-queries.ts';
import { RefSelect } from '../../crud/RefSelect.tsx';
import { useRoleName } from '../../shell/use-role-name.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import links from '../../ui/links.module.css';
import { Panel } from '../../ui/Panel.tsx';
import { useTell } from '../../ui/use-tell.ts';
import classes from './Rows.module.css';

/** Supervisors and agents of this call center. A user's record holds the assignment, so adding one changes that record. */
export function CallcenterTeam({ callcenter }: { readonly callcenter: Callcenter }) {
  const { t } = useTranslation('callcenter');
  const can = useCan();
  const roleName = useRoleName();
  const errorText = useErrorText();
  const tell = useTell();
  const client = useQueryClient();
  const everyone = useQuery(listQuery(users, { customerId: callcenter.customerId, perPage: 500 }));
  const team = (everyone.data?.data ?? []).filter((u) => u.callcenterIds.includes(callcenter.id));
  const assign = useMutation({
    mutationFn: ({ user, on }: { user: User; on: boolean }) =>
      call(users.routes.update, {
        params: { id: user.id },
        headers: { 'if-match': `"${user.version}"` },
        body: {
          callcenterIds: on
            ? [...user.callcenterIds, callcenter.id]
            : user.callcenterIds.filter((id) => id !== callcenter.id),
        },
      }),
    onError: (error) => tell.failed(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: [users.path] }),
  });
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
