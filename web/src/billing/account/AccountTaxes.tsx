import { Select } from '@mantine/core';
import { listTaxProfiles, type TaxRateTerms } from '@ringside/core/contract/billing/tax-profile.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import classes from '../invoice/Invoices.module.css';
import { TaxInputs } from './TaxInputs.tsx';

interface Props {
  readonly profileId: string | null;
  readonly taxes: readonly TaxRateTerms[];
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (change: { taxProfileId?: string | null; taxes?: TaxRateTerms[] }) => void;
}

/** Taxes of a customer: from a tax profile, or its own. */
export function AccountTaxes({ profileId, taxes, errorAt, onChange }: Props) {
  const { t } = useTranslation(['invoice', 'common']);
  const { data } = useQuery({
    queryKey: ['/tax-profiles'],
    queryFn: ({ signal }) => call(listTaxProfiles, { signal }),
  });
  const profiles = data?.data ?? [];
  return (
    <>
      {profiles.length > 0 || profileId !== null ? (
        <Select
          label={t('taxProfiles.one')}
          placeholder={t('taxProfiles.own')}
          clearable
          clearButtonProps={{ 'aria-label': t('common:actions.clear') }}
          data={profiles.map((one) => ({ value: one.id, label: one.name }))}
          value={profileId}
          error={errorAt('taxProfileId')}
          onChange={(taxProfileId) => onChange({ taxProfileId })}
        />
      ) : null}
      {profileId === null ? (
        <>
          <TaxInputs taxes={taxes} path="taxes" errorAt={errorAt} onChange={(rates) => onChange({ taxes: rates })} />
          {taxes.length > 1 ? <p className={classes['empty']}>{t('settings.taxesHint')}</p> : null}
        </>
      ) : null}
    </>
  );
}
