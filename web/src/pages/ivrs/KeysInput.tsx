import { ActionIcon, Button, Fieldset, Group, Select, Stack, Text } from '@mantine/core';
import type { Destination } from '@ringside/core/contract/destination.ts';
import { MENU_KEYS } from '@ringside/core/contract/ivrs.ts';
import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DestinationInput } from '../../crud/DestinationInput.tsx';
import type { InputProps } from '../../crud/FieldInput.tsx';

interface Key {
  readonly key: string;
  readonly destination: Destination | null;
}

/** Each digit and where it leads. */
export function KeysInput({
  value,
  onChange,
  label,
  description,
  error,
  disabled,
  customerId,
  serverId,
}: InputProps & { readonly customerId: string | null; readonly serverId: number | undefined }) {
  const { t } = useTranslation('ivr');
  const keys = Array.isArray(value) ? (value as readonly Key[]) : [];
  const free = MENU_KEYS.filter((key) => !keys.some((each) => each.key === key));
  const edit = (index: number, change: Partial<Key>): void =>
    onChange(keys.map((each, i) => (i === index ? { ...each, ...change } : each)));
  return (
    <Fieldset legend={label} disabled={disabled === true}>
      <Stack gap="sm">
        {description ? (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        ) : null}
        {keys.map((each, i) => (
          <Group key={each.key} gap="xs" align="flex-end" wrap="nowrap">
            <Select
              label={t('key.digit')}
              w={76}
              data={[each.key, ...free].map((key) => ({ value: key, label: key }))}
              allowDeselect={false}
              value={each.key}
              onChange={(key) => key && edit(i, { key })}
            />
            <div style={{ flex: 1, minWidth: 0 }}>
              <DestinationInput
                label={t('key.leads')}
                required
                error={undefined}
                customerId={customerId}
                serverId={serverId}
                value={each.destination}
                onChange={(destination) => edit(i, { destination: destination as Destination })}
              />
            </div>
            <ActionIcon
              mb={4}
              aria-label={t('key.remove', { key: each.key })}
              title={t('key.remove', { key: each.key })}
              onClick={() => onChange(keys.filter((_, j) => j !== i))}
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
        {free[0] === undefined ? null : (
          <Group>
            <Button
              variant="default"
              size="xs"
              leftSection={<Plus size={14} aria-hidden="true" />}
              onClick={() => onChange([...keys, { key: free[0], destination: null }])}
            >
              {t('key.add')}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}
