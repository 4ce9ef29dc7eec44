import { textIn } from '../../data/form/value-of.ts';
import { Button, Group, Menu } from '@mantine/core';
import { type User, USER_STATUS, users, usersImport } from '@ringside/core/contract/access/user.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { LinkIcon, Plus, Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../data/api/session.ts';
import { useSeesCustomers } from '../../data/api/use-sees-customers.ts';
import { useCan } from '../../data/api/use-can.ts';
import { DeleteItem } from '../../data/form/DeleteItem.tsx';
import { DuplicateItem } from '../../data/form/DuplicateItem.tsx';
import { EditItem } from '../../data/form/EditItem.tsx';
import { FormDrawer } from '../../data/form/FormDrawer.tsx';
import type { Filter } from '../../data/list/list-filters.ts';
import type { Values } from '../../data/form/form-values.ts';
import { ImportButton } from '../../data/import/ImportButton.tsx';
import { RecordState } from '../../data/form/RecordState.tsx';
import { RemoveDialog } from '../../data/form/RemoveDialog.tsx';
import { ResourceForm } from '../../data/form/ResourceForm.tsx';
import { ResourceList } from '../../data/list/ResourceList.tsx';
import { oneQuery } from '../../data/list/resource-queries.ts';
import { RowMenu } from '../../data/list/RowMenu.tsx';
import { useListAddress } from '../../data/list/use-list-address.ts';
import { useRoleName } from '../shared/use-role-name.ts';
import links from '../../ui/links.module.css';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { InviteDialog } from './InviteDialog.tsx';
import { userInputs } from './user-inputs.tsx';
import { UserStatus } from './UserStatus.tsx';
import { findChoices } from '../../data/form/refs.ts';
import type texts from '../../locales/en/user.json';

declare module 'i18next' {
  interface NounTexts {
    user: typeof texts;
  }
}

/** Filter by role name: built-in roles and those that the user may read. */
const useRoleFilter = (): readonly Filter[] => {
  const can = useCan();
  const word = useRoleName();
  const { data } = useQuery({
    queryKey: ['/roles', 'filter'],
    queryFn: ({ signal }) => findChoices('roles', '', {}, signal),
    enabled: can('read', 'role'),
    staleTime: 60_000,
  });
  if (data === undefined) return [];
  const options = [...new Set(data.map((row) => String(row['name'])))];
  return [{ field: 'role', kind: 'select', options, word }];
};

const CUSTOMER: Filter = { field: 'customerId', kind: 'ref', resource: 'customers' };
/** Import files name customers and call centers by their codes. */
const IMPORT_LABELS = { customer: 'customerId', callcenters: 'callcenterIds' };
const STATUS: Filter = { field: 'status', kind: 'select', options: USER_STATUS };

export function UsersPage() {
  const { t } = useTranslation(['user', 'common']);
  const can = useCan();
  const navigate = useNavigate();
  const me = useUser();
  const staff = useSeesCustomers();
  const roleName = useRoleName();
  const [search, change] = useListAddress();
  const [leaving, setLeaving] = useState<User | null>(null);
  const [inviting, setInviting] = useState<User | null>(null);
  const role = useRoleFilter();
  usePageTitle(t('words.title'));
  const close = (): void => change({ form: undefined, from: undefined }, true);
  const add = can('create', 'user') ? (
    <Button leftSection={<Plus size={16} aria-hidden="true" />} onClick={() => change({ form: 'new' }, true)}>
      {t('words.add')}
    </Button>
  ) : null;
  const columns = ['email', 'firstname', 'lastname', 'role', 'customerName', 'status', 'twoFactor', 'lastLoginAt'];
  return (
    <>
      <PageHeader
        title={t('words.title')}
        description={t('words.description')}
        actions={
          <Group gap="xs">
            <ImportButton resource={users} imported={usersImport} labels={IMPORT_LABELS} />
            {add}
          </Group>
        }
      />
      <ResourceList
        resource={users}
        icon={Users}
        columns={staff ? columns : columns.filter((c) => c !== 'customerName')}
        filters={[...(staff ? [CUSTOMER] : []), ...role, STATUS]}
        emptyAction={add}
        cells={{
          email: (row) => (
            <Link to="/users/$user" params={{ user: row.id }} className={links['link']}>
              <bdi dir="ltr">
                {row.email.slice(0, row.email.indexOf('@'))}
                <wbr />
                {row.email.slice(row.email.indexOf('@'))}
              </bdi>
            </Link>
          ),
          role: (row) => roleName(row.role),
          customerName: (row) => <bdi>{row.customerName ?? t('platform')}</bdi>,
          status: (row) => <UserStatus status={row.status} />,
        }}
        actions={(row) => (
          <RowMenu name={row.username}>
            <EditItem onClick={() => void navigate({ to: '/users/$user', params: { user: row.id } })} />
            {add ? <DuplicateItem onClick={() => change({ form: 'new', from: row.id }, true)} /> : null}
            {can('update', 'user') && row.id !== me.id ? (
              <Menu.Item leftSection={<LinkIcon size={16} aria-hidden="true" />} onClick={() => setInviting(row)}>
                {row.status === 'invited' ? t('invite.action') : t('invite.reset')}
              </Menu.Item>
            ) : null}
            {can('delete', 'user') && row.id !== me.id ? <DeleteItem onClick={() => setLeaving(row)} /> : null}
          </RowMenu>
        )}
      />
      <FormDrawer title={t('words.add')} opened={search['form'] === 'new'} onClose={close}>
        <NewOrLike
          from={search['from']}
          onCancel={close}
          onSaved={(row) => {
            close();
            setInviting(row);
          }}
        />
      </FormDrawer>
      <InviteDialog user={inviting} onClose={() => setInviting(null)} />
      <RemoveDialog resource={users} row={leaving} consequence={t('removeHint')} onClose={() => setLeaving(null)} />
    </>
  );
}

/** Fields that a duplicate keeps. Name, sign-in data and password are not copied. */
const SHARED = [
  'customerId',
  'roleId',
  'callcenterIds',
  'language',
  'timezone',
  'requireTwoFactor',
  'expiresAt',
  'sessionLimit',
  'landing',
] as const satisfies readonly (keyof User)[];

interface NewProps {
  readonly onCancel: () => void;
  readonly onSaved: (user: User) => void;
}

function NewOrLike({ from, ...props }: NewProps & { readonly from: unknown }) {
  return from === undefined ? <NewUser {...props} /> : <UserLike {...props} id={String(from)} />;
}

function UserLike({ id, ...props }: NewProps & { readonly id: string }) {
  const query = useQuery(oneQuery(users, id));
  return (
    <RecordState query={query} aside>
      {(row) => <NewUser {...props} like={Object.fromEntries(SHARED.map((field) => [field, row[field]]))} />}
    </RecordState>
  );
}

function NewUser({ onCancel, onSaved, like = {} }: NewProps & { readonly like?: Values }) {
  const { i18n } = useTranslation('user');
  const me = useUser();
  const staff = useSeesCustomers();
  const roleName = useRoleName();
  const [{ customerId }] = useListAddress();
  return (
    <ResourceForm
      resource={users}
      hidden={staff ? [] : ['customerId']}
      initial={{
        language: i18n.language,
        timezone: me.timezone,
        ...(customerId === undefined ? {} : { customerId: String(customerId) }),
        ...like,
      }}
      inputs={userInputs(
        (form) => (staff ? (textIn(form.values['customerId']) ?? null) : me.customerId),
        roleName,
        me.timezone,
      )}
      onCancel={onCancel}
      onSaved={onSaved}
    />
  );
}
