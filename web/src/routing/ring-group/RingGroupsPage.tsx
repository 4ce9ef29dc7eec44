import { textsIn } from '../../data/form/value-of.ts';
import { RING_STRATEGIES } from '@ringside/core/routing/call-flow.ts';
import { ringGroups } from '@ringside/core/contract/routing/ring-group.ts';
import { BellRing } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSeesCustomers } from '../../data/api/use-sees-customers.ts';
import { DestinationInput } from '../destination/DestinationInput.tsx';
import type { Filter } from '../../data/list/list-filters.ts';
import { PlaceSelect, useFixedPlace, usePlaceOf } from '../destination/place-inputs.tsx';
import { RefSelect } from '../../data/form/RefSelect.tsx';
import { ResourcePage } from '../../data/list/ResourcePage.tsx';
import links from '../../ui/links.module.css';
import { Num } from '../../ui/Num.tsx';
import type texts from '../../locales/en/ringgroup.json';

declare module 'i18next' {
  interface NounTexts {
    ringgroup: typeof texts;
  }
}

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
              value={textsIn(value)}
              onChange={onChange}
            />
          );
        },
        fallback: (input, form) => <DestinationInput {...input} {...placeOf(row, form)} />,
      })}
    />
  );
}
