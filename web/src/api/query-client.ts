import { QueryClient } from '@tanstack/react-query';
import { ConnectionError } from './problem.ts';

/** Refusals are final; a lost network is worth two more tries. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (count, error) => error instanceof ConnectionError && count < 2,
      retryDelay: (count) => 500 * 2 ** count,
      // Ask even when the browser believes it is offline: a console on the same machine answers all the same.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
