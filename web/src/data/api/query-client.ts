import { QueryClient } from '@tanstack/react-query';
import { ConnectionError } from './problem.ts';
import { isAway, onReach } from './reach.ts';

/** Client of the query cache. Retries failed connections twice, and never retries errors from the server. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (count, error) => error instanceof ConnectionError && count < 2,
      retryDelay: (count) => 500 * 2 ** count,
      // Also sends requests when the browser reports "offline", because a console on the same machine stays reachable.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Refetches failed queries when the console is reachable again. */
onReach(() => {
  if (!isAway()) void queryClient.refetchQueries({ type: 'active', predicate: (query) => query.state.error !== null });
});
