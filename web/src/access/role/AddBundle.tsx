import { Select } from '@mantine/core';
import { type Ability, can } from '@ringside/core/access/ability.ts';
import { permissions } from '@ringside/core/contract/access/permission.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../data/api/use-can.ts';
import { listQuery } from '../../data/list/resource-queries.ts';

/** Adds the rights of a named permission, limited to those that the user has. Renders nothing if there are no named permissions. */
export function AddBundle({
  allowed,
  value,
  onChange,
}: {
  readonly allowed: readonly Ability[];
  readonly value: readonly Ability[];
  readonly onChange: (abilities: readonly Ability[]) => void;
}) {
  const { t } = useTranslation('role');
  const list = useQuery({ ...listQuery(permissions, { perPage: 500 }), enabled: useCan()('read', 'permission') });
  const bundles = (list.data?.data ?? []).filter((row) => !row.builtIn);
  if (bundles.length === 0) return null;
  const add = (id: string | null): void => {
    const bundle = bundles.find((row) => row.id === id);
    if (bundle === undefined) return;
    const held = bundle.actions
      .map((action): Ability => ({ action, resource: bundle.resource }))
      .filter(({ action, resource }) => can(allowed, action, resource) && !can(value, action, resource));
    onChange([...value, ...held]);
  };
  return (
    <Select
      mt="sm"
      label={t('bundle')}
      placeholder={t('bundleHint')}
      data={bundles.map((row) => ({ value: row.id, label: row.key }))}
      value={null}
      searchable
      onChange={add}
    />
  );
}
