import type { BodyInputOf, ParamsOf, QueryInputOf, ResponseOf, Route } from '@ringside/core/contract/route.ts';
import { correctClock } from '../base/clock.ts';
import { ConnectionError, problemOf } from './problem.ts';
import { getToken, setToken } from './token.ts';

/** `VITE_API_BASE` at build time moves it: `/api`, or `https://console.example.org/api`. */
export const API_BASE: string = (import.meta.env['VITE_API_BASE'] as string | undefined) ?? '/api';

type Part<K extends string, T> = T extends undefined ? { readonly [P in K]?: undefined } : { readonly [P in K]: T };
export type Input<R extends Route> = Part<'params', ParamsOf<R>> &
  Partial<Part<'query', QueryInputOf<R>>> &
  Part<'body', BodyInputOf<R>> & {
    readonly signal?: AbortSignal;
    readonly headers?: Readonly<Record<string, string>>;
  };

/**
 * What the client needs of a route. A literal can stand for the contract's value where its schemas should stay out of
 * the first load: `const LOGIN: Pick<typeof login, 'method' | 'path'> = { method: 'POST', path: '/login' }`.
 */
export type Address<R extends Route> = Pick<R, 'method' | 'path'>;

/**
 * Calls a route of the contract. Throws `ProblemError` for what the server refuses and `ConnectionError` when it cannot
 * be reached. Only the server's own "no such session" ends the session; a lost network never does.
 */
export const call = async <R extends Route>(
  route: Address<R> & Partial<R>,
  ...[input]: keyof RequiredOf<Input<R>> extends never ? [Input<R>?] : [Input<R>]
): Promise<ResponseOf<R>> => {
  const { params, query, body, signal, headers } = (input ?? {}) as {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: unknown;
    signal?: AbortSignal;
    headers?: Record<string, string>;
  };
  const token = getToken();
  let response: Response;
  try {
    response = await fetch(urlOf(route.path, params, query), {
      method: route.method,
      headers: {
        accept: 'application/json',
        // The server words its verdicts on fields in this language.
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
    throw new ConnectionError('The console could not be reached', { cause: e });
  }
  adoptClock(response);
  if (!response.ok) {
    const problem = await problemOf(response, Date.now());
    // Wrong credentials are a 401 too, but say nothing about this session; nor does an answer to an older token.
    if (problem.code === 'unauthenticated' && token !== null && token === getToken()) setToken(null);
    throw problem;
  }
  if (response.status === 204) return undefined as ResponseOf<R>;
  try {
    return (await response.json()) as ResponseOf<R>;
  } catch (e) {
    throw new ConnectionError('The answer was cut short', { cause: e });
  }
};

type RequiredOf<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] };

/** Fills `:id` parts and appends the query; undefined and empty values are left out. */
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

/** The `Date` header has whole seconds: good enough to notice a clock that is minutes off, not to fine-tune one that is right. */
const adoptClock = (response: Response): void => {
  const at = Date.parse(response.headers.get('date') ?? '');
  if (!Number.isNaN(at) && Math.abs(at - Date.now()) > 3000) correctClock(at);
};
