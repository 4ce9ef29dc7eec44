import { NewSubscriber, type SipAccount, subscribers } from '@ringside/core/contract/subscribers.ts';
import { useUser } from '../../api/session.ts';
import { useSeesCustomers } from '../../api/use-sees-customers.ts';
import { useCan } from '../../api/use-can.ts';
import { ResourceForm } from '../../crud/ResourceForm.tsx';
import { useListAddress } from '../../crud/use-list-address.ts';
import { useServers } from '../../crud/place-inputs.tsx';
import { subscriberInputs } from './subscriber-inputs.tsx';

/** Its answer alone tells the password. */
const CREATED = { ...subscribers, row: NewSubscriber };

export function AddLineForm({
  onMade,
  onCancel,
}: {
  readonly onMade: (account: SipAccount) => void;
  readonly onCancel: () => void;
}) {
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
      initial={customerId === undefined ? {} : { customerId: String(customerId) }}
      inputs={subscriberInputs((form) =>
        staff ? ((form.values['customerId'] as string | null) ?? null) : me.customerId,
      )}
      onCancel={onCancel}
      onSaved={onMade}
    />
  );
}
