import { Group, TextInput } from '@mantine/core';
import type { Holiday } from '@ringside/core/contract/routing/hours.ts';
import { useTranslation } from 'react-i18next';
import { EntriesFieldset, RemoveEntry } from '../../data/form/EntriesFieldset.tsx';
import type { InputProps } from '../../data/form/FieldInput.tsx';

/** Input for closed days, once or every year. */
export function HolidaysInput({ value, onChange, label, description, error, disabled }: InputProps) {
  const { t } = useTranslation('hours');
  const holidays: readonly Holiday[] = Array.isArray(value) ? value : [];
  const edit = (index: number, change: Partial<Holiday>): void =>
    onChange(holidays.map((each, i) => (i === index ? { ...each, ...change } : each)));
  return (
    <EntriesFieldset
      {...{ label, description, error, disabled }}
      add={{ label: t('holiday.add'), onClick: () => onChange([...holidays, { date: '', name: '' }]) }}
    >
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
          <RemoveEntry
            label={t('holiday.remove', { date: each.date })}
            onClick={() => onChange(holidays.filter((_, j) => j !== i))}
          />
        </Group>
      ))}
    </EntriesFieldset>
  );
}
