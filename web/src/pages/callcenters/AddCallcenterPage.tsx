import { callcenters } from '@ringside/core/contract/callcenters.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../api/session.ts';
import { ResourceForm } from '../../crud/ResourceForm.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';

export function AddCallcenterPage() {
  const { t } = useTranslation('callcenter');
  const navigate = useNavigate();
  const staff = useUser().customerId === null;
  usePageTitle(t('words.add'));
  return (
    <>
      <PageHeader
        back={
          <BackLink>
            <Link to="/callcenters">{t('words.title')}</Link>
          </BackLink>
        }
        title={t('words.add')}
        description={t('addHint')}
      />
      <ResourceForm
        resource={callcenters}
        hidden={staff ? [] : ['customerId']}
        onCancel={() => void navigate({ to: '/callcenters' })}
        onSaved={(row) => void navigate({ to: '/callcenters/$callcenter', params: { callcenter: row.id } })}
      />
    </>
  );
}
