import { keyed } from '../../locales/keyed.ts';
import { RESOURCES } from '@ringside/core/access/ability.ts';
import { Box, Button } from '@mantine/core';
import { ACL_EFFECTS, ACL_KINDS, type AclEntry, acl } from '@ringside/core/contract/access/acl.ts';
import { CircleCheck, CircleSlash, Plus, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAreaName } from '../../locales/use-area-name.ts';
import { useUser } from '../../data/api/session.ts';
import { useCan } from '../../data/api/use-can.ts';
import { copyOf } from '../../data/form/copy-of.ts';
import { DeleteItem } from '../../data/form/DeleteItem.tsx';
import { DuplicateItem } from '../../data/form/DuplicateItem.tsx';
import { EditItem } from '../../data/form/EditItem.tsx';
import { FormDrawer } from '../../data/form/FormDrawer.tsx';
import type { Filter } from '../../data/list/list-filters.ts';
import { RemoveDialog } from '../../data/form/RemoveDialog.tsx';
import { ResourceForm } from '../../data/form/ResourceForm.tsx';
import { ResourceList } from '../../data/list/ResourceList.tsx';
import { RowMenu } from '../../data/list/RowMenu.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { aclInputs, isShown } from './acl-inputs.tsx';
import { DialTestBox } from './DialTestBox.tsx';
import { TestBox } from './TestBox.tsx';
import type texts from '../../locales/en/acl.json';

declare module 'i18next' {
  interface NounTexts {
    acl: typeof texts;
  }
}

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

const useAreaOf = (): ((area: string) => string) => {
  const { t } = useTranslation('acl');
  const areaName = useAreaName();
  return (area) => (area === 'all' ? t('everything') : areaName(area));
};

/** Describes what a rule applies to: networks, dialed prefixes, or the actions and fields of a resource. */
const useAbout = (): ((entry: AclEntry) => string) => {
  const { t } = useTranslation(['acl', 'permission']);
  const format = useFormat();
  const areaOf = useAreaOf();
  return (entry) => {
    if (entry.kind === 'network') return entry.cidrs.join(', ');
    if (entry.kind === 'dial') return entry.prefixes.map((p) => `+${p}…`).join(', ');
    const area = areaOf(entry.resource ?? 'queue');
    const fields = entry.fieldMask.map((mask) => t(`permission:masks.${mask}`));
    const withheld = fields.length === 0 ? [] : [t('withholds', { fields: format.list(fields) })];
    const actions = entry.actions.map((a) => (a === 'manage' ? t('everyAction') : t(`permission:actions.${a}`)));
    // A deny rule with masked fields applies only to those fields.
    const parts = withheld.length > 0 && entry.effect === 'deny' ? withheld : [...actions, ...withheld];
    return `${area}: ${parts.join(', ')}`;
  };
};

export function AclPage() {
  const { t } = useTranslation(['acl', 'permission']);
  const can = useCan();
  const format = useFormat();
  const about = useAbout();
  const areaOf = useAreaOf();
  const [doing, setDoing] = useState<Doing | null>(null);
  usePageTitle(t('words.title'));
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
          effect: (entry) => <EffectBadge effect={entry.effect} />,
          subjectName: (entry) => (
            <bdi>
              {entry.subjectType === 'everyone'
                ? (entry.customerName ?? t('options.subjectType.everyone'))
                : `${t(`options.subjectType.${entry.subjectType}`)}: ${entry.subjectName}`}
            </bdi>
          ),
          resource: (entry) => <bdi>{about(entry)}</bdi>,
          // A PBX does not report which dial rule decided a call.
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
      <AclDrawer doing={doing} onDone={() => setDoing(null)} />
      <RemoveDialog
        resource={acl}
        row={doing?.what === 'remove' ? doing.row : null}
        consequence={t('removeHint')}
        onClose={() => setDoing(null)}
      />
    </>
  );
}

function EffectBadge({ effect }: Pick<AclEntry, 'effect'>) {
  const { t } = useTranslation('acl');
  const allows = effect === 'allow';
  return (
    <StatusBadge tone={allows ? 'ok' : 'bad'} icon={allows ? CircleCheck : CircleSlash}>
      {t(`options.effect.${effect}`)}
    </StatusBadge>
  );
}

interface DrawerProps {
  readonly doing: Doing | null;
  readonly onDone: () => void;
}

/** Form for a new, copied or edited rule. */
function AclDrawer({ doing, onDone }: DrawerProps) {
  const { t } = useTranslation(['acl', 'common']);
  const can = useCan();
  const areaName = useAreaName();
  const me = useUser();
  const inputs = aclInputs(keyed(t), areaName, me.timezone);
  // A user cannot choose from lists that they may not read.
  const unseen = (['customer', 'callcenter', 'queue', 'endpoint'] as const)
    .filter((noun) => !can('read', noun))
    .map((noun) => CHOSEN_FROM[noun]);
  const hidden = me.customerId === null ? [] : ['customerId', ...unseen];
  const row = doing?.what === 'edit' ? doing.row : null;
  const copyName = (name: string): string => t('common:form.copyOf', { name }).slice(0, 64);
  const start =
    doing?.what === 'copy'
      ? copyOf(acl, { ...doing.row, priority: undefined }, copyName, hidden)
      : { initial: { kind: 'access', effect: 'deny', enabled: true, subjectType: 'everyone' } };
  const shared = { resource: acl, inputs, onCancel: onDone, onSaved: onDone };
  return (
    <FormDrawer
      title={row ? t('words.edit') : t('words.add')}
      opened={doing?.what === 'new' || doing?.what === 'copy' || row !== null}
      onClose={onDone}
    >
      {row ? (
        <ResourceForm
          {...shared}
          row={row}
          hidden={unseen}
          shown={(field, values) => isShown(field, { ...row, ...values })}
        />
      ) : (
        <ResourceForm {...shared} {...start} hidden={hidden} shown={isShown} />
      )}
    </FormDrawer>
  );
}
