// Calls a console in another process.

export const PASSWORD = 'mango under the third bridge';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export const call = async (
  url: string,
  token: string | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<HttpAnswer> => {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
};

/** Signs in and returns the token. Throws with the console's answer on failure. */
export const signIn = async (url: string, username: string): Promise<string> => {
  const { status, body } = await call(url, null, 'POST', '/login', { username, password: PASSWORD });
  if (status !== 200) throw new Error(`${username} cannot sign in: ${JSON.stringify(body)}`);
  return (body as { readonly token: string }).token;
};

/** Creates the first administrator, `ada`, with the link that the console printed. */
export const firstToken = async (url: string, output: string): Promise<string> => {
  const token = /setup: \S+token=(\S+)/.exec(output)?.[1];
  const body = {
    token,
    username: 'ada',
    email: 'ada@example.com',
    firstname: 'Ada',
    lastname: 'A',
    password: PASSWORD,
  };
  const { status, body: answer } = await call(url, null, 'POST', '/setup', body);
  if (status >= 300) throw new Error(`No first user: ${JSON.stringify(answer)}`);
  return signIn(url, 'ada');
};
