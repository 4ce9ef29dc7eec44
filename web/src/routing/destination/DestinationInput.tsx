import { textIn } from '../../data/form/value-of.ts';
import { Group, Select } from '@mantine/core';
import { nounOfDestination } from '@ringside/core/contract/nouns.ts';
import type { Destination } from '@ringside/core/contract/routing/destination.ts';
import { DESTINATION_KINDS } from '@ringside/core/contract/routing/destination.ts';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../data/form/FieldInput.tsx';
import { PhoneInput } from '../../data/form/PhoneInput.tsx';
import { RefSelect } from '../../data/form/RefSelect.tsx';

interface Props extends Omit<InputProps, 'description' | 'onChange'> {
  readonly onChange: (value: Destination | null) => void;
  readonly description?: string | undefined;
  /** Customer of the destinations; null if not chosen yet. */
  readonly customerId: string | null;
  readonly serverId?: number | undefined;
  /** Allows an empty destination. */
  readonly clearable?: boolean;
}

/** Selects where a call goes: first the kind of destination, then the object. */
export function DestinationInput({
  value,
  onChange,
  customerId,
  serverId,
  error,
  label,
  clearable = false,
  ...rest
}: Props) {
  const { t } = useTranslation('did');
  const now = (value as Destination | null) ?? null;
  const path = now === null ? undefined : nounOfDestination(now.kind)?.path.slice(1);
  const change = (next: Partial<Destination>): void =>
    onChange({ kind: 'hangup', id: null, number: '', ...now, ...next });
  const which = now === null ? '' : t(`destination.${now.kind}`);
  return (
    <Group gap="xs" align="flex-start" grow wrap="wrap" preventGrowOverflow={false}>
      <Select
        {...rest}
        label={label}
        error={path === undefined && now?.kind !== 'external' ? error : Boolean(error)}
        data={DESTINATION_KINDS.map((kind) => ({ value: kind, label: t(`destination.${kind}`) }))}
        placeholder={t('destination.choose')}
        allowDeselect={false}
        clearable={clearable && now !== null}
        miw={180}
        value={now?.kind ?? null}
        onChange={(kind) => onChange(kind === null ? null : { kind, id: null, number: '' })}
      />
      {path === undefined ? null : (
        <RefSelect
          label={which}
          required
          disabled={rest.disabled === true || customerId === null}
          error={error}
          resource={path}
          filter={{
            ...(customerId === null ? {} : { customerId }),
            ...(serverId === undefined ? {} : { serverId: String(serverId) }),
          }}
          value={now?.id ?? null}
          onChange={(id) => change({ id: textIn(id) })}
        />
      )}
      {now?.kind === 'external' ? (
        <PhoneInput
          label={which}
          required
          disabled={rest.disabled === true}
          error={error}
          styles={{ input: { direction: 'ltr', textAlign: 'start' } }}
          value={now.number}
          onChange={(e) => change({ number: e.currentTarget.value })}
        />
      ) : null}
    </Group>
  );
}
