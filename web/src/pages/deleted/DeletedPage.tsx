import { Button, Group, Text } from '@mantine/core';
import { type DeletedRow, restoreDeleted } from '@ringside/core/contract/deleted.ts';
import { RESOURCES } from '@ringside/core/access/ability.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArchiveRestore, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ProblemError } from '../../api/problem.ts';
import { useErrorText } from '../../api/use-error-text.ts';
import type { Filter } from '../../crud/list-filters.ts';
import { ResourceList } from '../../crud/ResourceList.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { useTell } from '../../ui/use-tell.ts';
import { gone } from './gone.ts';

const RESOURCE: Filter = { field: 'resource', kind: 'select', options: RESOURCES.slice(1) };
const CUSTOMER: Filter = { field: 'customerId', kind: 'ref', resource: 'customers' };

/** What was deleted, and the way back. */
export function DeletedPage() {
  const { t } = useTranslation(['deleted', 'common']);
  const tell = useTell();
  const errorText = useErrorText();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<DeletedRow | null>(null);
  usePageTitle(t('words.title'));
  const nameOf = (row: DeletedRow): string =>
    t(`options.resource.${row.resource as 'queue'}`, { defaultValue: row.resource });
  const restore = useMutation({
    mutationFn: (row: DeletedRow) => call(restoreDeleted, { params: { id: row.id } }),
    onSuccess: async ({ name }) => {
      setChosen(null);
      tell.done(t('restored', { name }));
      // It is in its own list again, and in counts of others.
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
        filters={[RESOURCE, CUSTOMER]}
        cells={{
          name: (row) => <bdi>{row.name}</bdi>,
          resource: (row) => nameOf(row),
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
