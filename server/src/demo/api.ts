// A client of the console's HTTP API, used to fill the demo.
export interface Api {
  readonly get: <T>(path: string) => Promise<T>;
  readonly post: <T>(path: string, body: unknown) => Promise<T>;
  readonly csv: <T>(path: string, text: string) => Promise<T>;
  readonly patch: (path: string, body: unknown) => Promise<unknown>;
}

/** Methods reject with status and body of the response if the console refuses. */
export const apiOf = (url: string, token: string | null): Api => {
  const call = async (method: string, path: string, body?: unknown, type = 'application/json'): Promise<unknown> => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': type }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    get: <T>(path: string) => call('GET', path) as Promise<T>,
    post: <T>(path: string, body: unknown) => call('POST', path, body) as Promise<T>,
    csv: <T>(path: string, rows: string) => call('POST', path, rows, 'text/csv') as Promise<T>,
    patch: (path, body) => call('PATCH', path, body),
  };
};
