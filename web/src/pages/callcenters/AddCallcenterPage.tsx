import { useUser } from '../../api/session.ts';
import { useSeesCustomers } from '../../api/use-sees-customers.ts';
import { callcenters } from '@ringside/core/contract/callcenters.ts';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { callcenterInputs } from './callcenter-inputs.tsx';
import { ResourceForm } from '../../crud/ResourceForm.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';

export function AddCallcenterPage() {
  const { t } = useTranslation('callcenter');
  const navigate = useNavigate();
  const staff = useSeesCustomers();
  const own = useUser().customerId;
  usePageTitle(t('words.add'));
  return (
    <>
      <PageHeader title={t('words.add')} description={t('addHint')} />
      <ResourceForm
        resource={callcenters}
        hidden={staff ? [] : ['customerId']}
        inputs={callcenterInputs(({ values }) => own ?? (values['customerId'] as string | null) ?? null)}
        onCancel={() => void navigate({ to: '/callcenters' })}
        onSaved={(row) => void navigate({ to: '/callcenters/$callcenter', params: { callcenter: row.id } })}
      />
    </>
  );
}
