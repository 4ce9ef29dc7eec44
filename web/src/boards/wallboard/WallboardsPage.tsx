import { Button, Menu } from '@mantine/core';
import { duplicateWallboard, type Wallboard, wallboards } from '@ringside/core/contract/boards/wallboard.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { MonitorPlay, Plus, Share2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useSeesCustomers } from '../../data/api/use-sees-customers.ts';
import { useCan } from '../../data/api/use-can.ts';
import { CopyDialog } from '../../data/form/CopyDialog.tsx';
import { DeleteItem } from '../../data/form/DeleteItem.tsx';
import { DuplicateItem } from '../../data/form/DuplicateItem.tsx';
import { EditItem } from '../../data/form/EditItem.tsx';
import { FormDrawer } from '../../data/form/FormDrawer.tsx';
import type { Filter } from '../../data/list/list-filters.ts';
import { RemoveDialog } from '../../data/form/RemoveDialog.tsx';
import { ResourceForm } from '../../data/form/ResourceForm.tsx';
import { ResourceList } from '../../data/list/ResourceList.tsx';
import { RowMenu } from '../../data/list/RowMenu.tsx';
import { useListAddress } from '../../data/list/use-list-address.ts';
import links from '../../ui/links.module.css';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { LinksDrawer } from './LinksDrawer.tsx';
import type texts from '../../locales/en/wallboard.json';

declare module 'i18next' {
  interface NounTexts {
    wallboard: typeof texts;
  }
}

const CUSTOMER: Filter = { field: 'customerId', kind: 'ref', resource: 'customers' };
const COLUMNS = ['name', 'customerName', 'pageCount', 'linkCount', 'updatedAt'];

type Doing = { readonly what: 'links' | 'duplicate' | 'remove'; readonly row: Wallboard };

export function WallboardsPage() {
  const { t } = useTranslation('wallboard');
  const can = useCan();
  const navigate = useNavigate();
  const staff = useSeesCustomers();
  const [search, change] = useListAddress();
  const [doing, setDoing] = useState<Doing | null>(null);
  usePageTitle(t('words.title'));
  const close = (): void => change({ form: undefined }, true);
  const done = (): void => setDoing(null);
  const rowOf = (what: Doing['what']): Wallboard | null => (doing?.what === what ? doing.row : null);
  const add = can('create', 'wallboard') ? (
    <Button leftSection={<Plus size={16} aria-hidden="true" />} onClick={() => change({ form: 'new' }, true)}>
      {t('words.add')}
    </Button>
  ) : null;
  return (
    <>
      <PageHeader title={t('words.title')} description={t('words.description')} actions={add} />
      <ResourceList
        resource={wallboards}
        icon={MonitorPlay}
        columns={staff ? COLUMNS : COLUMNS.filter((c) => c !== 'customerName')}
        filters={staff ? [CUSTOMER] : []}
        emptyAction={add}
        bulk={false}
        cells={{
          name: (row) => (
            <Link
              to={can('update', 'wallboard') ? '/wallboard/$wallboard' : '/wallboard/$wallboard/show'}
              params={{ wallboard: row.id }}
              className={links['link']}
            >
              <bdi>{row.name}</bdi>
            </Link>
          ),
        }}
        actions={(row) => <BoardMenu row={row} onDo={(what) => setDoing({ what, row })} />}
      />
      <FormDrawer title={t('words.add')} opened={search['form'] === 'new'} onClose={close}>
        <ResourceForm
          resource={wallboards}
          hidden={staff ? [] : ['customerId']}
          onCancel={close}
          onSaved={(row) => void navigate({ to: '/wallboard/$wallboard', params: { wallboard: row.id } })}
        />
      </FormDrawer>
      <LinksDrawer board={rowOf('links')} onClose={done} />
      <CopyDialog
        row={rowOf('duplicate')}
        label={t('fields.name')}
        hint={t('duplicate.hint')}
        path="/wallboards"
        copy={(id, name) => call(duplicateWallboard, { params: { id }, body: { name } })}
        onCopied={(wallboard) => void navigate({ to: '/wallboard/$wallboard', params: { wallboard } })}
        onClose={done}
      />
      <RemoveDialog resource={wallboards} row={rowOf('remove')} consequence={t('removeHint')} onClose={done} />
    </>
  );
}

function BoardMenu({ row, onDo }: { readonly row: Wallboard; readonly onDo: (what: Doing['what']) => void }) {
  const { t } = useTranslation(['wallboard', 'common']);
  const can = useCan();
  const navigate = useNavigate();
  const params = { wallboard: row.id };
  return (
    <RowMenu name={row.name}>
      <Menu.Item
        leftSection={<MonitorPlay size={16} aria-hidden="true" />}
        onClick={() => void navigate({ to: '/wallboard/$wallboard/show', params })}
      >
        {t('actions.show')}
      </Menu.Item>
      {can('update', 'wallboard') ? (
        <EditItem onClick={() => void navigate({ to: '/wallboard/$wallboard', params })} />
      ) : null}
      {can('operate', 'wallboard') ? (
        <Menu.Item leftSection={<Share2 size={16} aria-hidden="true" />} onClick={() => onDo('links')}>
          {t('actions.links')}
        </Menu.Item>
      ) : null}
      {can('create', 'wallboard') ? <DuplicateItem onClick={() => onDo('duplicate')} /> : null}
      {can('delete', 'wallboard') ? <DeleteItem onClick={() => onDo('remove')} /> : null}
    </RowMenu>
  );
}
