// Starts a complete console for tests: the real start, on a temporary data folder or in its own database beside TEST_DATABASE_URL.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../platform/config/config.ts';
import { layDatabase } from '../platform/db/testing/migrated-template.ts';
import { copyMigrated } from '../platform/db/testing/postgres-copy.ts';
import type { PostgresCopy } from '../platform/db/testing/postgres-copy.ts';
import { startConsole } from '../main.ts';
import type { RunningConsole } from '../main.ts';

export const PASSWORD = 'mango under the third bridge';

export interface TestConsole extends RunningConsole {
  /** `inject` with JSON in and out. */
  call(
    token: string | null,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  signIn(username: string, password?: string): Promise<string>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  // oxlint-disable-next-line no-explicit-any -- tests look into answers of every shape
  readonly body: any;
}

const parse = (text: string): unknown => {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The storage of a console: a data folder, and with TEST_DATABASE_URL a database. */
export interface Ground {
  readonly folder: string;
  readonly copy: PostgresCopy | null;
}

export const makeFolder = (): string => mkdtempSync(join(tmpdir(), 'ringside-test-'));

export const postgresOfTests = (): string | null => process.env['TEST_DATABASE_URL'] || null;

/** Creates migrated, empty storage. */
export const layGround = async (): Promise<Ground> => {
  const folder = makeFolder();
  const url = postgresOfTests();
  if (url !== null) return { folder, copy: await copyMigrated(url) };
  await layDatabase(folder);
  return { folder, copy: null };
};

export const clearGround = async ({ folder, copy }: Ground): Promise<void> => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  await copy?.drop();
};

const readyCall =
  (running: RunningConsole): TestConsole['call'] =>
  async (token, method, path, body, headers = {}) => {
    const response = await running.app.inject({
      method: method as 'GET',
      url: path.startsWith('/api/') || path.startsWith('//') ? path.replace(/^\/\//, '/') : `/api${path}`,
      headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    return { status: response.statusCode, headers: response.headers, text: response.body, body: parse(response.body) };
  };

/** Starts a console. Its `close` keeps the storage. */
export const startOn = async (
  { folder, copy }: Ground,
  environment: Record<string, string> = {},
): Promise<TestConsole> => {
  const config = readConfig({
    PORT: '0',
    RINGSIDE_DATA: folder,
    LOG_LEVEL: 'silent',
    // A test makes more calls per minute than a user.
    RINGSIDE_API_RATE_LIMIT: '0',
    ...(copy === null ? {} : { DATABASE_URL: copy.url }),
    ...environment,
  });
  // Its folder need not survive a power failure.
  const running = await startConsole({ ...config, durable: false });
  const call = readyCall(running);
  return {
    ...running,
    call,
    signIn: async (username, password = PASSWORD) => {
      const answer = await call(null, 'POST', '/login', { username, password });
      if (answer.status !== 200) throw new Error(`${username} cannot sign in: ${answer.text}`);
      return answer.body.token as string;
    },
  };
};

/** Starts a console whose `close` also deletes the storage. */
export const startAndClear = async (ground: Ground, environment?: Record<string, string>): Promise<TestConsole> => {
  const server = await startOn(ground, environment);
  return {
    ...server,
    close: async () => {
      await server.close();
      await clearGround(ground);
    },
  };
};

export const startTestConsole = async (environment?: Record<string, string>): Promise<TestConsole> =>
  startAndClear(await layGround(), environment);
