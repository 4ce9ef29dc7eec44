// The live state over HTTP, requested while the first live page loads. It fills the page until the socket, with its prescribed delays, has
// sent its own snapshot. Requested once for each session: later pages have the socket's state.
import { can } from '@ringside/core/access/ability.ts';
import type { getLiveMessages } from '@ringside/core/contract/live/live.ts';
import { type Address, call } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import { userQuery } from '../api/session.ts';
import { getToken } from '../api/token.ts';
import type { Message } from './socket.ts';

const MESSAGES: Address<typeof getLiveMessages> = { method: 'GET', path: '/live/messages' };

const first: { token: string | null; answer: Promise<readonly unknown[]> | null } = { token: null, answer: null };

const isMessage = (m: unknown): m is Message => typeof m === 'object' && m !== null && !Array.isArray(m);

/** Requests the first figures for a user who may read the live state. Idempotent. Never throws. */
export const requestFirstFigures = (): void => {
  const token = getToken();
  const user = queryClient.getQueryData(userQuery.queryKey);
  if (token === null || token === first.token || !user || !can(user.abilities, 'read', 'live')) return;
  first.token = token;
  // Without them the page waits for the socket.
  first.answer = call<typeof getLiveMessages>(MESSAGES).then(
    ({ data }) => data,
    () => [],
  );
};

/**
 * Passes the requested figures on once, unless another user has signed in since. Called when the socket starts: after that, nothing is
 * requested in this session.
 */
export const takeFirstFigures = (use: (messages: readonly Message[]) => void): void => {
  const { answer } = first;
  const token = getToken();
  first.token = token;
  first.answer = null;
  void answer?.then((messages) => {
    if (token === getToken()) use(messages.filter(isMessage));
  });
};
