import { type Customer, customers } from '@ringside/core/contract/customers.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { InputProps } from './FieldInput.tsx';
import { RefSelect } from './RefSelect.tsx';
import { oneQuery } from './resource-queries.ts';

interface Props extends InputProps {
  /** Whose it will be: only where this one may be. null: the platform's, or nobody said. */
  readonly customerId: string | null;
}

/** A PBX server, for the platform's staff. */
export function ServerSelect({ value, onChange, customerId, ...input }: Props) {
  const one = oneQuery(customers, customerId ?? '');
  const { data } = useQuery({ ...one, queryFn: customerId === null ? skipToken : one.queryFn });
  const named = (data as Customer | undefined)?.serverIds ?? [];
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

/** Several of them, by number. */
export const ServersInput = ({ value, onChange, ...input }: InputProps) => (
  <RefSelect
    {...input}
    resource="endpoints"
    many
    value={Array.isArray(value) ? value.map(String) : []}
    onChange={(chosen) => onChange(Array.isArray(chosen) ? chosen.map(Number) : [])}
  />
);
