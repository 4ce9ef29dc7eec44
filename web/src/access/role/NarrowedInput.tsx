import { ActionIcon, Button, Fieldset, Group, MultiSelect, Paper, Select, Stack, Text } from '@mantine/core';
import { type Ability, RESOURCES, type Resource } from '@ringside/core/access/ability.ts';
import { MASKS } from '@ringside/core/access/masks.ts';
import type { Narrowing } from '@ringside/core/access/narrowing.ts';
import { REACHES } from '@ringside/core/contract/access/role.ts';
import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAreaName } from '../../locales/use-area-name.ts';
import type { InputProps } from '../../data/form/FieldInput.tsx';

interface Props extends InputProps {
  /** Abilities of the user who edits the role. */
  readonly allowed: readonly Ability[];
  readonly reachName: (reach: string) => string;
  readonly readOnly: boolean;
}

/** Limits single areas of a role: a smaller reach, and hidden fields. */
export function NarrowedInput({ label, description, error, value, onChange, allowed, reachName, readOnly }: Props) {
  const { t } = useTranslation(['role', 'permission']);
  const rows: readonly Narrowing[] = Array.isArray(value) ? value : [];
  const taken = new Set<Resource>(rows.map((row) => row.resource));
  const known = RESOURCES.filter((r) => r === 'all' || allowed.some((a) => a.resource === r || a.resource === 'all'));
  const next = known.find((resource) => resource !== 'all' && !taken.has(resource));
  const edit = (index: number, change: Partial<Narrowing>): void =>
    onChange(rows.map((row, i) => (i === index ? { ...row, ...change } : row)));
  const areaName = useAreaName();
  const nameOf = (resource: Resource): string => (resource === 'all' ? t('narrowed.everything') : areaName(resource));
  return (
    <Fieldset legend={label} disabled={readOnly}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {description}
        </Text>
        {rows.map((row, i) => (
          <Paper key={row.resource} withBorder p="sm">
            <Stack gap="xs">
              <Group align="flex-end" wrap="nowrap" gap="xs">
                <Select
                  flex={1}
                  label={t('narrowed.area')}
                  data={known
                    .filter((r) => r === row.resource || !taken.has(r))
                    .map((r) => ({ value: r, label: nameOf(r) }))}
                  value={row.resource}
                  allowDeselect={false}
                  searchable
                  onChange={(resource) => edit(i, { resource: resource ?? row.resource })}
                />
                {readOnly ? null : (
                  <ActionIcon
                    mb={4}
                    aria-label={t('narrowed.remove', { area: nameOf(row.resource) })}
                    title={t('narrowed.remove', { area: nameOf(row.resource) })}
                    onClick={() => onChange(rows.filter((_, j) => j !== i))}
                  >
                    <Trash2 size={16} aria-hidden="true" />
                  </ActionIcon>
                )}
              </Group>
              <Select
                label={t('narrowed.reach')}
                placeholder={t('narrowed.asRole')}
                clearable
                data={REACHES.map((r) => ({ value: r, label: reachName(r) }))}
                value={row.reach}
                onChange={(reach) => edit(i, { reach: reach })}
              />
              <MultiSelect
                label={t('narrowed.masks')}
                data={MASKS.map((mask) => ({ value: mask, label: t(`permission:masks.${mask}`) }))}
                value={[...row.masks]}
                onChange={(masks) => edit(i, { masks: masks })}
              />
            </Stack>
          </Paper>
        ))}
        {readOnly || next === undefined ? null : (
          <Button
            variant="default"
            size="xs"
            w="fit-content"
            leftSection={<Plus size={14} aria-hidden="true" />}
            onClick={() => onChange([...rows, { resource: next, reach: null, masks: [] }])}
          >
            {t('narrowed.add')}
          </Button>
        )}
        {error ? (
          <Text size="sm" c="red" role="alert" data-error>
            {error}
          </Text>
        ) : null}
      </Stack>
    </Fieldset>
  );
}
