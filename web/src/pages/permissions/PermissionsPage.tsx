import { Select, Stack } from '@mantine/core';
import type { Role } from '@ringside/core/contract/roles.ts';
import { roles } from '@ringside/core/contract/roles.ts';
import { permissions } from '@ringside/core/contract/permissions.ts';
import { scopeOf } from '@ringside/core/access/scopes.ts';
import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../api/use-can.ts';
import { listQuery } from '../../crud/resource-queries.ts';
import { ResourceList } from '../../crud/ResourceList.tsx';
import { AbilityMatrix } from '../../shell/AbilityMatrix.tsx';
import { useRoleName } from '../../shell/use-role-name.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';

/** What can be allowed, which roles have it, and what one role has. */
export function PermissionsPage() {
  const { t } = useTranslation('permission');
  const can = useCan();
  const format = useFormat();
  const roleName = useRoleName();
  usePageTitle(t('words.title'));
  return (
    <>
      <PageHeader title={t('words.title')} description={t('words.description')} />
      <Stack gap="md">
        {can('read', 'role') ? <RoleMatrix /> : null}
        <ResourceList
          resource={permissions}
          icon={ListChecks}
          columns={['key', 'actions', 'heldBy']}
          cells={{
            key: (row) => <bdi>{row.builtIn ? t(`resources.${row.key as 'queue'}`) : row.key}</bdi>,
            actions: (row) => format.list(row.actions.map((a) => t(`actions.${a}`))),
            heldBy: (row) => <bdi>{format.list(row.heldBy.map((h) => roleName(h.role))) || '–'}</bdi>,
          }}
        />
      </Stack>
    </>
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
