import { keyed } from '../../locales/keyed.ts';
import { Button, Menu } from '@mantine/core';
import { type Role, roles } from '@ringside/core/contract/access/role.ts';
import { Copy, Eye, KeyRound, Lock, Plus, UserCog } from 'lucide-react';
import { Link, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../data/api/session.ts';
import { useSeesCustomers } from '../../data/api/use-sees-customers.ts';
import { useCan } from '../../data/api/use-can.ts';
import { DeleteItem } from '../../data/form/DeleteItem.tsx';
import { EditItem } from '../../data/form/EditItem.tsx';
import { FormDrawer } from '../../data/form/FormDrawer.tsx';
import { RemoveDialog } from '../../data/form/RemoveDialog.tsx';
import { ResourceForm } from '../../data/form/ResourceForm.tsx';
import { ResourceList } from '../../data/list/ResourceList.tsx';
import { oneQuery } from '../../data/list/resource-queries.ts';
import { RowMenu } from '../../data/list/RowMenu.tsx';
import { useRoleName } from '../shared/use-role-name.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { roleInputs } from './role-inputs.tsx';
import type texts from '../../locales/en/role.json';

declare module 'i18next' {
  interface NounTexts {
    role: typeof texts;
  }
}

type Doing =
  | { readonly what: 'new'; readonly like: Role | null }
  | { readonly what: 'edit' | 'view' | 'terms' | 'remove'; readonly row: Role };

/** Fields of a built-in role that cannot be changed. */
const OF_THE_CODE = ['name', 'description', 'customerId', 'reach', 'level', 'abilities'];

const COLUMNS = ['name', 'description', 'customerName', 'reach', 'level', 'requireTwoFactor', 'userCount'];

/** Returns the current action: from a menu, else from the address (`/roles/add`, `/roles/<id>`). */
const useDoing = () => {
  const navigate = useNavigate();
  const can = useCan();
  const me = useUser();
  const { role } = useParams({ strict: false });
  const adding = useLocation({ select: ({ pathname }) => pathname === '/roles/add' });
  const [begun, setDoing] = useState<Doing | null>(null);
  const asked = useQuery({ ...oneQuery(roles, role ?? ''), enabled: role !== undefined });
  const row = role === undefined ? undefined : asked.data;
  const fromAddress = (): Doing | null => {
    if (adding && can('create', 'role')) return { what: 'new', like: null };
    if (row === undefined) return null;
    const own = !row.builtIn && (me.customerId === null || row.customerId !== null) && row.assignable;
    return { what: own && can('update', 'role') ? 'edit' : 'view', row };
  };
  const done = (): void => {
    setDoing(null);
    if (adding || role !== undefined) void navigate({ to: '/roles' });
  };
  const addressed = fromAddress();
  return { doing: begun ?? addressed, addressed, setDoing, done };
};

/** Returns the drawer's title and page path. */
const useDrawerTitle = () => {
  const { t } = useTranslation('role');
  const roleName = useRoleName();
  return (doing: Doing | null): string => {
    if (doing === null || doing.what === 'new' || doing.what === 'remove') return t('words.add');
    return doing.what === 'edit' ? t('words.edit') : roleName(doing.row.name);
  };
};

export function RolesPage() {
  const { t } = useTranslation(['role', 'common']);
  const can = useCan();
  const me = useUser();
  const staff = me.customerId === null;
  const many = useSeesCustomers();
  const roleName = useRoleName();
  const { doing, addressed, setDoing, done } = useDoing();
  const drawerTitle = useDrawerTitle();
  usePageTitle(addressed === null ? t('words.title') : drawerTitle(addressed));
  const reachName = (reach: string): string => t(`options.reach.${reach as Role['reach']}`);
  const add = can('create', 'role') ? (
    <Button component={Link} to="/roles/add" leftSection={<Plus size={16} aria-hidden="true" />}>
      {t('words.add')}
    </Button>
  ) : null;
  return (
    <>
      <PageHeader title={t('words.title')} description={t('words.description')} actions={add} />
      <ResourceList
        resource={roles}
        icon={UserCog}
        columns={many ? COLUMNS : COLUMNS.filter((c) => c !== 'customerName')}
        emptyAction={add}
        cells={{
          name: (row) =>
            row.builtIn ? (
              <StatusBadge tone="idle" icon={Lock} plain title={t('builtIn')}>
                {roleName(row.name)}
              </StatusBadge>
            ) : (
              <bdi>{row.name}</bdi>
            ),
          description: (row) => <bdi>{row.builtIn ? keyed(t)(`builtInHelp.${row.name}`) : row.description}</bdi>,
          customerName: (row) => <bdi>{row.customerName ?? t('everybody')}</bdi>,
        }}
        actions={(row) => <RoleMenu row={row} staff={staff} onDo={setDoing} />}
      />
      <RoleDrawer doing={doing} reachName={reachName} onDone={done} />
      <RemoveDialog
        resource={roles}
        row={doing?.what === 'remove' ? doing.row : null}
        consequence={t('removeHint')}
        onClose={done}
      />
    </>
  );
}

function RoleDrawer({
  doing,
  reachName,
  onDone,
}: {
  readonly doing: Doing | null;
  readonly reachName: (reach: string) => string;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('role');
  const me = useUser();
  const roleName = useRoleName();
  const staff = me.customerId === null;
  const row = doing?.what === 'edit' || doing?.what === 'view' || doing?.what === 'terms' ? doing.row : null;
  const like = doing?.what === 'new' ? doing.like : null;
  const readOnly = doing?.what === 'view';
  const title = useDrawerTitle()(doing);
  // A read-only view shows all abilities of the role, including those that the viewer lacks.
  const allowed = readOnly && row ? row.abilities : me.abilities;
  return (
    <FormDrawer title={title} opened={doing !== null && doing.what !== 'remove'} onClose={onDone}>
      {row ? (
        <ResourceForm
          resource={roles}
          row={row}
          readOnly={readOnly}
          hidden={doing?.what === 'terms' ? OF_THE_CODE : []}
          inputs={roleInputs(allowed, staff || readOnly, reachName, readOnly)}
          onCancel={onDone}
          onSaved={onDone}
        />
      ) : doing?.what === 'new' ? (
        <ResourceForm
          resource={roles}
          hidden={staff ? [] : ['customerId']}
          initial={
            like
              ? {
                  name: t('copyOf', { name: roleName(like.name) }).slice(0, 64),
                  reach: like.reach,
                  level: like.level,
                  abilities: like.abilities,
                  requireTwoFactor: like.requireTwoFactor,
                  sessionIdleMinutes: like.sessionIdleMinutes,
                  landing: like.landing,
                  narrowed: like.narrowed,
                  assignableBy: like.assignableBy,
                }
              : { reach: 'team', level: 60, abilities: [], narrowed: [] }
          }
          inputs={roleInputs(me.abilities, staff, reachName, false)}
          onCancel={onDone}
          onSaved={onDone}
        />
      ) : null}
    </FormDrawer>
  );
}

function RoleMenu({
  row,
  staff,
  onDo,
}: {
  readonly row: Role;
  readonly staff: boolean;
  readonly onDo: (doing: Doing) => void;
}) {
  const { t } = useTranslation(['role', 'common']);
  const can = useCan();
  const roleName = useRoleName();
  const own = !row.builtIn && (staff || row.customerId !== null) && row.assignable;
  return (
    <RowMenu name={roleName(row.name)}>
      <Menu.Item leftSection={<Eye size={16} aria-hidden="true" />} onClick={() => onDo({ what: 'view', row })}>
        {t('view')}
      </Menu.Item>
      {can('create', 'role') ? (
        <Menu.Item leftSection={<Copy size={16} aria-hidden="true" />} onClick={() => onDo({ what: 'new', like: row })}>
          {t('copy')}
        </Menu.Item>
      ) : null}
      {row.builtIn && staff && row.assignable && can('update', 'role') ? (
        <Menu.Item leftSection={<KeyRound size={16} aria-hidden="true" />} onClick={() => onDo({ what: 'terms', row })}>
          {t('terms')}
        </Menu.Item>
      ) : null}
      {own && can('update', 'role') ? <EditItem onClick={() => onDo({ what: 'edit', row })} /> : null}
      {own && can('delete', 'role') ? <DeleteItem onClick={() => onDo({ what: 'remove', row })} /> : null}
    </RowMenu>
  );
}
