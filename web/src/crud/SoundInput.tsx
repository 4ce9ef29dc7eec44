import { Group, Select, TextInput } from '@mantine/core';
import { uploadedIdOf, uploadedSound } from '@ringside/core/base/sound-name.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../api/use-can.ts';
import type { InputProps } from './FieldInput.tsx';
import { RefSelect } from './RefSelect.tsx';

const KINDS = ['none', 'uploaded', 'file'] as const;
type Kind = (typeof KINDS)[number];

const kindOf = (name: string): Kind => (name === '' ? 'none' : uploadedIdOf(name) === null ? 'file' : 'uploaded');

interface Props extends InputProps {
  /** Whose sounds; null: nobody said yet. */
  readonly customerId: string | null;
  /** Of music: what stands on the PBX is a class, and none is the PBX's own choice. */
  readonly music?: boolean;
}

/** None, a sound of the console, or what the PBX has under a name. */
export function SoundInput({ value, onChange, customerId, music = false, error, label, description, ...rest }: Props) {
  const { t } = useTranslation('prompt');
  const can = useCan();
  const name = typeof value === 'string' ? value : '';
  // Chosen, and not yet which.
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
          setChosen(next as Kind);
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
