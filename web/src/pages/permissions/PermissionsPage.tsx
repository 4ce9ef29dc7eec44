import { Box, Button, Menu, Select, Stack } from '@mantine/core';
import type { Role } from '@ringside/core/contract/roles.ts';
import { roles } from '@ringside/core/contract/roles.ts';
import { type Permission, permissions, PERMISSION_RESOURCES } from '@ringside/core/contract/permissions.ts';
import { scopeOf } from '@ringside/core/access/scopes.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { ListChecks, Plus, Power, PowerOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../api/session.ts';
import { useCan } from '../../api/use-can.ts';
import { DeleteItem } from '../../crud/DeleteItem.tsx';
import { EditItem } from '../../crud/EditItem.tsx';
import { FormDrawer } from '../../crud/FormDrawer.tsx';
import { RemoveDialog } from '../../crud/RemoveDialog.tsx';
import { listQuery } from '../../crud/resource-queries.ts';
import { ResourceForm } from '../../crud/ResourceForm.tsx';
import { ResourceList } from '../../crud/ResourceList.tsx';
import { RowMenu } from '../../crud/RowMenu.tsx';
import { AbilityMatrix } from '../../shell/AbilityMatrix.tsx';
import { useRoleName } from '../../shell/use-role-name.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { permissionInputs } from './permission-inputs.tsx';
import { SwitchDialog } from './SwitchDialog.tsx';

interface Doing {
  readonly what: 'edit' | 'remove' | 'switch';
  readonly row: Permission;
}

/** A new one is made at `/permissions/add`. */
const useAdding = (): boolean => {
  const can = useCan();
  return useLocation({ select: ({ pathname }) => pathname === '/permissions/add' }) && can('create', 'permission');
};

/** What can be allowed, which roles have it, and what one role has. */
export function PermissionsPage() {
  const { t } = useTranslation('permission');
  const can = useCan();
  const format = useFormat();
  const roleName = useRoleName();
  usePageTitle(t(useAdding() ? 'words.add' : 'words.title'));
  const [doing, setDoing] = useState<Doing | null>(null);
  const done = (): void => setDoing(null);
  const areaOf = (area: string): string => t(`resources.${area as 'queue'}`);
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
          filters={[{ field: 'resource', kind: 'select', options: PERMISSION_RESOURCES, word: areaOf }]}
          bulk={false}
          actions={(row) => <PermissionMenu row={row} onDo={setDoing} />}
          cells={{
            key: (row) => (
              <>
                <bdi>{row.builtIn ? t(`resources.${row.key as 'queue'}`) : row.key}</bdi>
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
            // The catalogue's own are called by their area.
            resource: (row) => (row.builtIn ? '–' : t(`resources.${row.resource as 'queue'}`)),
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
  const { customerId } = useUser();
  if (row.builtIn) {
    // What a customer switches off is a rule of its own, for its own people.
    const may = customerId === null && can(row.enabled ? 'create' : 'delete', 'acl');
    if (!may) return null;
    const Icon = row.enabled ? PowerOff : Power;
    return (
      <RowMenu name={t(`resources.${row.key as 'queue'}`)}>
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
          inputs={permissionInputs(t)}
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
