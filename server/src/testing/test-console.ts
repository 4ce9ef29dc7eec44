// A whole console for tests: the real start on a throw-away data folder, or in a schema of its own of TEST_DATABASE_URL.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../config.ts';
import { layDatabase } from '../db/testing/migrated-template.ts';
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

const dropSchema = async (url: string, schema: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`drop schema if exists ${client.escapeIdentifier(schema)} cascade`);
  await client.end();
};

const parse = (text: string): unknown => {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

export const startTestConsole = async (environment: Record<string, string> = {}): Promise<TestConsole> => {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-test-'));
  const url = process.env['TEST_DATABASE_URL'] ?? '';
  const schema = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const config = readConfig({
    PORT: '0',
    RINGSIDE_DATA: folder,
    LOG_LEVEL: 'silent',
    // A test makes more calls in a breath than anybody in a minute.
    RINGSIDE_API_RATE_LIMIT: '0',
    ...(url === '' ? {} : { DATABASE_URL: url, RINGSIDE_DATABASE_SCHEMA: schema }),
    ...environment,
  });
  if (url === '') await layDatabase(folder);
  const running = await startConsole(config);
  const call: TestConsole['call'] = async (token, method, path, body, headers = {}) => {
    const response = await running.app.inject({
      method: method as 'GET',
      url: path.startsWith('/api/') || path.startsWith('//') ? path.replace(/^\/\//, '/') : `/api${path}`,
      headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    return { status: response.statusCode, headers: response.headers, text: response.body, body: parse(response.body) };
  };
  return {
    ...running,
    call,
    signIn: async (username, password = PASSWORD) => {
      const answer = await call(null, 'POST', '/login', { username, password });
      if (answer.status !== 200) throw new Error(`${username} cannot sign in: ${answer.text}`);
      return answer.body.token as string;
    },
    close: async () => {
      await running.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      if (url !== '') await dropSchema(url, schema);
    },
  };
};
