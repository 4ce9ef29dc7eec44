import { FileInput, Stack } from '@mantine/core';
import { MOST_PROMPT_BYTES } from '@ringside/core/contract/routing/prompt.ts';
import { FileAudio } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../data/form/FieldInput.tsx';

const read = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^data:[^,]*,/, '')));
    reader.addEventListener('error', () => reject(new Error('Cannot read the file')));
    reader.readAsDataURL(file);
  });

/** Selects a local audio file, with playback before the upload. `path`: path of the stored sound. */
export function AudioInput({
  path,
  onChange,
  value: _sent,
  error,
  ...input
}: InputProps & { readonly path: string | null }) {
  const { t } = useTranslation('prompt');
  const [file, setFile] = useState<File | null>(null);
  const [refused, setRefused] = useState<'tooLarge' | 'unreadable' | null>(null);
  const address = useMemo(() => (file === null ? null : URL.createObjectURL(file)), [file]);
  useEffect(() => (address === null ? undefined : () => URL.revokeObjectURL(address)), [address]);
  const choose = async (chosen: File | null): Promise<void> => {
    setFile(chosen);
    setRefused(chosen !== null && chosen.size > MOST_PROMPT_BYTES ? 'tooLarge' : null);
    if (chosen === null || chosen.size > MOST_PROMPT_BYTES) return onChange(undefined);
    try {
      onChange(await read(chosen));
    } catch {
      setRefused('unreadable');
      onChange(undefined);
    }
  };
  const heard = address ?? path;
  return (
    <Stack gap="xs">
      <FileInput
        {...input}
        error={refused === null ? error : t(`audio.${refused}`)}
        placeholder={path === null ? t('audio.choose') : t('audio.replace')}
        leftSection={<FileAudio size={16} aria-hidden="true" />}
        accept="audio/wav,audio/x-wav,audio/mpeg,.wav,.mp3"
        clearable
        clearButtonProps={{ 'aria-label': t('audio.forget') }}
        value={file}
        onChange={(chosen) => void choose(chosen)}
      />
      {heard === null ? null : (
        // oxlint-disable-next-line media-has-caption -- what is said is what callers hear; its name stands beside it
        <audio controls preload="metadata" src={heard} aria-label={t('audio.listen')} style={{ width: '100%' }} />
      )}
    </Stack>
  );
}
