import { isAmong } from '@ringside/core/base/is-among.ts';
import { Group, Select, TextInput } from '@mantine/core';
import { uploadedIdOf, uploadedSound } from '@ringside/core/routing/sound-name.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../data/api/use-can.ts';
import type { InputProps } from '../../data/form/FieldInput.tsx';
import { RefSelect } from '../../data/form/RefSelect.tsx';

const KINDS = ['none', 'uploaded', 'file'] as const;
type Kind = (typeof KINDS)[number];

const kindOf = (name: string): Kind => (name === '' ? 'none' : uploadedIdOf(name) === null ? 'file' : 'uploaded');

interface Props extends InputProps {
  /** Customer of the sounds; null if not chosen yet. */
  readonly customerId: string | null;
  /** For music on hold: the PBX has classes, and an empty value uses the PBX's default. */
  readonly music?: boolean;
}

/** Selects no sound, an uploaded sound, or a sound name on the PBX. */
export function SoundInput({ value, onChange, customerId, music = false, error, label, description, ...rest }: Props) {
  const { t } = useTranslation('prompt');
  const can = useCan();
  const name = typeof value === 'string' ? value : '';
  // Kind chosen before a sound is selected.
  const [chosen, setChosen] = useState<Kind | null>(null);
  const kind = name === '' ? (chosen ?? 'none') : kindOf(name);
  const words: Readonly<Record<Kind, string>> = {
    none: t(music ? 'source.standard' : 'source.none'),
    uploaded: t('source.uploaded'),
    file: t(music ? 'source.class' : 'source.file'),
  };
  const offered = KINDS.filter((each) => each !== 'uploaded' || kind === each || can('read', 'prompt'));
  return (
    <Group gap="xs" align="flex-start" grow wrap="wrap" preventGrowOverflow={false}>
      <Select
        {...rest}
        label={label}
        description={description}
        error={kind === 'none' ? error : Boolean(error)}
        data={offered.map((each) => ({ value: each, label: words[each] }))}
        allowDeselect={false}
        miw={180}
        value={kind}
        onChange={(next) => {
          setChosen(isAmong(KINDS, next) ? next : null);
          onChange('');
        }}
      />
      {kind === 'uploaded' ? (
        <RefSelect
          label={words.uploaded}
          required
          disabled={rest.disabled === true || customerId === null}
          error={error}
          resource="prompts"
          filter={customerId === null ? {} : { customerId }}
          value={uploadedIdOf(name)}
          onChange={(id) => onChange(typeof id === 'string' ? uploadedSound(id) : '')}
        />
      ) : null}
      {kind === 'file' ? (
        <TextInput
          label={words.file}
          required
          dir="ltr"
          autoComplete="off"
          disabled={rest.disabled === true}
          error={error}
          value={name}
          onChange={(e) => onChange(e.currentTarget.value)}
        />
      ) : null}
    </Group>
  );
}
