// A running console with two customers, and the requests of the attacker.
import { startConsole } from '../../lab/console.ts';
import type { OpenApi } from '../../../server/src/platform/http/openapi/openapi-schema.ts';
import { inlineRefs } from '../../../server/src/platform/http/openapi/openapi-components.ts';
import type { Try } from '../../../server/src/testing/odd-input.ts';
import { PASSWORD } from '../../../server/src/testing/test-console.ts';
import type { Answer } from '../../../server/src/testing/test-console.ts';
import { makeSides } from '../../../server/src/testing/two-customers.ts';
import type { Side, World } from '../../../server/src/testing/side.ts';
import type { SeededRandom } from './seeded-random.ts';

export interface Role {
  readonly name: string;
  /** `null` for requests without a user. */
  readonly username: string | null;
  token: string | null;
  /** Whether the role covers every customer. */
  readonly staff: boolean;
}

export interface Target {
  readonly url: string;
  readonly world: World;
  readonly key: string;
  /** An account that the API key created, with a role as powerful as the key. */
  readonly keyAccount: Role;
  /** A user whose rights the API key covers. */
  readonly victimId: string;
  document(): Promise<ReturnType<typeof inlineRefs>>;
  ask(
    role: Role,
    method: string,
    path: string,
    body: unknown,
    hangMs: number,
  ): Promise<{ status: number; text: string } | 'hang'>;
  /** Replaces some ids of the request with ids of existing rows, mostly of the other customer. */
  aim(one: Try, random: SeededRandom, method: string, path: string): Try;
  /** The first data of the other customer in the response that the request did not contain. */
  leakIn(role: Role, text: string, request: string): string | null;
  /** Resident memory in MB. */
  memory(): number;
  isWell(): Promise<boolean>;
  close(): Promise<void>;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Names that only the other customer's rows have. */
const MARKS = ['Twin b', 'Above b', 'twin-b', 'above-b', 'PBX b', 'secret-of-b', '-b@example.com'];

/** Ids of all rows of a customer. */
const idsOf = ({ userIds, tokens: _tokens, endpointId: _server, rows, ...side }: Side): string[] => [
  ...Object.values(side),
  ...Object.values(rows).filter((id) => typeof id === 'string'),
  ...Object.values(userIds),
];

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const callOf =
  (url: string) =>
  async (token: string | null, method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: {}, text, body: parse(text) };
  };

const replaceIds = (ids: readonly string[], random: SeededRandom, keep: boolean) => {
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return UUID.test(value) && !keep && random.chance(0.7) ? random.pick(ids) : value;
    if (Array.isArray(value)) return value.map(walk);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk;
};

/** Disables the PBX servers of the request, so that the console never connects to them. */
const disabled = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { change } = body as { readonly change?: unknown };
  return { ...body, enabled: false, ...(change === undefined ? {} : { change: disabled(change) }) };
};

const makeKeyAccount = async (
  { call, signIn }: { readonly call: ReturnType<typeof callOf>; signIn(username: string): Promise<string> },
  leader: string,
  key: string,
): Promise<Pick<Target, 'keyAccount' | 'victimId'>> => {
  const make = async (token: string, path: string, body: object): Promise<string> => {
    const made = await call(token, 'POST', path, body);
    if (made.status !== 201) throw new Error(`POST ${path}: ${made.text}`);
    return (made.body as { readonly id: string }).id;
  };
  const read = { action: 'read', resource: 'queue' };
  const abilities = [...['user', 'apikey', 'role', 'acl'].map((resource) => ({ action: 'manage', resource })), read];
  const terms = { reach: 'customer', level: 60 };
  await make(leader, '/roles', { name: 'Key deputy', ...terms, abilities });
  await make(leader, '/roles', { name: 'Key reader', ...terms, abilities: [read] });
  const person = (username: string, role: string) => ({
    ...{ username, email: `${username}@example.com`, role, password: PASSWORD },
  });
  const victimId = await make(leader, '/users', person('key-victim', 'Key reader'));
  const username = 'key-account';
  await make(key, '/users', person(username, 'Key deputy'));
  return {
    victimId,
    keyAccount: { name: 'account of the API key', username, token: await signIn(username), staff: false },
  };
};

export const openTarget = async (): Promise<Target> => {
  const console = await startConsole({ RINGSIDE_API_RATE_LIMIT: '0' });
  const { url } = console;
  const call = callOf(url);
  const signIn = async (username: string): Promise<string> => (await console.signIn(username, PASSWORD)).token;
  const admin = console.api.token;
  const platform: Record<string, string> = {};
  for (const role of ['administrator', 'support', 'billing']) {
    const person = { customerId: null, username: role, email: `${role}@example.com`, role, password: PASSWORD };
    const made = await call(admin, 'POST', '/users', person);
    if (made.status !== 201) throw new Error(made.text);
    platform[role] = await signIn(role);
  }
  const world = await makeSides({ call, signIn }, platform);
  const made = await call(world.a.tokens['customer-admin'] ?? '', 'POST', '/user/apikeys', {
    ...{
      name: 'Attacker',
      scopes: ['manage:user', 'read:queue', 'update:queue', 'read:cdr', 'manage:apikey', 'manage:role', 'manage:acl'],
    },
  });
  if (made.status !== 201) throw new Error(`POST /user/apikeys: ${made.text}`);
  const key = (made.body as { readonly token: string }).token;
  const byKey = await makeKeyAccount({ call, signIn }, world.a.tokens['customer-admin'] ?? '', key);
  const foreign = idsOf(world.b);
  const own = idsOf(world.a);

  const ask: Target['ask'] = async (role, method, path, body, hangMs) => {
    const abort = AbortSignal.timeout(hangMs);
    try {
      const response = await fetch(`${url}/api${path}`, {
        method,
        signal: abort,
        headers: {
          ...(role.token === null ? {} : { authorization: `Bearer ${role.token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      // Another request ended the session of this role: sign in again.
      if (response.status === 401 && role.username !== null)
        role.token = await signIn(role.username).catch(() => role.token);
      return { status: response.status, text };
    } catch (error) {
      if (abort.aborted) return 'hang';
      throw error;
    }
  };
  return {
    ...{ url, world, key, ...byKey, ask, memory: console.memory },
    close: console.close,
    document: async () => inlineRefs((await call(null, 'GET', '/openapi.json')).body as OpenApi),
    aim: (one, random, method, path) => {
      // Destructive requests use only foreign ids, because the roles are needed until the end.
      const ids = random.chance(0.8) || method === 'delete' || method === 'patch' ? foreign : own;
      const aimed = replaceIds(ids, random, random.chance(0.2));
      const at =
        one.path
          .split('?')[0]
          ?.split('/')
          .map((part) => String(aimed(part)))
          .join('/') ?? one.path;
      const query = one.path.includes('?') ? one.path.slice(one.path.indexOf('?')) : '';
      const body = aimed(one.body);
      return { path: at + query, body: path.startsWith('/endpoints') ? disabled(body) : body };
    },
    leakIn: (role, text, request) => {
      if (role.staff) return null;
      const named = [...foreign, ...MARKS].find((mark) => text.includes(mark) && !request.includes(mark));
      return named ?? null;
    },
    isWell: async () =>
      (await fetch(`${url}/readyz`)).status === 200 &&
      (await call(platform['administrator'] ?? '', 'GET', '/user')).status === 200,
  };
};
