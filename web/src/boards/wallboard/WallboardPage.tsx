import { Button } from '@mantine/core';
import { type Wallboard, wallboards } from '@ringside/core/contract/boards/wallboard.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { MonitorPlay, Save, Settings2, Share2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSeesCustomers } from '../../data/api/use-sees-customers.ts';
import { useCan } from '../../data/api/use-can.ts';
import { FormDrawer } from '../../data/form/FormDrawer.tsx';
import { RecordState } from '../../data/form/RecordState.tsx';
import { ResourceForm } from '../../data/form/ResourceForm.tsx';
import { oneQuery } from '../../data/list/resource-queries.ts';
import { UnsavedGuard } from '../../data/form/UnsavedGuard.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { LinksDrawer } from './LinksDrawer.tsx';
import { PagesEditor } from './PagesEditor.tsx';
import { QuietHoursPanel } from './QuietHoursPanel.tsx';
import { useDraft } from './use-draft.ts';

export function WallboardPage() {
  const { t } = useTranslation('wallboard');
  const { wallboard: id } = useParams({ from: '/app/wallboard/$wallboard' });
  const query = useQuery(oneQuery(wallboards, id));
  usePageTitle(query.data?.name ?? t('words.title'));
  return (
    <RecordState query={query}>
      {(row) => <Editor key={row.id} row={row} onReload={() => void query.refetch()} />}
    </RecordState>
  );
}

function Editor({ row, onReload }: { readonly row: Wallboard; readonly onReload: () => void }) {
  const { t } = useTranslation(['wallboard', 'common']);
  const can = useCan();
  const staff = useSeesCustomers();
  const draft = useDraft(row);
  const [open, setOpen] = useState<'links' | 'settings' | null>(null);
  const close = (): void => setOpen(null);
  const mayChange = can('update', 'wallboard');
  return (
    <>
      <UnsavedGuard dirty={() => draft.dirty} />
      <PageHeader
        title={<bdi>{row.name}</bdi>}
        description={staff ? <bdi>{row.customerName}</bdi> : t('edit.hint')}
        actions={
          <>
            <LinkButton
              to="/wallboard/$wallboard/show"
              params={{ wallboard: row.id }}
              variant="default"
              leftSection={<MonitorPlay size={16} aria-hidden="true" />}
            >
              {t('actions.show')}
            </LinkButton>
            {can('operate', 'wallboard') ? (
              <Button
                variant="default"
                leftSection={<Share2 size={16} aria-hidden="true" />}
                onClick={() => setOpen('links')}
              >
                {t('actions.links')}
              </Button>
            ) : null}
            <Button
              variant="default"
              leftSection={<Settings2 size={16} aria-hidden="true" />}
              onClick={() => setOpen('settings')}
            >
              {t('actions.settings')}
            </Button>
            {mayChange ? (
              <Button
                leftSection={<Save size={16} aria-hidden="true" />}
                disabled={!draft.dirty}
                loading={draft.saving}
                onClick={() => void draft.save()}
              >
                {t('actions.save')}
              </Button>
            ) : null}
          </>
        }
      />
      <PagesEditor row={row} draft={draft} readOnly={!mayChange} />
      <LinksDrawer board={open === 'links' ? row : null} onClose={close} />
      <FormDrawer title={t('actions.settings')} opened={open === 'settings'} onClose={close}>
        <ResourceForm
          key={row.version}
          resource={wallboards}
          row={row}
          readOnly={!mayChange}
          onSaved={close}
          onCancel={close}
          onReload={onReload}
        />
        <QuietHoursPanel key={`quiet-${row.version}`} row={row} readOnly={!mayChange} />
      </FormDrawer>
    </>
  );
}
