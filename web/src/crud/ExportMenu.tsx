import { ActionIcon, Menu } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../api/download.ts';
import { useErrorText } from '../api/use-error-text.ts';
import { useTell } from '../ui/use-tell.ts';

const FORMATS = ['csv', 'xlsx'] as const;
export type FileFormat = (typeof FORMATS)[number] | 'pdf';

interface Props {
  /** Of the route that answers with a file when `format` is asked. */
  readonly path: string;
  readonly formats?: readonly FileFormat[];
  /** What else is asked of it; `headings` with one line a column. */
  readonly query: (format: FileFormat) => Readonly<Record<string, unknown>>;
}

/** A list or a report as a file. Whether its reader may have one is for the page to say. */
export function ExportMenu({ path, formats = FORMATS, query }: Props) {
  const { t } = useTranslation('common');
  const tell = useTell();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const save = async (format: FileFormat): Promise<void> => {
    setBusy(true);
    try {
      await download(path, { ...query(format), format });
    } catch (error) {
      tell.failed(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon size={36} variant="default" loading={busy} aria-label={t('list.export')} title={t('list.export')}>
          <Download size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => void save(format)}>
            {t(`list.exportAs.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
