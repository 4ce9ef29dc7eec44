import { ActionIcon, Menu } from '@mantine/core';
import { AGENT_REPORT_COLUMNS, agentReport } from '@ringside/core/contract/agent-report.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../api/download.ts';
import { useCan } from '../../api/use-can.ts';
import { useErrorText } from '../../api/use-error-text.ts';
import { useTell } from '../../ui/use-tell.ts';

/** The rows as a file. */
export function ExportAgents({ query }: { readonly query: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation(['agent-report', 'common']);
  const can = useCan();
  const tell = useTell();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  if (!can('export', 'report')) return null;
  const save = async (format: 'csv' | 'xlsx'): Promise<void> => {
    const group = query['groupBy'] as 'queue';
    const headings = AGENT_REPORT_COLUMNS.map((column) =>
      column === 'label'
        ? t(`groups.${group}`)
        : column === 'team'
          ? t('groups.callcenter')
          : t(`figures.${column as 'taken'}`),
    ).join('\n');
    setBusy(true);
    try {
      await download(agentReport.path, { ...query, format, headings });
    } catch (error) {
      tell.failed(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon
          size={36}
          variant="default"
          loading={busy}
          aria-label={t('common:list.export')}
          title={t('common:list.export')}
        >
          <Download size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save('csv')}>{t('common:list.exportAs.csv')}</Menu.Item>
        <Menu.Item onClick={() => void save('xlsx')}>{t('common:list.exportAs.xlsx')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
