import type { BodyInputOf, ParamsOf, QueryInputOf, ResponseOf, Route } from '@ringside/core/contract/route.ts';
import { correctClock } from '../base/clock.ts';
import { adoptServerState } from './server-state.ts';
import { API_BASE } from './base.ts';
import { ConnectionError, problemOf } from './problem.ts';
import { noteAnswer, noteAway } from './reach.ts';
import { getToken, setToken } from './token.ts';

export { API_BASE };

type Part<K extends string, T> = T extends undefined ? { readonly [P in K]?: undefined } : { readonly [P in K]: T };
type Input<R extends Route> = Part<'params', ParamsOf<R>> &
  Partial<Part<'query', QueryInputOf<R>>> &
  Part<'body', BodyInputOf<R>> & {
    readonly signal?: AbortSignal;
    readonly headers?: Readonly<Record<string, string>>;
  };

/**
 * Method and path of a contract route. A literal may replace the contract's value to keep its schemas out of the first load: `const LOGIN:
 * Pick<typeof login, 'method' | 'path'> = { method: 'POST', path: '/login' }`.
 */
export type Address<R extends Route> = Pick<R, 'method' | 'path'>;

/** Parts of a request of any route. */
interface Sent {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends a request. Throws `ProblemError` when the server rejects it and `ConnectionError` when the server is unreachable. Only
 * `unauthenticated` from the server ends the session; a network failure does not.
 */
const send = async (route: Pick<Route, 'method' | 'path'>, { params, query, body, signal, headers }: Sent) => {
  const token = getToken();
  let response: Response;
  try {
    response = await fetch(urlOf(route.path, params, query), {
      method: route.method,
      headers: {
        accept: 'application/json',
        // Language of the server's field errors.
        'accept-language': document.documentElement.lang || 'en',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
      credentials: 'omit',
    });
  } catch (e) {
    if (signal?.aborted) throw e;
    noteAway();
    throw new ConnectionError('Cannot reach the console', { cause: e });
  }
  adoptClock(response);
  adoptServerState(response.headers.get(STATE_HEADER), pollState);
  noteAnswer(response);
  if (!response.ok) {
    const problem = await problemOf(response, Date.now());
    // Wrong credentials also return 401 and do not affect this session. Neither does a reply to an older token.
    if (problem.code === 'unauthenticated' && token !== null && token === getToken()) setToken(null);
    throw problem;
  }
  if (response.status === 204) return undefined;
  try {
    return await response.json();
  } catch (e) {
    throw new ConnectionError('The response was incomplete', { cause: e });
  }
};

/** Calls a route of the contract. Throws as `send`. */
export const call = async <R extends Route>(
  route: Address<R> & Partial<R>,
  ...[input]: keyof RequiredOf<Input<R>> extends never ? [Input<R>?] : [Input<R>]
): Promise<ResponseOf<R>> => send(route, input ?? {});

/** Like `call`, for routes that are known only at run time. The caller supplies the response type. */
export const ask = async <Answer>(route: Pick<Route, 'method' | 'path'>, input: Sent): Promise<Answer> =>
  send(route, input);

type RequiredOf<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] };

/** Fills in `:id` parts and appends the query. Leaves out undefined and empty values. */
export const urlOf = (
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string => {
  const filled = path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value));
  }
  const text = search.toString();
  return `${API_BASE}${filled}${text ? `?${text}` : ''}`;
};

const STATE_HEADER = 'ringside-state';

/** Reads the database state from a public route. */
const pollState = async (): Promise<string | null> =>
  (await fetch(`${API_BASE}/setup`, { credentials: 'omit' })).headers.get(STATE_HEADER);

/** Corrects the page's clock by the `Date` header, which has whole seconds. Ignores differences of up to 3 s. */
const adoptClock = (response: Response): void => {
  const at = Date.parse(response.headers.get('date') ?? '');
  if (!Number.isNaN(at) && Math.abs(at - Date.now()) > 3000) correctClock(at);
};
