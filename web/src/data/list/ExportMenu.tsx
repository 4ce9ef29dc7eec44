import { ActionIcon, Menu } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../api/download.ts';
import { useUser } from '../api/session.ts';
import { useErrorText } from '../api/use-error-text.ts';
import { usePageTitleNow } from '../../ui/page/page-title.ts';
import { useTell } from '../../ui/use-tell.ts';

const FORMATS = ['csv', 'xlsx', 'pdf'] as const;
type FileFormat = (typeof FORMATS)[number];

interface Props {
  /** Path of a route that returns a file when the query contains `format`. */
  readonly path: string;
  /** Further query parameters. `headings` has one line per column. */
  readonly query: () => Readonly<Record<string, unknown>>;
  /** Name of the exported part. Default: the whole page. */
  readonly of?: string | undefined;
  /** Title above the table in the PDF. Default: the page's name. null: the server sets it. */
  readonly title?: string | null;
}

/** Menu that exports a list or a report as a file. The page checks the permission. */
export function ExportMenu({ path, query, of, title }: Props) {
  const { t } = useTranslation('common');
  const tell = useTell();
  const errorText = useErrorText();
  const { timezone } = useUser();
  const [busy, setBusy] = useState(false);
  const words = (format: FileFormat) =>
    format === 'pdf' && title !== null ? { timeZone: timezone, title: title ?? usePageTitleNow.getState().title } : {};
  const name = of === undefined ? t('list.export') : t('list.exportOf', { name: of });
  const save = async (format: FileFormat): Promise<void> => {
    setBusy(true);
    try {
      await download(path, { ...words(format), ...query(), format });
    } catch (error) {
      tell.failed(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon size={36} variant="default" loading={busy} aria-label={name} title={name}>
          <Download size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => void save(format)}>
            {t(`list.exportAs.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
