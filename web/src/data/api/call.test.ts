import { beforeEach, afterEach, describe, expect, it, vi } from 'vitest';
import { call, urlOf } from './call.ts';
import { ConnectionError, ProblemError } from './problem.ts';
import { fakeBrowser } from './testing/fake-browser.ts';
import { getToken, setToken } from './token.ts';

const USER = { method: 'GET', path: '/user' } as const;

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  fakeBrowser();
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

const failure = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no error',
    (e: unknown) => e,
  );

describe('call', () => {
  it('sends the token, the language and the body', async () => {
    setToken('secret');
    fetched.mockResolvedValue(answer(200, { id: 1 }));
    await call({ method: 'POST', path: '/login' } as const, { body: { a: 1 } } as never);
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe('/api/login');
    expect(init?.headers).toMatchObject({ authorization: 'Bearer secret', 'accept-language': 'he' });
    expect(init?.body).toBe('{"a":1}');
    expect(init?.credentials).toBe('omit');
  });

  it.each([
    ['a lost network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a server that is starting', () => Promise.resolve(answer(503, { code: 'not-ready' }))],
    ['a proxy that answers with a page', () => Promise.resolve(answer(502, '<html>Bad Gateway</html>'))],
    ['an error inside', () => Promise.resolve(answer(500, { code: 'internal' }))],
    ['a missing ability', () => Promise.resolve(answer(403, { code: 'forbidden' }))],
    ['wrong credentials', () => Promise.resolve(answer(401, { code: 'wrong-credentials' }))],
    ['an answer cut short', () => Promise.resolve(answer(200, '{"id":'))],
  ])('keeps the session after %s', async (_, reply) => {
    setToken('secret');
    fetched.mockImplementation(reply);
    expect(await failure(call(USER))).toBeInstanceOf(Error);
    expect(getToken()).toBe('secret');
  });

  it('ends the session when the server answers "unauthenticated"', async () => {
    setToken('secret');
    fetched.mockResolvedValue(answer(401, { code: 'unauthenticated' }));
    expect(await failure(call(USER))).toMatchObject({ status: 401 });
    expect(getToken()).toBeNull();
  });

  it('keeps a session that began while a request with the older token was rejected', async () => {
    setToken('old');
    fetched.mockImplementation(() => {
      setToken('new');
      return Promise.resolve(answer(401, { code: 'unauthenticated' }));
    });
    await failure(call(USER));
    expect(getToken()).toBe('new');
  });

  it('reads code, status, detail and Retry-After into ProblemError', async () => {
    fetched.mockResolvedValue(
      answer(429, { code: 'locked-out', title: 't', detail: 'd', errors: [] }, { 'retry-after': '90' }),
    );
    const error = await failure(call(USER));
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({ code: 'locked-out', status: 429, detail: 'd', retryAfterSeconds: 90 });
  });

  it('throws ConnectionError when the network fails', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await failure(call(USER))).toBeInstanceOf(ConnectionError);
  });

  it('rejects with the reason of the abort signal when the request was aborted', async () => {
    const gone = new AbortController();
    gone.abort();
    fetched.mockRejectedValue(gone.signal.reason);
    expect(await failure(call(USER, { signal: gone.signal }))).toBe(gone.signal.reason);
  });

  it('returns undefined for 204', async () => {
    fetched.mockResolvedValue(new Response(null, { status: 204 }));
    expect(await call({ method: 'POST', path: '/logout' } as const)).toBeUndefined();
  });
});

describe('urlOf', () => {
  it.each([
    ['/users/:id', { id: 'a/b' }, {}, '/api/users/a%2Fb'],
    ['/users', {}, { page: 2, q: 'é&x', sort: undefined, status: '' }, '/api/users?page=2&q=%C3%A9%26x'],
    ['/endpoints/:id/test', { id: 7 }, {}, '/api/endpoints/7/test'],
  ])('%s', (path, params, query, url) => expect(urlOf(path, params, query)).toBe(url));
});
