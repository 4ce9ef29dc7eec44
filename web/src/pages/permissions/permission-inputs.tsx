import { MultiSelect, Select } from '@mantine/core';
import { PERMISSION_ACTIONS, PERMISSION_RESOURCES } from '@ringside/core/contract/permissions.ts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { InputProps } from '../../crud/FieldInput.tsx';

/** Areas and actions in words. */
export const permissionInputs = (
  t: TFunction<'permission'>,
): Readonly<Record<'resource' | 'actions', (input: InputProps) => ReactNode>> => ({
  resource: ({ value, onChange, ...input }) => (
    <Select
      {...input}
      searchable
      allowDeselect={false}
      data={PERMISSION_RESOURCES.map((name) => ({ value: name, label: t(`resources.${name as 'queue'}`) }))}
      value={(value as string | null) || null}
      onChange={onChange}
    />
  ),
  actions: ({ value, onChange, ...input }) => (
    <MultiSelect
      {...input}
      searchable
      data={PERMISSION_ACTIONS.map((action) => ({ value: action, label: t(`actions.${action}`) }))}
      value={Array.isArray(value) ? (value as string[]) : []}
      onChange={onChange}
    />
  ),
});
