import type * as contract from '@ringside/core/contract/session.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Address, call } from './call.ts';
import { queryClient } from './query-client.ts';
import { setToken } from './token.ts';

export type SessionUser = contract.SessionUser;

// Literals instead of the contract's values: the first load stays free of the schema library. The types still check them.
const GET_USER: Address<typeof contract.getUser> = { method: 'GET', path: '/user' };
const UPDATE_USER: Address<typeof contract.updateOwnUser> = { method: 'PATCH', path: '/user' };
const TICKET: Address<typeof contract.realtimeTicket> = { method: 'POST', path: '/realtime/ticket' };

export const userQuery = queryOptions({
  queryKey: ['session', 'user'],
  queryFn: ({ signal }) => call<typeof contract.getUser>(GET_USER, { signal }),
  staleTime: 5 * 60_000,
  gcTime: Infinity,
});

/** Whoever was here last: a page that leaves after the sign-out is still drawn, as that user's, until it is gone. */
let lastUser: SessionUser | null = null;
queryClient.getQueryCache().subscribe(({ query }) => {
  if (query.queryKey[1] === 'user' && query.state.data) lastUser = query.state.data as SessionUser;
});

/** The signed-in user. Below the guard of the default layout there always is one. */
export const useUser = (): SessionUser => {
  const { data } = useQuery(userQuery);
  const user = data ?? lastUser;
  if (!user) throw new Error('Nobody is signed in here');
  return user;
};

/** Keeps the token of a sign-in, and asks who that is. */
export const startSession = async (token: string): Promise<SessionUser> => {
  queryClient.clear();
  setToken(token);
  return queryClient.fetchQuery(userQuery);
};

/** Changes the signed-in user's own names, language, looks or time zone. */
export const updateOwnUser = async (
  change: NonNullable<Parameters<typeof call<typeof contract.updateOwnUser>>[1]>['body'],
): Promise<SessionUser> => {
  const user = await call<typeof contract.updateOwnUser>(UPDATE_USER, { body: change });
  queryClient.setQueryData(userQuery.queryKey, user);
  return user;
};

/** Opens the live socket once, within 30 seconds. */
export const realtimeTicket = async (signal?: AbortSignal): Promise<string> =>
  (await call<typeof contract.realtimeTicket>(TICKET, signal ? { signal } : {})).ticket;
