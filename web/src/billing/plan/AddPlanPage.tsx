import { plans } from '@ringside/core/contract/billing/plan.ts';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ResourceForm } from '../../data/form/ResourceForm.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { usePageTitle } from '../../ui/page/use-page-title.ts';

export function AddPlanPage() {
  const { t } = useTranslation('plan');
  const navigate = useNavigate();
  usePageTitle(t('words.add'));
  return (
    <>
      <PageHeader title={t('words.add')} description={t('addHint')} />
      <ResourceForm
        resource={plans}
        onCancel={() => void navigate({ to: '/plans' })}
        onSaved={(row) => void navigate({ to: '/plans/$plan', params: { plan: row.id } })}
      />
    </>
  );
}
