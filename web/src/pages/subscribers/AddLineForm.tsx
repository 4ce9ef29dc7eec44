import { NewSubscriber, type SipAccount, subscribers } from '@ringside/core/contract/subscribers.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../api/session.ts';
import { useSeesCustomers } from '../../api/use-sees-customers.ts';
import { useCan } from '../../api/use-can.ts';
import { type Copied, copyOf } from '../../crud/copy-of.ts';
import { RecordState } from '../../crud/RecordState.tsx';
import { oneQuery } from '../../crud/resource-queries.ts';
import { ResourceForm } from '../../crud/ResourceForm.tsx';
import { useListAddress } from '../../crud/use-list-address.ts';
import { useServers } from '../../crud/place-inputs.tsx';
import { subscriberInputs } from './subscriber-inputs.tsx';

/** Its answer alone tells the password. */
const CREATED = { ...subscribers, row: NewSubscriber };

interface Props {
  readonly onMade: (account: SipAccount) => void;
  readonly onCancel: () => void;
}

/** Of a person, not of a phone: a line like another is somebody else's. */
const PERSONAL = { userId: undefined, voicemailEmail: undefined, voicemailNameGreeting: undefined };

/** A new line, or with `from` one like that. */
export function AddLineForm({ from, ...props }: Props & { readonly from?: string | undefined }) {
  return from === undefined ? <LineForm {...props} /> : <CopyLineForm {...props} id={from} />;
}

function CopyLineForm({ id, ...props }: Props & { readonly id: string }) {
  const { t } = useTranslation('common');
  const query = useQuery(oneQuery(subscribers, id));
  return (
    <RecordState query={query} aside>
      {(row) => (
        <LineForm
          {...props}
          copied={copyOf({ ...CREATED, titleField: 'name' }, { ...row, ...PERSONAL }, (name) =>
            t('form.copyOf', { name }).slice(0, 27),
          )}
        />
      )}
    </RecordState>
  );
}

function LineForm({ onMade, onCancel, copied }: Props & { readonly copied?: Copied }) {
  const me = useUser();
  const can = useCan();
  const staff = useSeesCustomers();
  const servers = useServers();
  const [{ customerId }] = useListAddress();
  const hidden = [
    ...(staff ? [] : ['customerId']),
    // The one that there is goes without saying.
    ...(!staff && servers !== undefined && servers.length === 1 ? ['serverId'] : []),
    ...(can('read', 'user') ? [] : ['userId']),
  ];
  return (
    <ResourceForm
      resource={CREATED}
      hidden={hidden}
      initial={copied?.initial ?? (customerId === undefined ? {} : { customerId: String(customerId) })}
      fixed={copied?.fixed ?? {}}
      inputs={subscriberInputs(
        (form) => (staff ? ((form.values['customerId'] as string | null) ?? null) : me.customerId),
        (form) => Number(form.values['serverId']) || null,
      )}
      onCancel={onCancel}
      onSaved={onMade}
    />
  );
}
