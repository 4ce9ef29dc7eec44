import {
  applyProvisioning,
  checkProvisioning,
  type Provisioning,
  getProvisioning,
} from '@ringside/core/contract/pbx/provisioning.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../data/api/call.ts';

const BUSY_MS = 1_000;
const CALM_MS = 5_000;
const BUSY: readonly Provisioning['status'][] = ['pending', 'applying'];

const KEY = '/provisioning';

export const provisioningQuery = (id: number) =>
  queryOptions({
    queryKey: [KEY, 'one', id],
    queryFn: ({ signal }) => call(getProvisioning, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && BUSY.includes(state.data.status) ? BUSY_MS : CALM_MS),
  });

/** Query key of the lists below a server's configuration. Every action refetches them. */
export const provisioningKey = (id: number, what: string): readonly unknown[] => [KEY, what, id];

export const useProvisioningRun = (id: number, way: 'apply' | 'check') => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => {
      const input = { params: { id } };
      return way === 'apply' ? call(applyProvisioning, input) : call(checkProvisioning, input);
    },
    onSuccess: (now) => {
      client.setQueryData(provisioningQuery(id).queryKey, now);
      return client.invalidateQueries({ queryKey: [KEY] });
    },
  });
};

export const useRefreshProvisioning = (): (() => Promise<void>) => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [KEY] });
};
