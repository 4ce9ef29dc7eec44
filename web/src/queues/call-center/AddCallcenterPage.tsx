import { useUser } from '../../data/api/session.ts';
import { useSeesCustomers } from '../../data/api/use-sees-customers.ts';
import { callcenters } from '@ringside/core/contract/queues/call-center.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { callcenterInputs } from './callcenter-inputs.tsx';
import { type Copied, copyOf } from '../../data/form/copy-of.ts';
import { RecordState } from '../../data/form/RecordState.tsx';
import { ResourceForm } from '../../data/form/ResourceForm.tsx';
import { oneQuery } from '../../data/list/resource-queries.ts';
import { useListAddress } from '../../data/list/use-list-address.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { usePageTitle } from '../../ui/page/use-page-title.ts';

/** Adds a call center. `?from=<id>` copies another one, including its pause reasons. */
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
