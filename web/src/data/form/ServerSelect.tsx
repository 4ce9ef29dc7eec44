import { customers } from '@ringside/core/contract/customers/customer.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { InputProps } from './FieldInput.tsx';
import { RefSelect } from './RefSelect.tsx';
import { oneQuery } from '../list/resource-queries.ts';

interface Props extends InputProps {
  /** Customer of the new object: limits the choice to this customer's servers. null: platform object, or not known yet. */
  readonly customerId: string | null;
}

/** Selects a PBX server, for platform staff. */
export function ServerSelect({ value, onChange, customerId, ...input }: Props) {
  const one = oneQuery(customers, customerId ?? '');
  const { data } = useQuery({ ...one, queryFn: customerId === null ? skipToken : one.queryFn });
  const named = data?.serverIds ?? [];
  return (
    <RefSelect
      {...input}
      resource="endpoints"
      refine={(choices) => choices.filter(({ row }) => named.length === 0 || named.includes(Number(row.id)))}
      value={value === null || value === undefined || value === '' ? null : String(value)}
      onChange={onChange}
    />
  );
}

/** Selects several PBX servers by number. */
export const ServersInput = ({ value, onChange, ...input }: InputProps) => (
  <RefSelect
    {...input}
    resource="endpoints"
    many
    value={Array.isArray(value) ? value.map(String) : []}
    onChange={(chosen) => onChange(Array.isArray(chosen) ? chosen.map(Number) : [])}
  />
);
