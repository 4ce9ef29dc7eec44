import { Group, Select } from '@mantine/core';
import type { Destination } from '@ringside/core/contract/routing/destination.ts';
import { MENU_KEYS } from '@ringside/core/contract/routing/ivr.ts';
import { useTranslation } from 'react-i18next';
import { DestinationInput } from '../destination/DestinationInput.tsx';
import { EntriesFieldset, RemoveEntry } from '../../data/form/EntriesFieldset.tsx';
import type { InputProps } from '../../data/form/FieldInput.tsx';

interface Key {
  readonly key: string;
  readonly destination: Destination | null;
}

/** Input for the keys of an IVR menu and their destinations. */
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
  const keys: readonly Key[] = Array.isArray(value) ? value : [];
  const free = MENU_KEYS.filter((key) => !keys.some((each) => each.key === key));
  const next = free[0];
  const edit = (index: number, change: Partial<Key>): void =>
    onChange(keys.map((each, i) => (i === index ? { ...each, ...change } : each)));
  return (
    <EntriesFieldset
      {...{ label, description, error, disabled }}
      add={
        next === undefined
          ? null
          : { label: t('key.add'), onClick: () => onChange([...keys, { key: next, destination: null }]) }
      }
    >
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
              onChange={(destination) => destination && edit(i, { destination })}
            />
          </div>
          <RemoveEntry
            label={t('key.remove', { key: each.key })}
            onClick={() => onChange(keys.filter((_, j) => j !== i))}
          />
        </Group>
      ))}
    </EntriesFieldset>
  );
}
