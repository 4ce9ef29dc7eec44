import { Chip, Group, Stack, TextInput } from '@mantine/core';
import type { Interval } from '@ringside/core/contract/routing/hours.ts';
import { useTranslation } from 'react-i18next';
import { EntriesFieldset, RemoveEntry } from '../../data/form/EntriesFieldset.tsx';
import type { InputProps } from '../../data/form/FieldInput.tsx';
import { useDayNames } from '../../ui/use-day-names.ts';

/** Input for the weekly opening times. */
export function WeekInput({ value, onChange, label, description, error, disabled }: InputProps) {
  const { t } = useTranslation('hours');
  const names = useDayNames();
  const intervals: readonly Interval[] = Array.isArray(value) ? value : [];
  const edit = (index: number, change: Partial<Interval>): void =>
    onChange(intervals.map((each, i) => (i === index ? { ...each, ...change } : each)));
  const clock = (index: number, field: 'from' | 'until') => (
    <TextInput
      label={t(`week.${field}`)}
      w={96}
      maxLength={5}
      inputMode="numeric"
      autoComplete="off"
      placeholder={field === 'from' ? '09:00' : '17:00'}
      styles={{ input: { direction: 'ltr', textAlign: 'start' } }}
      value={intervals[index]?.[field] ?? ''}
      onChange={(e) => edit(index, { [field]: e.currentTarget.value.trim() })}
    />
  );
  return (
    <EntriesFieldset
      {...{ label, description, error, disabled }}
      gap="md"
      add={{
        label: t('week.add'),
        onClick: () => onChange([...intervals, { days: [], from: '09:00', until: '17:00' }]),
      }}
    >
      {intervals.map((each, i) => (
        <Stack key={i} gap="xs">
          <Chip.Group multiple value={each.days} onChange={(days) => edit(i, { days: days })}>
            <Group gap={6}>
              {names.map(({ day, name }) => (
                <Chip key={day} value={day} size="sm">
                  {name}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          <Group gap="xs" align="flex-end">
            {clock(i, 'from')}
            {clock(i, 'until')}
            <RemoveEntry label={t('week.remove')} onClick={() => onChange(intervals.filter((_, j) => j !== i))} />
          </Group>
        </Stack>
      ))}
    </EntriesFieldset>
  );
}
