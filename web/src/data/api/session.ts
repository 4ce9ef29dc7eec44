import type * as contract from '@ringside/core/contract/access/session.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Address, call } from './call.ts';
import { queryClient } from './query-client.ts';
import { setToken } from './token.ts';

export type SessionUser = contract.SessionUser;

// Literals instead of the contract's values keep the schema library out of the first load. The types still check them.
const GET_USER: Address<typeof contract.getOwnUser> = { method: 'GET', path: '/user' };
const UPDATE_USER: Address<typeof contract.updateOwnUser> = { method: 'PATCH', path: '/user' };
const TICKET: Address<typeof contract.createRealtimeTicket> = { method: 'POST', path: '/realtime/ticket' };

export const userQuery = queryOptions({
  queryKey: ['session', 'user'],
  queryFn: ({ signal }) => call<typeof contract.getOwnUser>(GET_USER, { signal }),
  staleTime: 5 * 60_000,
  gcTime: Infinity,
});

/** The last signed-in user. After sign-out, a page that is still on screen renders with it. */
let lastUser: SessionUser | null = null;
queryClient.getQueryCache().subscribe(({ query }) => {
  if (query.queryKey[1] === 'user' && query.state.data) lastUser = query.state.data;
});

/** Returns the signed-in user. Pages inside the default layout always have one. */
export const useUser = (): SessionUser => {
  const { data } = useQuery(userQuery);
  const user = data ?? lastUser;
  if (!user) throw new Error('No user is signed in');
  return user;
};

/** Stores the token of a sign-in and loads the user. */
export const startSession = async (token: string): Promise<SessionUser> => {
  queryClient.clear();
  setToken(token);
  return queryClient.fetchQuery(userQuery);
};

/** Changes the signed-in user's name, language, appearance or time zone. */
export const updateOwnUser = async (
  change: NonNullable<Parameters<typeof call<typeof contract.updateOwnUser>>[1]>['body'],
): Promise<SessionUser> => {
  const user = await call<typeof contract.updateOwnUser>(UPDATE_USER, { body: change });
  queryClient.setQueryData(userQuery.queryKey, user);
  return user;
};

/** Returns a ticket that opens the live socket once, within 30 seconds. */
export const realtimeTicket = async (signal?: AbortSignal): Promise<string> =>
  (await call<typeof contract.createRealtimeTicket>(TICKET, signal ? { signal } : {})).ticket;
