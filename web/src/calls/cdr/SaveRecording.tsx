import { ActionIcon, Menu } from '@mantine/core';
import { getRecordingAudio } from '@ringside/core/contract/calls/recordings.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../data/api/download.ts';
import { useCan } from '../../data/api/use-can.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { useTell } from '../../ui/use-tell.ts';

/** `mp3`: whether the server can create MP3 files; null if unknown. */
export function SaveRecording({ id, mp3 }: { readonly id: string; readonly mp3: boolean | null }) {
  const { t } = useTranslation('recording');
  const can = useCan();
  const tell = useTell();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  if (!can('export', 'recording')) return null;
  const save = async (format: 'mp3' | undefined): Promise<void> => {
    setBusy(true);
    try {
      await download(getRecordingAudio.path.replace(':id', id), { download: 'true', format });
    } catch (error) {
      tell.failed(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  const button = (onClick?: () => void) => (
    <ActionIcon
      size={32}
      variant="default"
      loading={busy}
      aria-label={t('download')}
      title={t(mp3 === false ? 'wavOnly' : 'download')}
      {...(onClick ? { onClick } : {})}
    >
      <Download size={16} aria-hidden="true" />
    </ActionIcon>
  );
  if (mp3 !== true) return button(() => void save(undefined));
  return (
    <Menu position="bottom-end">
      <Menu.Target>{button()}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save(undefined)}>{t('wav')}</Menu.Item>
        <Menu.Item onClick={() => void save('mp3')}>{t('mp3')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
