import { textIn } from '../../data/form/value-of.ts';
import { MultiSelect, Select } from '@mantine/core';
import { PERMISSION_ACTIONS, PERMISSION_RESOURCES } from '@ringside/core/contract/access/permission.ts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { InputProps } from '../../data/form/FieldInput.tsx';

/** Inputs that show translated areas and actions. */
export const permissionInputs = (
  t: TFunction<'permission'>,
  areaName: (resource: string) => string,
): Readonly<Record<'resource' | 'actions', (input: InputProps) => ReactNode>> => ({
  resource: ({ value, onChange, ...input }) => (
    <Select
      {...input}
      searchable
      allowDeselect={false}
      data={PERMISSION_RESOURCES.map((name) => ({ value: name, label: areaName(name) }))}
      value={textIn(value) || null}
      onChange={onChange}
    />
  ),
  actions: ({ value, onChange, ...input }) => (
    <MultiSelect
      {...input}
      searchable
      data={PERMISSION_ACTIONS.map((action) => ({ value: action, label: t(`actions.${action}`) }))}
      value={Array.isArray(value) ? value : []}
      onChange={onChange}
    />
  ),
});
