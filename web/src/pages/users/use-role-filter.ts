import { useQuery } from '@tanstack/react-query';
import { useCan } from '../../api/use-can.ts';
import type { Filter } from '../../crud/list-filters.ts';
import { findChoices } from '../../crud/refs.ts';
import { useRoleName } from '../../shell/use-role-name.ts';

/** Users are found by the name of their role: the built-in ones and those that the reader may see. */
export const useRoleFilter = (): readonly Filter[] => {
  const can = useCan();
  const word = useRoleName();
  const { data } = useQuery({
    queryKey: ['/roles', 'filter'],
    queryFn: ({ signal }) => findChoices('roles', '', {}, signal),
    enabled: can('read', 'role'),
    staleTime: 60_000,
  });
  if (data === undefined) return [];
  const options = [...new Set(data.map((row) => String(row['name'])))];
  return [{ field: 'role', kind: 'select', options, word }];
};
