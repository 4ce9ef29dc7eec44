import { ActionIcon, Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import type { Holiday } from '@ringside/core/contract/hours.ts';
import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../crud/FieldInput.tsx';

/** Days that are closed whole, of one year or of every. */
export function HolidaysInput({ value, onChange, label, description, error, disabled }: InputProps) {
  const { t } = useTranslation('hours');
  const holidays = Array.isArray(value) ? (value as readonly Holiday[]) : [];
  const edit = (index: number, change: Partial<Holiday>): void =>
    onChange(holidays.map((each, i) => (i === index ? { ...each, ...change } : each)));
  return (
    <Fieldset legend={label} disabled={disabled === true}>
      <Stack gap="sm">
        {description ? (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        ) : null}
        {holidays.map((each, i) => (
          <Group key={i} gap="xs" align="flex-end" wrap="nowrap">
            <TextInput
              label={t('holiday.date')}
              w={130}
              maxLength={10}
              autoComplete="off"
              placeholder="2026-12-25"
              styles={{ input: { direction: 'ltr', textAlign: 'start' } }}
              value={each.date}
              onChange={(e) => edit(i, { date: e.currentTarget.value.trim() })}
            />
            <TextInput
              label={t('holiday.name')}
              style={{ flex: 1 }}
              maxLength={64}
              value={each.name}
              onChange={(e) => edit(i, { name: e.currentTarget.value })}
            />
            <ActionIcon
              mb={4}
              aria-label={t('holiday.remove', { date: each.date })}
              title={t('holiday.remove', { date: each.date })}
              onClick={() => onChange(holidays.filter((_, j) => j !== i))}
            >
              <Trash2 size={16} aria-hidden="true" />
            </ActionIcon>
          </Group>
        ))}
        {error ? (
          <Text size="sm" c="red" role="alert" data-error>
            {error}
          </Text>
        ) : null}
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<Plus size={14} aria-hidden="true" />}
            onClick={() => onChange([...holidays, { date: '', name: '' }])}
          >
            {t('holiday.add')}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}
