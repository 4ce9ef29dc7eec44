import { Select, TagsInput } from '@mantine/core';
import { listSubscriberServers } from '@ringside/core/contract/subscribers/subscriber-servers.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useUser } from '../../data/api/session.ts';
import { useSeesCustomers } from '../../data/api/use-sees-customers.ts';
import type { InputProps } from '../../data/form/FieldInput.tsx';
import type { FormState } from '../../data/form/use-resource-form.ts';

/** Returns the PBX servers on which the user may place objects; undefined until known. */
export const useServers = (customerId: string | null = null) =>
  useQuery({
    queryKey: ['/subscribers', 'servers', customerId],
    queryFn: ({ signal }) => call(listSubscriberServers, { query: customerId === null ? {} : { customerId }, signal }),
    staleTime: 30_000,
  }).data?.data;

interface PlaceProps extends InputProps {
  /** Customer of the new object: limits the choice to its servers. null if not chosen yet. */
  readonly customerId: string | null;
  readonly clearable?: boolean;
}

/** Selects one of the servers on which the user may place objects. */
export function PlaceSelect({ value, onChange, customerId, clearable = false, ...input }: PlaceProps) {
  const { t } = useTranslation('common');
  const servers = useServers(customerId) ?? [];
  return (
    <Select
      {...input}
      searchable
      placeholder={t('form.choose')}
      nothingFoundMessage={t('form.nothingFound')}
      data={servers.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null || value === undefined || value === '' ? null : String(value)}
      onChange={onChange}
      clearable={clearable}
      allowDeselect={false}
    />
  );
}

/** Input for a list of short texts of digits, letters and dots. */
export const ListInput = ({ value, onChange, ...input }: InputProps) => (
  <TagsInput
    {...input}
    dir="ltr"
    value={Array.isArray(value) ? value : []}
    onChange={onChange}
    splitChars={[',', ' ', ';']}
    acceptValueOnBlur
  />
);

/** Returns the fields that the form does not need: the customer for users of one customer, and the server if there is only one. */
export const useFixedPlace = (): readonly string[] => {
  const staff = useSeesCustomers();
  const servers = useServers();
  return staff ? [] : ['customerId', ...((servers?.length ?? 0) <= 1 ? ['serverId'] : [])];
};

interface Placed {
  readonly customerId?: unknown;
  readonly serverId?: unknown;
}

/** Returns the customer and the PBX server whose destinations a form may offer: from the record, the form, or the user. */
export const usePlaceOf = () => {
  const own = useUser().customerId;
  return (row: Placed | null, form: FormState): { customerId: string | null; serverId: number | undefined } => {
    const from: Placed = row ?? form.values;
    const serverId = Number(from.serverId ?? Number.NaN);
    return {
      customerId: (from.customerId as string | null | undefined) ?? own,
      serverId: Number.isInteger(serverId) && serverId > 0 ? serverId : undefined,
    };
  };
};
