import { textIn } from '../../data/form/value-of.ts';
import { NewSubscriber, type SipAccount, subscribers } from '@ringside/core/contract/subscribers/subscriber.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../data/api/session.ts';
import { useSeesCustomers } from '../../data/api/use-sees-customers.ts';
import { useCan } from '../../data/api/use-can.ts';
import { type Copied, copyOf } from '../../data/form/copy-of.ts';
import { RecordState } from '../../data/form/RecordState.tsx';
import { oneQuery } from '../../data/list/resource-queries.ts';
import { ResourceForm } from '../../data/form/ResourceForm.tsx';
import { useListAddress } from '../../data/list/use-list-address.ts';
import { useServers } from '../../routing/destination/place-inputs.tsx';
import { subscriberInputs } from './subscriber-inputs.tsx';

/** Only the response of the creation contains the password. */
const CREATED = { ...subscribers, row: NewSubscriber };

interface Props {
  readonly onMade: (account: SipAccount) => void;
  readonly onCancel: () => void;
}

/** Personal fields, which a copy does not keep. */
const PERSONAL = { userId: undefined, voicemailEmail: undefined, voicemailNameGreeting: undefined };

/** Form of a new subscriber, or of a copy of `from`. */
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
    // With a single server there is no choice.
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
        (form) => (staff ? (textIn(form.values['customerId']) ?? null) : me.customerId),
        (form) => Number(form.values['serverId']) || null,
      )}
      onCancel={onCancel}
      onSaved={onMade}
    />
  );
}
