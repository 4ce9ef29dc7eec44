import { Chip, Fieldset, Group, Stack, Switch, TextInput } from '@mantine/core';
import type { AclEntry } from '@ringside/core/contract/access/acl.ts';
import { WEEKDAYS } from '@ringside/core/routing/call-flow.ts';
import { useTranslation } from 'react-i18next';
import { EntriesFault } from '../../data/form/EntriesFieldset.tsx';
import { FieldInput, type InputProps } from '../../data/form/FieldInput.tsx';
import { useDayNames } from '../../ui/use-day-names.ts';

type Window = NonNullable<AclEntry['timeWindow']>;

interface Props extends InputProps {
  /** Time zone of a new window. */
  readonly zone: string;
}

/** Weekly hours of a rule, or any time. */
export function WindowInput({ value, onChange, label, description, error, disabled, zone }: Props) {
  const { t } = useTranslation('acl');
  const names = useDayNames();
  const window = typeof value === 'object' && value !== null ? (value as Window) : null;
  const edit = (change: Partial<Window>): void => onChange(window === null ? null : { ...window, ...change });
  const begin = (): void => onChange({ timezone: zone, days: WEEKDAYS.slice(1, 6), from: '09:00', until: '17:00' });
  const clock = (field: 'from' | 'until') => (
    <TextInput
      label={t(`window.${field}`)}
      w={96}
      maxLength={5}
      inputMode="numeric"
      autoComplete="off"
      styles={{ input: { direction: 'ltr', textAlign: 'start' } }}
      value={window?.[field] ?? ''}
      onChange={(e) => edit({ [field]: e.currentTarget.value.trim() })}
    />
  );
  return (
    <Fieldset legend={label} disabled={disabled === true}>
      <Stack gap="md">
        <Switch
          label={t('window.on')}
          description={description}
          checked={window !== null}
          onChange={(e) => (e.currentTarget.checked ? begin() : onChange(null))}
        />
        {window === null ? null : (
          <>
            <Chip.Group multiple value={[...window.days]} onChange={(days) => edit({ days: days })}>
              <Group gap={6} role="group" aria-label={t('window.days')}>
                {names.map(({ day, name }) => (
                  <Chip key={day} value={day} size="sm">
                    {name}
                  </Chip>
                ))}
              </Group>
            </Chip.Group>
            <Group gap="xs" align="flex-end">
              {clock('from')}
              {clock('until')}
            </Group>
            <FieldInput
              field={{ kind: 'timezone', in: ['edit'] }}
              editing
              required
              description={undefined}
              error={undefined}
              name="timezone"
              label={t('window.timezone')}
              value={window.timezone}
              onChange={(timezone) => edit({ timezone: String(timezone) })}
              option={String}
            />
          </>
        )}
        <EntriesFault error={error} />
      </Stack>
    </Fieldset>
  );
}
