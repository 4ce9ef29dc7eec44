import { useUser } from '../../api/session.ts';
import { useSeesCustomers } from '../../api/use-sees-customers.ts';
import { callcenters } from '@ringside/core/contract/callcenters.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { callcenterInputs } from './callcenter-inputs.tsx';
import { type Copied, copyOf } from '../../crud/copy-of.ts';
import { RecordState } from '../../crud/RecordState.tsx';
import { ResourceForm } from '../../crud/ResourceForm.tsx';
import { oneQuery } from '../../crud/resource-queries.ts';
import { useListAddress } from '../../crud/use-list-address.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';

/** A new one, or with `?from=<id>` one like another, its pause reasons too. */
export function AddCallcenterPage() {
  const { t } = useTranslation('callcenter');
  const [{ from }] = useListAddress();
  usePageTitle(t('words.add'));
  return (
    <>
      <PageHeader title={t('words.add')} description={t('addHint')} />
      {from === undefined ? <AddForm /> : <CopyForm id={String(from)} />}
    </>
  );
}

function CopyForm({ id }: { readonly id: string }) {
  const { t } = useTranslation('common');
  const query = useQuery(oneQuery(callcenters, id));
  return (
    <RecordState query={query}>
      {(row) => <AddForm copied={copyOf(callcenters, row, (name) => t('form.copyOf', { name }).slice(0, 64))} />}
    </RecordState>
  );
}

function AddForm({ copied }: { readonly copied?: Copied }) {
  const navigate = useNavigate();
  const staff = useSeesCustomers();
  const own = useUser().customerId;
  return (
    <ResourceForm
      resource={callcenters}
      {...copied}
      hidden={staff ? [] : ['customerId']}
      inputs={callcenterInputs(({ values }) => (values['customerId'] as string | null | undefined) || own)}
      onCancel={() => void navigate({ to: '/callcenters' })}
      onSaved={(row) => void navigate({ to: '/callcenters/$callcenter', params: { callcenter: row.id } })}
    />
  );
}
