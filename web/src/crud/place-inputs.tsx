import { Select, TagsInput } from '@mantine/core';
import { listSubscriberServers } from '@ringside/core/contract/subscriber-servers.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../api/call.ts';
import { useUser } from '../api/session.ts';
import { useSeesCustomers } from '../api/use-sees-customers.ts';
import type { InputProps } from './FieldInput.tsx';
import type { FormState } from './ResourceForm.tsx';

/** Those that this person may put something on; undefined until known. */
export const useServers = (customerId: string | null = null) =>
  useQuery({
    queryKey: ['/subscribers', 'servers', customerId],
    queryFn: ({ signal }) => call(listSubscriberServers, { query: customerId === null ? {} : { customerId }, signal }),
    staleTime: 30_000,
  }).data?.data;

interface PlaceProps extends InputProps {
  /** Whose it will be: only where this one may be. null: nobody said. */
  readonly customerId: string | null;
  readonly clearable?: boolean;
}

/** Of the servers that this person may put something on. */
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

/** Short texts of digits, letters and points, one after the other. */
export const ListInput = ({ value, onChange, ...input }: InputProps) => (
  <TagsInput
    {...input}
    dir="ltr"
    value={Array.isArray(value) ? (value as string[]) : []}
    onChange={onChange}
    splitChars={[',', ' ', ';']}
    acceptValueOnBlur
  />
);

/** What a form need not ask this person: whose it is, and where, when there is one place only. */
export const useFixedPlace = (): readonly string[] => {
  const staff = useSeesCustomers();
  const servers = useServers();
  return staff ? [] : ['customerId', ...((servers?.length ?? 0) <= 1 ? ['serverId'] : [])];
};

interface Placed {
  readonly customerId?: unknown;
  readonly serverId?: unknown;
}

/** Whose places a form may lead to, and on which PBX: of the record, of what was chosen, or one's own. */
export const usePlaceOf = () => {
  const own = useUser().customerId;
  return (row: Placed | null, form: FormState): { customerId: string | null; serverId: number | undefined } => {
    const from = (row ?? form.values) as Placed;
    const serverId = Number(from.serverId ?? Number.NaN);
    return {
      customerId: (from.customerId as string | null | undefined) ?? own,
      serverId: Number.isInteger(serverId) && serverId > 0 ? serverId : undefined,
    };
  };
};
