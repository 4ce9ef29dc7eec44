import { RING_STRATEGIES } from '@ringside/core/base/call-flow.ts';
import { ringGroups } from '@ringside/core/contract/ringgroups.ts';
import { BellRing } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSeesCustomers } from '../../api/use-sees-customers.ts';
import { DestinationInput } from '../../crud/DestinationInput.tsx';
import type { Filter } from '../../crud/list-filters.ts';
import { PlaceSelect, useFixedPlace, usePlaceOf } from '../../crud/place-inputs.tsx';
import { RefSelect } from '../../crud/RefSelect.tsx';
import { ResourcePage } from '../../crud/ResourcePage.tsx';
import links from '../../ui/links.module.css';
import { Num } from '../../ui/Num.tsx';

const CUSTOMER: Filter = { field: 'customerId', kind: 'ref', resource: 'customers' };
const STRATEGY: Filter = { field: 'strategy', kind: 'select', options: RING_STRATEGIES };

export function RingGroupsPage() {
  const { t } = useTranslation(['ringgroup', 'did']);
  const staff = useSeesCustomers();
  const placeOf = usePlaceOf();
  const hidden = useFixedPlace();
  const columns = ['name', 'extension', 'strategy', 'memberNames', 'fallbackName', 'customerName'];
  return (
    <ResourcePage
      resource={ringGroups}
      icon={BellRing}
      columns={staff ? columns : columns.filter((c) => c !== 'customerName')}
      filters={staff ? [CUSTOMER, STRATEGY] : [STRATEGY]}
      consequence={t('removeHint')}
      hidden={hidden}
      cells={{
        name: (row) => (
          <strong className={links['strong']}>
            <bdi>{row.name}</bdi>
          </strong>
        ),
        extension: (row) => <Num>{row.extension}</Num>,
        fallbackName: (row) => <bdi>{row.fallbackName || t(`did:destination.${row.fallback.kind}`)}</bdi>,
      }}
      inputs={(row) => ({
        serverId: (input, form) => <PlaceSelect {...input} customerId={placeOf(row, form).customerId} />,
        memberIds: ({ value, onChange, ...input }, form) => {
          const { customerId, serverId } = placeOf(row, form);
          return (
            <RefSelect
              {...input}
              resource="subscribers"
              many
              filter={{
                ...(customerId === null ? {} : { customerId }),
                ...(serverId === undefined ? {} : { serverId: String(serverId) }),
              }}
              disabled={input.disabled === true || customerId === null}
              value={(value as string[]) || []}
              onChange={onChange}
            />
          );
        },
        fallback: (input, form) => <DestinationInput {...input} {...placeOf(row, form)} />,
      })}
    />
  );
}
