import { keyed } from '../../locales/keyed.ts';
import { keysOf } from '@ringside/core/base/keys-of.ts';
import { Button, Select } from '@mantine/core';
import { AuditEntry, getAuditEntry, listAudit } from '@ringside/core/contract/access/audit.ts';
import { AUDIT_ACTIONS, AUDIT_RESOURCES } from '@ringside/core/contract/access/audit-actions.ts';
import { useMutation } from '@tanstack/react-query';
import { Download, ScrollText, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAreaName } from '../../locales/use-area-name.ts';
import { downloadAudit } from '../../data/api/download-audit.ts';
import { useSeesCustomers } from '../../data/api/use-sees-customers.ts';
import { useCan } from '../../data/api/use-can.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { FormDrawer } from '../../data/form/FormDrawer.tsx';
import type { Filter } from '../../data/list/list-filters.ts';
import { ResourceList } from '../../data/list/ResourceList.tsx';
import { useListAddress } from '../../data/list/use-list-address.ts';
import { Num } from '../../ui/Num.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { useTell } from '../../ui/use-tell.ts';
import { ActionBadge } from './ActionBadge.tsx';
import { Entry } from './Entry.tsx';

/**
 * The audit trail as a read-only resource for the list. It has no write routes, so `getAuditEntry` fills their places; no control calls it.
 */
export const trail = {
  name: 'audit',
  path: '/audit',
  row: AuditEntry,
  create: AuditEntry,
  update: AuditEntry,
  sortable: [],
  defaultSort: '-seq',
  filters: ['customerId', 'userId', 'action', 'resource', 'resourceId', 'from', 'to'],
  fields: {
    at: { kind: 'instant', in: ['list'] },
    username: { kind: 'text', in: ['list'] },
    action: { kind: 'text', in: ['list'] },
    resource: { kind: 'text', in: ['list'] },
    resourceName: { kind: 'text', in: ['list'] },
    ip: { kind: 'text', in: ['list'] },
  },
  titleField: 'action',
  routes: {
    list: listAudit,
    get: getAuditEntry,
    create: getAuditEntry,
    update: getAuditEntry,
    remove: getAuditEntry,
  },
} as const;

const ACTION: Filter = { field: 'action', kind: 'select', options: AUDIT_ACTIONS };
const USER: Filter = { field: 'userId', kind: 'ref', resource: 'users' };
const CUSTOMER: Filter = { field: 'customerId', kind: 'ref', resource: 'customers' };

const DAY = 86_400_000;
const PERIODS = { day: 1, week: 7, month: 30, all: null } as const;
type Period = keyof typeof PERIODS;

const since = (period: Period): Record<string, string> => {
  const days = PERIODS[period];
  return days === null ? {} : { from: new Date(Date.now() - days * DAY).toISOString() };
};

export function AuditPage() {
  const { t } = useTranslation('audit');
  const can = useCan();
  const areaName = useAreaName();
  const staff = useSeesCustomers();
  const [period, setPeriod] = useState<Period>('all');
  // Start of the period. It is fixed when the period is chosen, so that all pages of the list match.
  const [from, setFrom] = useState<Record<string, string>>({});
  const [shown, setShown] = useState<AuditEntry | null>(null);
  usePageTitle(t('words.title'));
  const areaOf = (area: string): string => keyed(t)(`options.resource.${area}`, { defaultValue: areaName(area) });
  const resource: Filter = { field: 'resource', kind: 'select', options: AUDIT_RESOURCES, word: areaOf };
  const choose = (value: string | null): void => {
    const next = keysOf(PERIODS).find((each) => each === value) ?? 'all';
    setPeriod(next);
    setFrom(since(next));
  };
  return (
    <>
      <PageHeader
        title={t('words.title')}
        description={t('words.description')}
        actions={
          <>
            <Select
              aria-label={t('period')}
              data={keysOf(PERIODS).map((p) => ({ value: p, label: t(`periods.${p}`) }))}
              value={period}
              allowDeselect={false}
              onChange={choose}
              w={170}
            />
            <AuditActions from={from} />
          </>
        }
      />
      <ResourceList
        resource={trail}
        icon={ScrollText}
        filters={[...(staff ? [CUSTOMER] : []), ...(can('read', 'user') ? [USER] : []), ACTION, resource]}
        fixed={from}
        cells={{
          username: (row) => (
            <bdi>{row.actedBy === null ? row.username : t('inName', { name: row.username, actor: row.actedBy })}</bdi>
          ),
          action: (row) => <ActionBadge action={row.action} />,
          resource: (row) => areaOf(row.resource),
          ip: (row) => <Num>{row.ip || '–'}</Num>,
        }}
        actions={(row) => (
          <Button
            size="xs"
            variant="default"
            aria-label={`${t('look')}: ${row.resourceName || row.action}`}
            onClick={() => setShown(row)}
          >
            {t('look')}
          </Button>
        )}
      />
      <FormDrawer title={t('entry')} opened={shown !== null} onClose={() => setShown(null)}>
        {/* Suspends until the texts of the entry's fields have loaded. */}
        {shown ? (
          <Suspense fallback={null}>
            <Entry entry={shown} />
          </Suspense>
        ) : null}
      </FormDrawer>
    </>
  );
}

/** Link to deleted records, and export of the listed entries. */
function AuditActions({ from }: { readonly from: Record<string, string> }) {
  const { t } = useTranslation('audit');
  const can = useCan();
  const tell = useTell();
  const errorText = useErrorText();
  const [search] = useListAddress();
  const save = useMutation({
    mutationFn: () => {
      const { page: _page, perPage: _perPage, sort: _sort, ...filters } = search;
      const given = Object.entries({ ...filters, ...from }).filter(([, value]) => value !== undefined && value !== '');
      return downloadAudit(Object.fromEntries(given.map(([key, value]) => [key, String(value)])));
    },
    onError: (error) => tell.failed(errorText(error)),
  });
  return (
    <>
      {can('manage', 'all') ? (
        <LinkButton to="/deleted" variant="default" leftSection={<Trash2 size={16} aria-hidden="true" />}>
          {t('deleted')}
        </LinkButton>
      ) : null}
      {can('export', 'audit') ? (
        <Button
          variant="default"
          leftSection={<Download size={16} aria-hidden="true" />}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('export')}
        </Button>
      ) : null}
    </>
  );
}
