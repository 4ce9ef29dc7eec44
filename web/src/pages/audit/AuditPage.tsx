import { Button, Select } from '@mantine/core';
import type { AuditEntry } from '@ringside/core/contract/audit.ts';
import { AUDIT_ACTIONS, AUDIT_RESOURCES } from '@ringside/core/contract/audit-actions.ts';
import { useMutation } from '@tanstack/react-query';
import { Download, ScrollText, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadAudit } from '../../api/download-audit.ts';
import { useSeesCustomers } from '../../api/use-sees-customers.ts';
import { useCan } from '../../api/use-can.ts';
import { useErrorText } from '../../api/use-error-text.ts';
import { FormDrawer } from '../../crud/FormDrawer.tsx';
import type { Filter } from '../../crud/list-filters.ts';
import { ResourceList } from '../../crud/ResourceList.tsx';
import { useListAddress } from '../../crud/use-list-address.ts';
import { Num } from '../../ui/Num.tsx';
import { LinkButton } from '../../shell/LinkButton.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { useTell } from '../../ui/use-tell.ts';
import { ActionBadge } from './ActionBadge.tsx';
import { Entry } from './Entry.tsx';
import { trail } from './trail.ts';

const ACTION: Filter = { field: 'action', kind: 'select', options: AUDIT_ACTIONS };
const RESOURCE: Filter = { field: 'resource', kind: 'select', options: AUDIT_RESOURCES };
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
  const tell = useTell();
  const errorText = useErrorText();
  const staff = useSeesCustomers();
  const [search] = useListAddress();
  const [period, setPeriod] = useState<Period>('all');
  // One moment for all the pages of a list: it is set when the period is chosen.
  const [from, setFrom] = useState<Record<string, string>>({});
  const [shown, setShown] = useState<AuditEntry | null>(null);
  usePageTitle(t('words.title'));
  const save = useMutation({
    mutationFn: () => {
      const { page: _page, perPage: _perPage, sort: _sort, ...filters } = search;
      const given = Object.entries({ ...filters, ...from }).filter(([, value]) => value !== undefined && value !== '');
      return downloadAudit(Object.fromEntries(given.map(([key, value]) => [key, String(value)])));
    },
    onError: (error) => tell.failed(errorText(error)),
  });
  const choose = (value: string | null): void => {
    const next = (value ?? 'all') as Period;
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
              data={(Object.keys(PERIODS) as Period[]).map((p) => ({ value: p, label: t(`periods.${p}`) }))}
              value={period}
              allowDeselect={false}
              onChange={choose}
              w={170}
            />
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
        }
      />
      <ResourceList
        resource={trail}
        icon={ScrollText}
        filters={[...(staff ? [CUSTOMER] : []), ...(can('read', 'user') ? [USER] : []), ACTION, RESOURCE]}
        fixed={from}
        cells={{
          username: (row) => (
            <bdi>{row.actedBy === null ? row.username : t('inName', { name: row.username, actor: row.actedBy })}</bdi>
          ),
          action: (row) => <ActionBadge action={row.action} />,
          resource: (row) => t(`options.resource.${row.resource as 'user'}`, { defaultValue: row.resource }),
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
        {/* The words of its fields are fetched with it. */}
        {shown ? (
          <Suspense fallback={null}>
            <Entry entry={shown} />
          </Suspense>
        ) : null}
      </FormDrawer>
    </>
  );
}
