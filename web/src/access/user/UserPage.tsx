import { Avatar, Button, Group, Menu } from '@mantine/core';
import { endUserSessions, type User, users } from '@ringside/core/contract/access/user.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import {
  ChevronDown,
  CircleCheck,
  CircleSlash,
  LinkIcon,
  MonitorX,
  ShieldCheck,
  ShieldOff,
  Unlink,
  UserRoundCog,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { displayName } from '../../data/api/person.ts';
import { useUser } from '../../data/api/session.ts';
import { useCan } from '../../data/api/use-can.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { DeleteItem } from '../../data/form/DeleteItem.tsx';
import { RecordState } from '../../data/form/RecordState.tsx';
import { RemoveDialog } from '../../data/form/RemoveDialog.tsx';
import { ResourceForm } from '../../data/form/ResourceForm.tsx';
import { oneQuery, useSave } from '../../data/list/resource-queries.ts';
import { useRoleName } from '../shared/use-role-name.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { useTell } from '../../ui/use-tell.ts';
import { ActAsDialog } from './ActAsDialog.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { ReleaseDialog } from './ReleaseDialog.tsx';
import { ResetTwoFactorDialog } from './ResetTwoFactorDialog.tsx';
import { userInputs } from './user-inputs.tsx';
import { UserFacts } from './UserFacts.tsx';
import { UserStatus } from './UserStatus.tsx';

export function UserPage() {
  const { t } = useTranslation('user');
  const { user: id } = useParams({ from: '/app/users/$user' });
  const query = useQuery(oneQuery(users, id));
  const can = useCan();
  const me = useUser();
  const roleName = useRoleName();
  usePageTitle(query.data ? displayName(query.data) : t('words.title'));
  return (
    <RecordState query={query}>
      {(row) => (
        <>
          <PageHeader
            title={
              <Group gap="sm" wrap="nowrap">
                {row.avatar === null ? null : <Avatar src={row.avatar} alt="" size={36} radius="xl" />}
                <bdi>{displayName(row)}</bdi>
              </Group>
            }
            mark={
              <>
                <UserStatus status={row.status} />
                {row.expiresAt !== null && Date.parse(row.expiresAt) <= Date.now() ? (
                  <StatusBadge tone="bad" icon={CircleSlash}>
                    {t('expired')}
                  </StatusBadge>
                ) : null}
                {row.twoFactor ? (
                  <StatusBadge tone="ok" icon={ShieldCheck}>
                    {t('twoFactor.mark')}
                  </StatusBadge>
                ) : null}
              </>
            }
            description={
              <>
                {roleName(row.role)} · <bdi>{row.customerName ?? t('platform')}</bdi>
              </>
            }
            actions={<Actions user={row} />}
          />
          <ResourceForm
            key={row.version}
            resource={users}
            row={row}
            readOnly={!can('update', 'user')}
            inputs={userInputs(() => row.customerId, roleName, me.timezone)}
            onSaved={() => undefined}
            onReload={() => void query.refetch()}
          />
          <UserFacts user={row} />
        </>
      )}
    </RecordState>
  );
}

/** Administrator actions for an account. Not offered for the own account, so that users cannot lock themselves out. */
function Actions({ user }: { readonly user: User }) {
  const { t } = useTranslation(['user', 'common']);
  const can = useCan();
  const me = useUser();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const save = useSave(users, user);
  const [opened, setOpened] = useState<'invite' | 'remove' | 'act' | 'reset' | 'release' | null>(null);
  const close = (): void => setOpened(null);
  const tell = useTell();
  const onError = (error: Error): void => tell.failed(errorText(error));
  const endSessions = useMutation({
    mutationFn: () => call(endUserSessions, { params: { id: user.id } }),
    onSuccess: () => tell.done(t('sessionsEnded')),
    onError,
  });
  if (user.id === me.id || !(can('update', 'user') || can('delete', 'user'))) return null;
  const setStatus = (status: 'active' | 'disabled'): void => save.mutate({ status }, { onError });
  return (
    <>
      {can('update', 'user') ? (
        <Button
          variant={user.status === 'invited' ? 'filled' : 'default'}
          leftSection={<LinkIcon size={16} aria-hidden="true" />}
          onClick={() => setOpened('invite')}
        >
          {user.status === 'invited' ? t('invite.action') : t('invite.reset')}
        </Button>
      ) : null}
      <Menu width={260}>
        <Menu.Target>
          <Button
            variant="default"
            rightSection={<ChevronDown size={16} aria-hidden="true" />}
            loading={save.isPending}
          >
            {t('common:actions.more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {can('update', 'user') ? <StatusItem status={user.status} onStatus={setStatus} /> : null}
          {can('update', 'user') ? (
            <Menu.Item leftSection={<MonitorX size={16} aria-hidden="true" />} onClick={() => endSessions.mutate()}>
              {t('endSessions')}
            </Menu.Item>
          ) : null}
          {me.customerId === null && can('operate', 'user') && user.customerId !== null && user.status === 'active' ? (
            <Menu.Item leftSection={<UserRoundCog size={16} aria-hidden="true" />} onClick={() => setOpened('act')}>
              {t('actAs.action')}
            </Menu.Item>
          ) : null}
          {can('update', 'user') && user.twoFactor ? (
            <Menu.Item leftSection={<ShieldOff size={16} aria-hidden="true" />} onClick={() => setOpened('reset')}>
              {t('twoFactor.reset')}
            </Menu.Item>
          ) : null}
          {can('update', 'user') && user.viaKeyId !== null ? (
            <Menu.Item leftSection={<Unlink size={16} aria-hidden="true" />} onClick={() => setOpened('release')}>
              {t('release.action')}
            </Menu.Item>
          ) : null}
          {can('delete', 'user') ? <DeleteItem onClick={() => setOpened('remove')} /> : null}
        </Menu.Dropdown>
      </Menu>
      <InviteDialog user={opened === 'invite' ? user : null} onClose={close} />
      <ActAsDialog user={opened === 'act' ? user : null} onClose={close} />
      <ResetTwoFactorDialog user={opened === 'reset' ? user : null} onClose={close} />
      <ReleaseDialog user={opened === 'release' ? user : null} onClose={close} />
      <RemoveDialog
        resource={users}
        row={opened === 'remove' ? user : null}
        consequence={t('removeHint')}
        onClose={close}
        onDone={() => void navigate({ to: '/users' })}
      />
    </>
  );
}

/** Menu item that changes the status. Users without a password have none to change. */
function StatusItem({
  status,
  onStatus,
}: {
  readonly status: User['status'];
  readonly onStatus: (status: 'active' | 'disabled') => void;
}) {
  const { t } = useTranslation('user');
  if (status === 'invited') return null;
  const Icon = status === 'active' ? CircleSlash : CircleCheck;
  return (
    <Menu.Item
      leftSection={<Icon size={16} aria-hidden="true" />}
      onClick={() => onStatus(status === 'active' ? 'disabled' : 'active')}
    >
      {status === 'active' ? t('disable') : t('enable')}
    </Menu.Item>
  );
}
