import { RESOURCES } from '@ringside/core/access/ability.ts';
import { Box, Button } from '@mantine/core';
import { ACL_EFFECTS, ACL_KINDS, type AclEntry, acl } from '@ringside/core/contract/acl.ts';
import { CircleCheck, CircleSlash, Plus, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../api/session.ts';
import { useCan } from '../../api/use-can.ts';
import { copyOf } from '../../crud/copy-of.ts';
import { DeleteItem } from '../../crud/DeleteItem.tsx';
import { DuplicateItem } from '../../crud/DuplicateItem.tsx';
import { EditItem } from '../../crud/EditItem.tsx';
import { FormDrawer } from '../../crud/FormDrawer.tsx';
import type { Filter } from '../../crud/list-filters.ts';
import { RemoveDialog } from '../../crud/RemoveDialog.tsx';
import { ResourceForm } from '../../crud/ResourceForm.tsx';
import { ResourceList } from '../../crud/ResourceList.tsx';
import { RowMenu } from '../../crud/RowMenu.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { aclInputs, isShown } from './acl-inputs.tsx';
import { DialTestBox } from './DialTestBox.tsx';
import { TestBox } from './TestBox.tsx';

const KIND: Filter = { field: 'kind', kind: 'select', options: ACL_KINDS };
const EFFECT: Filter = { field: 'effect', kind: 'select', options: ACL_EFFECTS };
const COLUMNS = ['priority', 'name', 'kind', 'effect', 'subjectName', 'resource', 'enabled', 'hitCount', 'lastHitAt'];

const CHOSEN_FROM = {
  customer: 'customerIds',
  callcenter: 'callcenterIds',
  queue: 'queueIds',
  endpoint: 'serverIds',
} as const;

type Doing = { readonly what: 'new' } | { readonly what: 'edit' | 'remove' | 'copy'; readonly row: AclEntry };

export function AclPage() {
  const { t } = useTranslation(['acl', 'permission', 'common']);
  const can = useCan();
  const format = useFormat();
  const me = useUser();
  const staff = me.customerId === null;
  const [doing, setDoing] = useState<Doing | null>(null);
  usePageTitle(t('words.title'));
  const done = (): void => setDoing(null);
  const inputs = aclInputs(t as unknown as (key: string) => string, me.timezone);
  // What one may not look up cannot be chosen.
  const unseen = (['customer', 'callcenter', 'queue', 'endpoint'] as const)
    .filter((noun) => !can('read', noun))
    .map((noun) => CHOSEN_FROM[noun]);
  const areaOf = (area: string): string =>
    area === 'all' ? t('everything') : t(`permission:resources.${area as 'queue'}`);
  const row = doing?.what === 'edit' ? doing.row : null;
  const hidden = staff ? [] : ['customerId', ...unseen];
  const begun =
    doing?.what === 'copy'
      ? copyOf(
          acl,
          { ...doing.row, priority: undefined },
          (name) => t('common:form.copyOf', { name }).slice(0, 64),
          hidden,
        )
      : { initial: { kind: 'access', effect: 'deny', enabled: true, subjectType: 'everyone' } };
  const about = (entry: AclEntry): string => {
    if (entry.kind === 'network') return entry.cidrs.join(', ');
    if (entry.kind === 'dial') return entry.prefixes.map((p) => `+${p}…`).join(', ');
    const area = entry.resource === 'all' ? t('everything') : t(`permission:resources.${entry.resource ?? 'queue'}`);
    const fields = entry.fieldMask.map((mask) => t(`permission:masks.${mask}`));
    const withheld = fields.length === 0 ? [] : [t('withholds', { fields: format.list(fields) })];
    const actions = entry.actions.map((a) => (a === 'manage' ? t('everyAction') : t(`permission:actions.${a}`)));
    // A denial that withholds fields takes these alone.
    const parts = withheld.length > 0 && entry.effect === 'deny' ? withheld : [...actions, ...withheld];
    return `${area}: ${parts.join(', ')}`;
  };
  const add = can('create', 'acl') ? (
    <Button leftSection={<Plus size={16} aria-hidden="true" />} onClick={() => setDoing({ what: 'new' })}>
      {t('words.add')}
    </Button>
  ) : null;
  return (
    <>
      <PageHeader title={t('words.title')} description={t('words.description')} actions={add} />
      {can('read', 'user') ? (
        <Box mb="md">
          <TestBox />
        </Box>
      ) : null}
      {can('read', 'subscriber') ? (
        <Box mb="md">
          <DialTestBox />
        </Box>
      ) : null}
      <ResourceList
        resource={acl}
        icon={ShieldCheck}
        columns={COLUMNS}
        filters={[KIND, EFFECT, { field: 'resource', kind: 'select', options: RESOURCES, word: areaOf }]}
        emptyAction={add}
        cells={{
          effect: (entry) => (
            <StatusBadge
              tone={entry.effect === 'allow' ? 'ok' : 'bad'}
              icon={entry.effect === 'allow' ? CircleCheck : CircleSlash}
            >
              {t(`options.effect.${entry.effect}`)}
            </StatusBadge>
          ),
          subjectName: (entry) => (
            <bdi>
              {entry.subjectType === 'everyone'
                ? (entry.customerName ?? t('options.subjectType.everyone'))
                : `${t(`options.subjectType.${entry.subjectType}`)}: ${entry.subjectName}`}
            </bdi>
          ),
          resource: (entry) => <bdi>{about(entry)}</bdi>,
          // A PBX does not tell which of them decided.
          hitCount: (entry) => (entry.kind === 'dial' ? '–' : format.number(entry.hitCount)),
        }}
        actions={(entry) =>
          can('update', 'acl') || can('delete', 'acl') ? (
            <RowMenu name={entry.name}>
              <EditItem onClick={() => setDoing({ what: 'edit', row: entry })} />
              {add ? <DuplicateItem onClick={() => setDoing({ what: 'copy', row: entry })} /> : null}
              <DeleteItem onClick={() => setDoing({ what: 'remove', row: entry })} />
            </RowMenu>
          ) : null
        }
      />
      <FormDrawer
        title={row ? t('words.edit') : t('words.add')}
        opened={doing?.what === 'new' || doing?.what === 'copy' || row !== null}
        onClose={done}
      >
        {row ? (
          <ResourceForm
            resource={acl}
            row={row}
            hidden={unseen}
            shown={(field, values) => isShown(field, { ...row, ...values })}
            inputs={inputs}
            onCancel={done}
            onSaved={done}
          />
        ) : (
          <ResourceForm
            resource={acl}
            hidden={hidden}
            {...begun}
            shown={isShown}
            inputs={inputs}
            onCancel={done}
            onSaved={done}
          />
        )}
      </FormDrawer>
      <RemoveDialog
        resource={acl}
        row={doing?.what === 'remove' ? doing.row : null}
        consequence={t('removeHint')}
        onClose={done}
      />
    </>
  );
}
