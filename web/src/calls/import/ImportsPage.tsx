import { listImports } from '@ringside/core/contract/calls/import.ts';
import { useQuery } from '@tanstack/react-query';
import { FileClock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useCan } from '../../data/api/use-can.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { ImportForm } from './ImportForm.tsx';
import { ImportRow } from './ImportRow.tsx';
import classes from './Imports.module.css';

const WHILE_RUNNING_MS = 700;

/** Imports history from a PBX server's own files, and lists the imports with their progress. */
export function ImportsPage() {
  const { t } = useTranslation('history');
  const can = useCan();
  usePageTitle(t('title'));
  const { data } = useQuery({
    queryKey: ['/imports'],
    queryFn: ({ signal }) => call(listImports, { signal }),
    refetchInterval: ({ state }) => (state.data?.data.some((i) => i.state === 'running') ? WHILE_RUNNING_MS : false),
  });
  const rows = data?.data;
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <div className={classes['page']}>
        {can('update', 'endpoint') ? (
          <Panel title={t('file')} description={t('fileHint')}>
            <ImportForm />
          </Panel>
        ) : null}
        <Panel title={t('imports')} flush>
          {rows?.length === 0 ? (
            <EmptyState compact icon={FileClock} title={t('none')}>
              {t('noneHint')}
            </EmptyState>
          ) : (
            <ul className={classes['list']}>
              {rows?.map((row) => (
                <ImportRow key={row.id} row={row} />
              ))}
            </ul>
          )}
        </Panel>
      </div>
    </>
  );
}
