import { ivrs } from '@ringside/core/contract/ivrs.ts';
import { ListTree } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSeesCustomers } from '../../api/use-sees-customers.ts';
import { DestinationInput } from '../../crud/DestinationInput.tsx';
import type { Filter } from '../../crud/list-filters.ts';
import { SoundInput } from '../../crud/SoundInput.tsx';
import { PlaceSelect, useFixedPlace, usePlaceOf } from '../../crud/place-inputs.tsx';
import { ResourcePage } from '../../crud/ResourcePage.tsx';
import links from '../../ui/links.module.css';
import { Num } from '../../ui/Num.tsx';
import { KeysInput } from './KeysInput.tsx';

const CUSTOMER: Filter = { field: 'customerId', kind: 'ref', resource: 'customers' };

export function IvrsPage() {
  const { t } = useTranslation(['ivr', 'did']);
  const staff = useSeesCustomers();
  const placeOf = usePlaceOf();
  const hidden = useFixedPlace();
  const columns = ['name', 'extension', 'keys', 'fallbackName', 'promptName', 'customerName'];
  return (
    <ResourcePage
      resource={ivrs}
      icon={ListTree}
      columns={staff ? columns : columns.filter((c) => c !== 'customerName')}
      filters={staff ? [CUSTOMER] : []}
      consequence={t('removeHint')}
      hidden={hidden}
      cells={{
        name: (row) => (
          <strong className={links['strong']}>
            <bdi>{row.name}</bdi>
          </strong>
        ),
        extension: (row) => <Num>{row.extension}</Num>,
        keys: (row) => <Num>{row.keys.map(({ key }) => key).join(' ')}</Num>,
        promptName: (row) => <bdi>{row.promptName}</bdi>,
        fallbackName: (row) => <bdi>{row.fallbackName || t(`did:destination.${row.fallback.kind}`)}</bdi>,
      }}
      inputs={(row) => ({
        serverId: (input, form) => <PlaceSelect {...input} customerId={placeOf(row, form).customerId} />,
        prompt: (input, form) => <SoundInput {...input} customerId={placeOf(row, form).customerId} />,
        invalidPrompt: (input, form) => <SoundInput {...input} customerId={placeOf(row, form).customerId} />,
        keys: (input, form) => <KeysInput {...input} {...placeOf(row, form)} />,
        fallback: (input, form) => <DestinationInput {...input} {...placeOf(row, form)} />,
      })}
    />
  );
}
