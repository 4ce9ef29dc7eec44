import { Autocomplete } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { store } from '../../data/live/live.ts';

interface Props {
  readonly label: string;
  readonly serverId: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Returns whether the text is a number that can be dialed. Like the server, ignores spaces and punctuation. */
export const isDiallable = (typed: string): boolean => /^\+?[0-9*#]{1,32}$/.test(typed.replaceAll(/[\s()./-]/g, ''));

const EXTENSION = /[-/](\d{2,6})$/;

/** Returns the visible agents' extensions, derived from their interface names, with the agents' names. */
const colleagues = (serverId: number): Map<string, string> => {
  const known = new Map<string, string>();
  for (const m of store.state.members.values()) {
    const extension = m.serverId === serverId ? EXTENSION.exec(m.interface)?.[1] : undefined;
    if (extension !== undefined) known.set(extension, m.name || m.interface);
  }
  return new Map([...known].sort((a, b) => a[1].localeCompare(b[1])));
};

/** Input for a number to dial: typed, or chosen from colleagues by name. */
export function NumberInput({ label, serverId, value, onChange }: Props) {
  const { t } = useTranslation('dashboard');
  const [known] = useState(() => colleagues(serverId));
  const invalid = value.trim() !== '' && !isDiallable(value) && !/\p{L}/u.test(value);
  return (
    <Autocomplete
      data-autofocus
      label={label}
      description={t('transfer.numberHint')}
      inputMode="tel"
      maxLength={40}
      value={value}
      onChange={onChange}
      error={invalid ? t('transfer.notANumber') : null}
      data={[...known.keys()]}
      limit={8}
      openOnFocus={false}
      comboboxProps={{ withinPortal: true }}
      filter={({ options, search, limit }) => {
        const wanted = search.trim().toLocaleLowerCase();
        return options
          .filter(
            (o) =>
              'value' in o &&
              (o.value.startsWith(wanted) || (known.get(o.value) ?? '').toLocaleLowerCase().includes(wanted)),
          )
          .slice(0, limit);
      }}
      renderOption={({ option }) => (
        <span>
          <bdi dir="ltr" className="num">
            {option.value}
          </bdi>{' '}
          <bdi>{known.get(option.value)}</bdi>
        </span>
      )}
      styles={{ input: { direction: 'ltr' } }}
    />
  );
}
