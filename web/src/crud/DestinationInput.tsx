import { Group, Select, TextInput } from '@mantine/core';
import type { Destination, DestinationKind } from '@ringside/core/contract/destination.ts';
import { DESTINATION_KINDS } from '@ringside/core/contract/destination.ts';
import { useTranslation } from 'react-i18next';
import type { InputProps } from './FieldInput.tsx';
import { RefSelect } from './RefSelect.tsx';

/** Where rows of a kind are read. */
const PATHS: Readonly<Partial<Record<DestinationKind, string>>> = {
  extension: 'subscribers',
  voicemail: 'subscribers',
  queue: 'queues',
  ringgroup: 'ringgroups',
  ivr: 'ivrs',
};

interface Props extends Omit<InputProps, 'description'> {
  readonly description?: string | undefined;
  /** Whose places; null: nobody said yet. */
  readonly customerId: string | null;
  readonly serverId?: number | undefined;
  /** Nowhere is an answer too. */
  readonly clearable?: boolean;
}

/** Where a call goes: first what kind of place, then which. */
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
  const path = now === null ? undefined : PATHS[now.kind];
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
          onChange={(id) => change({ id: id as string | null })}
        />
      )}
      {now?.kind === 'external' ? (
        <TextInput
          label={which}
          required
          type="tel"
          inputMode="tel"
          autoComplete="off"
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
