import { Button, Group, Text } from '@mantine/core';
import { type DeletedRow, restoreDeletedRow } from '@ringside/core/contract/system/deleted.ts';
import { RESOURCES } from '@ringside/core/access/ability.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArchiveRestore, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAreaName } from '../../locales/use-area-name.ts';
import { call } from '../../data/api/call.ts';
import { ProblemError } from '../../data/api/problem.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import type { Filter } from '../../data/list/list-filters.ts';
import { ResourceList } from '../../data/list/ResourceList.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { useTell } from '../../ui/use-tell.ts';
import { gone } from './gone.ts';

const CUSTOMER: Filter = { field: 'customerId', kind: 'ref', resource: 'customers' };

/** Lists deleted objects and restores them. */
export function DeletedPage() {
  const { t } = useTranslation(['deleted', 'common']);
  const areaName = useAreaName();
  const tell = useTell();
  const errorText = useErrorText();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<DeletedRow | null>(null);
  usePageTitle(t('words.title'));
  const restore = useMutation({
    mutationFn: (row: DeletedRow) => call(restoreDeletedRow, { params: { id: row.id } }),
    onSuccess: async ({ name }) => {
      setChosen(null);
      tell.done(t('restored', { name }));
      // The object is in its own list again, and in counts of others.
      await client.invalidateQueries();
    },
    onError: (error) => {
      setChosen(null);
      const reason = error instanceof ProblemError ? error.errors[0]?.message : undefined;
      tell.failed(reason ?? errorText(error));
    },
  });
  return (
    <>
      <PageHeader title={t('words.title')} description={t('words.description')} />
      <ResourceList
        resource={gone}
        icon={Trash2}
        bulk={false}
        filters={[{ field: 'resource', kind: 'select', options: RESOURCES.slice(1), word: areaName }, CUSTOMER]}
        cells={{
          name: (row) => <bdi>{row.name}</bdi>,
          resource: (row) => areaName(row.resource),
          customerName: (row) => <bdi>{row.customerName || '–'}</bdi>,
          deletedBy: (row) => <bdi>{row.deletedBy}</bdi>,
        }}
        actions={(row) => (
          <Button
            size="xs"
            variant="default"
            leftSection={<ArchiveRestore size={16} aria-hidden="true" />}
            aria-label={`${t('restore')}: ${row.name}`}
            onClick={() => setChosen(row)}
          >
            {t('restore')}
          </Button>
        )}
      />
      <Dialog opened={chosen !== null} onClose={() => setChosen(null)} title={t('ask', { name: chosen?.name ?? '' })}>
        <Text c="dimmed">{chosen?.resource === 'user' ? t('askUser') : t('askText')}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => setChosen(null)}>
            {t('common:actions.cancel')}
          </Button>
          <Button data-autofocus loading={restore.isPending} onClick={() => chosen && restore.mutate(chosen)}>
            {t('restore')}
          </Button>
        </Group>
      </Dialog>
    </>
  );
}
