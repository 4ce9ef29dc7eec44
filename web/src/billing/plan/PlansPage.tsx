import { duplicatePlan } from '@ringside/core/contract/billing/plan-copies.ts';
import { type Plan, PLAN_PURPOSES, PLAN_STATUS, plans } from '@ringside/core/contract/billing/plan.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { Plus, Tags } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useCan } from '../../data/api/use-can.ts';
import { CopyDialog } from '../../data/form/CopyDialog.tsx';
import { DeleteItem } from '../../data/form/DeleteItem.tsx';
import { DuplicateItem } from '../../data/form/DuplicateItem.tsx';
import { EditItem } from '../../data/form/EditItem.tsx';
import type { Filter } from '../../data/list/list-filters.ts';
import { RemoveDialog } from '../../data/form/RemoveDialog.tsx';
import { ResourceList } from '../../data/list/ResourceList.tsx';
import { RowMenu } from '../../data/list/RowMenu.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import links from '../../ui/links.module.css';
import { Num } from '../../ui/Num.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { PlanStatus } from './PlanStatus.tsx';
import { useMoney } from '../../ui/use-money.ts';
import type texts from '../../locales/en/plan.json';

declare module 'i18next' {
  interface NounTexts {
    plan: typeof texts;
  }
}

const FILTERS: readonly Filter[] = [
  { field: 'status', kind: 'select', options: PLAN_STATUS },
  { field: 'purpose', kind: 'select', options: PLAN_PURPOSES },
];
const COLUMNS = ['name', 'purpose', 'status', 'fixedFee', 'versionNumber', 'rateCount', 'customerCount', 'updatedAt'];

function Fee({ plan }: { readonly plan: Plan }) {
  const { t } = useTranslation('plan');
  const money = useMoney(plan.currency);
  if (plan.purpose === 'carrier') return <Num>–</Num>;
  const period = t(`period.${plan.billingInterval}`, { count: plan.intervalCount });
  return (
    <>
      <Num>{money(plan.fixedFee)}</Num> / {period}
    </>
  );
}

export function PlansPage() {
  const { t } = useTranslation(['plan', 'common']);
  const can = useCan();
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState<Plan | null>(null);
  const [copied, setCopied] = useState<Plan | null>(null);
  usePageTitle(t('words.title'));
  const add = can('create', 'plan') ? (
    <LinkButton to="/plans/add" leftSection={<Plus size={16} aria-hidden="true" />}>
      {t('words.add')}
    </LinkButton>
  ) : null;
  return (
    <>
      <PageHeader title={t('words.title')} description={t('words.description')} actions={add} />
      <ResourceList
        resource={plans}
        icon={Tags}
        columns={COLUMNS}
        filters={FILTERS}
        emptyAction={add}
        bulk={false}
        cells={{
          name: (row) => (
            <Link to="/plans/$plan" params={{ plan: row.id }} className={links['link']}>
              <bdi>{row.name}</bdi>
            </Link>
          ),
          status: (row) => <PlanStatus status={row.status} />,
          fixedFee: (row) => <Fee plan={row} />,
        }}
        actions={(row) => (
          <RowMenu name={row.name}>
            <EditItem onClick={() => void navigate({ to: '/plans/$plan', params: { plan: row.id } })} />
            {add ? <DuplicateItem onClick={() => setCopied(row)} /> : null}
            {can('delete', 'plan') ? <DeleteItem onClick={() => setLeaving(row)} /> : null}
          </RowMenu>
        )}
      />
      <CopyDialog
        row={copied}
        label={t('fields.name')}
        hint={t('duplicateHint')}
        path="/plans"
        copy={(id, name) => call(duplicatePlan, { params: { id }, body: { name } })}
        onCopied={(plan) => void navigate({ to: '/plans/$plan', params: { plan } })}
        onClose={() => setCopied(null)}
      />
      <RemoveDialog resource={plans} row={leaving} consequence={t('removeHint')} onClose={() => setLeaving(null)} />
    </>
  );
}
