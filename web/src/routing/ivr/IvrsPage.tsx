import { ivrs } from '@ringside/core/contract/routing/ivr.ts';
import { ListTree } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSeesCustomers } from '../../data/api/use-sees-customers.ts';
import { DestinationInput } from '../destination/DestinationInput.tsx';
import type { Filter } from '../../data/list/list-filters.ts';
import { SoundInput } from '../destination/SoundInput.tsx';
import { PlaceSelect, useFixedPlace, usePlaceOf } from '../destination/place-inputs.tsx';
import { ResourcePage } from '../../data/list/ResourcePage.tsx';
import links from '../../ui/links.module.css';
import { Num } from '../../ui/Num.tsx';
import { KeysInput } from './KeysInput.tsx';
import type texts from '../../locales/en/ivr.json';

declare module 'i18next' {
  interface NounTexts {
    ivr: typeof texts;
  }
}

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
