import { Box, Button, Menu, Select, Stack } from '@mantine/core';
import type { Role } from '@ringside/core/contract/access/role.ts';
import { roles } from '@ringside/core/contract/access/role.ts';
import { type Permission, permissions, PERMISSION_RESOURCES } from '@ringside/core/contract/access/permission.ts';
import { scopeOf } from '@ringside/core/access/scopes.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { ListChecks, Plus, Power, PowerOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAreaName } from '../../locales/use-area-name.ts';
import { useUser } from '../../data/api/session.ts';
import { useCan } from '../../data/api/use-can.ts';
import { DeleteItem } from '../../data/form/DeleteItem.tsx';
import { EditItem } from '../../data/form/EditItem.tsx';
import { FormDrawer } from '../../data/form/FormDrawer.tsx';
import { RemoveDialog } from '../../data/form/RemoveDialog.tsx';
import { listQuery } from '../../data/list/resource-queries.ts';
import { ResourceForm } from '../../data/form/ResourceForm.tsx';
import { ResourceList } from '../../data/list/ResourceList.tsx';
import { RowMenu } from '../../data/list/RowMenu.tsx';
import { AbilityMatrix } from '../shared/AbilityMatrix.tsx';
import { useRoleName } from '../shared/use-role-name.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { permissionInputs } from './permission-inputs.tsx';
import { SwitchDialog } from './SwitchDialog.tsx';
import type texts from '../../locales/en/permission.json';

declare module 'i18next' {
  interface NounTexts {
    permission: typeof texts;
  }
}

interface Doing {
  readonly what: 'edit' | 'remove' | 'switch';
  readonly row: Permission;
}

/** Returns whether the address is `/permissions/add` and the user may add a permission. */
const useAdding = (): boolean => {
  const can = useCan();
  return useLocation({ select: ({ pathname }) => pathname === '/permissions/add' }) && can('create', 'permission');
};

/** Lists the permissions, the roles that have them, and the permissions of one role. */
export function PermissionsPage() {
  const { t } = useTranslation('permission');
  const areaName = useAreaName();
  const can = useCan();
  const format = useFormat();
  const roleName = useRoleName();
  usePageTitle(t(useAdding() ? 'words.add' : 'words.title'));
  const [doing, setDoing] = useState<Doing | null>(null);
  const done = (): void => setDoing(null);
  const add = can('create', 'permission') ? (
    <Button component={Link} to="/permissions/add" leftSection={<Plus size={16} aria-hidden="true" />}>
      {t('words.add')}
    </Button>
  ) : null;
  return (
    <>
      <PageHeader title={t('words.title')} description={t('words.description')} actions={add} />
      <Stack gap="md">
        {can('read', 'role') ? <RoleMatrix /> : null}
        <ResourceList
          resource={permissions}
          icon={ListChecks}
          columns={['key', 'resource', 'actions', 'heldBy']}
          filters={[{ field: 'resource', kind: 'select', options: PERMISSION_RESOURCES, word: areaName }]}
          bulk={false}
          actions={(row) => <PermissionMenu row={row} onDo={setDoing} />}
          cells={{
            key: (row) => (
              <>
                <bdi>{row.builtIn ? areaName(row.key) : row.key}</bdi>
                {row.enabled ? null : (
                  <Box component="span" ms="xs">
                    <StatusBadge tone="bad" icon={PowerOff}>
                      {t('switch.isOff')}
                    </StatusBadge>
                  </Box>
                )}
              </>
            ),
            actions: (row) => format.list(row.actions.map((a) => t(`actions.${a}`))),
            // Built-in permissions already have the name of their area.
            resource: (row) => (row.builtIn ? '–' : areaName(row.resource)),
            heldBy: (row) => <bdi>{format.list(row.heldBy.map((h) => roleName(h.role))) || '–'}</bdi>,
          }}
        />
      </Stack>
      <PermissionDrawer row={doing?.what === 'edit' ? doing.row : null} onDone={done} />
      <RemoveDialog
        resource={permissions}
        row={doing?.what === 'remove' ? doing.row : null}
        consequence={t('removeHint')}
        onClose={done}
      />
      <SwitchDialog row={doing?.what === 'switch' ? doing.row : null} onClose={done} />
    </>
  );
}

function PermissionMenu({ row, onDo }: { readonly row: Permission; readonly onDo: (doing: Doing) => void }) {
  const can = useCan();
  const { t } = useTranslation('permission');
  const areaName = useAreaName();
  const { customerId } = useUser();
  if (row.builtIn) {
    // Only platform staff can switch off an area here. Customers use access rules for their own users.
    const may = customerId === null && can(row.enabled ? 'create' : 'delete', 'acl');
    if (!may) return null;
    const Icon = row.enabled ? PowerOff : Power;
    return (
      <RowMenu name={areaName(row.key)}>
        <Menu.Item leftSection={<Icon size={16} aria-hidden="true" />} onClick={() => onDo({ what: 'switch', row })}>
          {t(row.enabled ? 'switch.offMenu' : 'switch.onMenu')}
        </Menu.Item>
      </RowMenu>
    );
  }
  if (!(can('update', 'permission') || can('delete', 'permission'))) return null;
  return (
    <RowMenu name={row.key}>
      {can('update', 'permission') ? <EditItem onClick={() => onDo({ what: 'edit', row })} /> : null}
      {can('delete', 'permission') ? <DeleteItem onClick={() => onDo({ what: 'remove', row })} /> : null}
    </RowMenu>
  );
}

function PermissionDrawer({ row, onDone }: { readonly row: Permission | null; readonly onDone: () => void }) {
  const { t } = useTranslation('permission');
  const areaName = useAreaName();
  const navigate = useNavigate();
  const adding = useAdding();
  const close = (): void => {
    onDone();
    if (adding) void navigate({ to: '/permissions' });
  };
  return (
    <FormDrawer title={t(row ? 'words.edit' : 'words.add')} opened={row !== null || adding} onClose={close}>
      {row || adding ? (
        <ResourceForm
          resource={permissions}
          {...(row ? { row } : {})}
          inputs={permissionInputs(t, areaName)}
          onCancel={close}
          onSaved={close}
        />
      ) : null}
    </FormDrawer>
  );
}

function RoleMatrix() {
  const { t } = useTranslation('permission');
  const roleName = useRoleName();
  const [chosen, setChosen] = useState<string | null>(null);
  const list = useQuery(listQuery(roles, { perPage: 500 }));
  const rows: readonly Role[] = list.data?.data ?? [];
  const role = rows.find((r) => r.id === chosen) ?? rows[0];
  return (
    <Panel
      title={t('matrix.title')}
      description={t('matrix.hint')}
      actions={
        <Select
          aria-label={t('matrix.role')}
          data={rows.map((r) => ({ value: r.id, label: roleName(r.name) }))}
          value={role?.id ?? null}
          allowDeselect={false}
          onChange={setChosen}
          w={{ base: 180, xs: 240 }}
        />
      }
    >
      <AbilityMatrix
        label={role ? roleName(role.name) : t('matrix.title')}
        value={(role?.abilities ?? []).map(scopeOf)}
        allowed={[{ action: 'manage', resource: 'all' }]}
      />
    </Panel>
  );
}
