import { Button, Menu } from '@mantine/core';
import { API_KEY_STATUS, type ApiKey, apikeys, type NewApiKey } from '@ringside/core/contract/access/api-key.ts';
import { KeyRound, Plus, RefreshCw, ShieldX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../data/api/session.ts';
import { useSeesCustomers } from '../../data/api/use-sees-customers.ts';
import { useCan } from '../../data/api/use-can.ts';
import { DeleteItem } from '../../data/form/DeleteItem.tsx';
import { EditItem } from '../../data/form/EditItem.tsx';
import { FormDrawer } from '../../data/form/FormDrawer.tsx';
import type { Filter } from '../../data/list/list-filters.ts';
import { RemoveDialog } from '../../data/form/RemoveDialog.tsx';
import { ResourceForm } from '../../data/form/ResourceForm.tsx';
import { ResourceList } from '../../data/list/ResourceList.tsx';
import { RowMenu } from '../../data/list/RowMenu.tsx';
import { useListAddress } from '../../data/list/use-list-address.ts';
import { keyInputs } from '../shared/key-inputs.tsx';
import { KeyTextDialog } from '../shared/KeyTextDialog.tsx';
import { Num } from '../../ui/Num.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { RevokeDialog, RotateDialog } from './KeyDialogs.tsx';
import { CircleCheck, CircleSlash, Clock, type LucideIcon } from 'lucide-react';
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx';
import type texts from '../../locales/en/apikey.json';

declare module 'i18next' {
  interface NounTexts {
    apikey: typeof texts;
  }
}

const LOOKS: Readonly<Record<ApiKey['status'], readonly [Tone, LucideIcon]>> = {
  active: ['ok', CircleCheck],
  expired: ['warn', Clock],
  revoked: ['idle', CircleSlash],
};

function KeyStatus({ status }: { readonly status: ApiKey['status'] }) {
  const { t } = useTranslation('apikey');
  const [tone, icon] = LOOKS[status];
  return (
    <StatusBadge tone={tone} icon={icon}>
      {t(`options.status.${status}`)}
    </StatusBadge>
  );
}

const CUSTOMER: Filter = { field: 'customerId', kind: 'ref', resource: 'customers' };
const STATUS: Filter = { field: 'status', kind: 'select', options: API_KEY_STATUS };
const OWNER: Filter = { field: 'ownerUserId', kind: 'ref', resource: 'users' };
const COLUMNS = ['name', 'prefix', 'ownerUsername', 'customerName', 'status', 'expiresAt', 'lastUsedAt'];

const NINETY_DAYS = 90 * 86_400_000;

type Doing = { readonly what: 'edit' | 'rotate' | 'revoke' | 'remove'; readonly row: ApiKey };

export function ApiKeysPage() {
  const { t } = useTranslation(['apikey', 'common']);
  const can = useCan();
  const me = useUser();
  const many = useSeesCustomers();
  const [search, change] = useListAddress();
  const [doing, setDoing] = useState<Doing | null>(null);
  const [token, setToken] = useState<string | null>(null);
  usePageTitle(t('words.title'));
  const close = (): void => change({ form: undefined }, true);
  const rowOf = (what: Doing['what']): ApiKey | null => (doing?.what === what ? doing.row : null);
  const done = (): void => setDoing(null);
  const editing = rowOf('edit');
  const add = can('create', 'apikey') ? (
    <Button leftSection={<Plus size={16} aria-hidden="true" />} onClick={() => change({ form: 'new' }, true)}>
      {t('words.add')}
    </Button>
  ) : null;
  return (
    <>
      <PageHeader title={t('words.title')} description={t('words.description')} actions={add} />
      <ResourceList
        resource={apikeys}
        icon={KeyRound}
        columns={many ? COLUMNS : COLUMNS.filter((c) => c !== 'customerName')}
        filters={[...(many ? [CUSTOMER] : []), ...(can('read', 'user') ? [OWNER] : []), STATUS]}
        emptyAction={add}
        cells={{
          prefix: (row) => <Num>{`cck_live_${row.prefix}…${row.last4}`}</Num>,
          customerName: (row) => <bdi>{row.customerName ?? t('platform')}</bdi>,
          status: (row) => <KeyStatus status={row.status} />,
        }}
        actions={(row) => <KeyMenu row={row} onDo={(what) => setDoing({ what, row })} />}
      />
      <FormDrawer title={t('words.add')} opened={search['form'] === 'new'} onClose={close}>
        <ResourceForm
          resource={apikeys}
          hidden={can('read', 'user') ? [] : ['ownerUserId']}
          initial={{ expiresAt: new Date(Date.now() + NINETY_DAYS).toISOString() }}
          inputs={keyInputs(me.abilities)}
          onCancel={close}
          onSaved={(row) => {
            close();
            setToken((row as NewApiKey).token);
          }}
        />
      </FormDrawer>
      <FormDrawer title={t('words.edit')} opened={editing !== null} onClose={done}>
        {editing ? (
          <ResourceForm
            resource={apikeys}
            row={editing}
            inputs={keyInputs(me.abilities)}
            onCancel={done}
            onSaved={done}
          />
        ) : null}
      </FormDrawer>
      <RotateDialog
        row={rowOf('rotate')}
        onClose={done}
        onDone={(key) => {
          done();
          setToken(key.token);
        }}
      />
      <RevokeDialog row={rowOf('revoke')} onClose={done} />
      <RemoveDialog resource={apikeys} row={rowOf('remove')} consequence={t('removeHint')} onClose={done} />
      <KeyTextDialog token={token} onClose={() => setToken(null)} />
    </>
  );
}

function KeyMenu({ row, onDo }: { readonly row: ApiKey; readonly onDo: (what: Doing['what']) => void }) {
  const { t } = useTranslation(['apikey', 'common']);
  const can = useCan();
  const live = row.status === 'active';
  if (!can('update', 'apikey') && !can('delete', 'apikey')) return null;
  return (
    <RowMenu name={row.name}>
      {can('update', 'apikey') && row.status !== 'revoked' ? <EditItem onClick={() => onDo('edit')} /> : null}
      {can('update', 'apikey') && live ? (
        <>
          <Menu.Item leftSection={<RefreshCw size={16} aria-hidden="true" />} onClick={() => onDo('rotate')}>
            {t('rotate.action')}
          </Menu.Item>
          <Menu.Item leftSection={<ShieldX size={16} aria-hidden="true" />} onClick={() => onDo('revoke')}>
            {t('revoke.action')}
          </Menu.Item>
        </>
      ) : null}
      {can('delete', 'apikey') ? <DeleteItem onClick={() => onDo('remove')} /> : null}
    </RowMenu>
  );
}
