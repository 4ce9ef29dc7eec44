import { DESTINATION_KINDS } from '@ringside/core/contract/routing/destination.ts';
import { dids } from '@ringside/core/contract/routing/did.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { Hash } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSeesCustomers } from '../../data/api/use-sees-customers.ts';
import type { Filter } from '../../data/list/list-filters.ts';
import { usePlaceOf } from '../destination/place-inputs.tsx';
import { ResourcePage } from '../../data/list/ResourcePage.tsx';
import links from '../../ui/links.module.css';
import { Num } from '../../ui/Num.tsx';
import { didInputs, didShown } from './did-inputs.tsx';
import type texts from '../../locales/en/did.json';

declare module 'i18next' {
  interface NounTexts {
    did: typeof texts;
  }
}

const CUSTOMER: Filter = { field: 'customerId', kind: 'ref', resource: 'customers' };
const KIND: Filter = { field: 'destinationKind', kind: 'select', options: DESTINATION_KINDS };

export function DidsPage() {
  const { t } = useTranslation('did');
  const staff = useSeesCustomers();
  const navigate = useNavigate();
  const placeOf = usePlaceOf();
  const columns = ['number', 'label', 'destinationKind', 'destinationName', 'hoursName', 'customerName'];
  return (
    <ResourcePage
      resource={dids}
      icon={Hash}
      columns={staff ? columns : columns.filter((c) => c !== 'customerName')}
      filters={staff ? [CUSTOMER, KIND] : [KIND]}
      consequence={t('removeHint')}
      shown={didShown}
      onOpen={(row) => void navigate({ to: '/dids/$did', params: { did: row.id } })}
      cells={{
        number: (row) => (
          <Link to="/dids/$did" params={{ did: row.id }} className={links['link']}>
            <Num>{row.number}</Num>
          </Link>
        ),
      }}
      inputs={(row) => didInputs(row, placeOf)}
    />
  );
}
