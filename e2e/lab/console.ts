// Runs the real console as a child process on a temporary data folder, with a signed-in API client.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Settings } from './ground.ts';
import { ADMINISTRATOR, layGround, ROOT } from './ground.ts';
import { sleep } from './lab.ts';

export interface Api {
  /** Returns the parsed body of a successful response. Throws the problem otherwise. */
  call<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
  /** Returns status and body of any response. */
  raw(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
  readonly token: string;
}

export interface RunningConsole {
  readonly url: string;
  readonly api: Api;
  signIn(username: string, password: string): Promise<Api>;
  /** Returns the output so far. */
  output(): string;
  /** Stops the console cleanly and starts it on the same data. `url` and `api` change. */
  restart(): Promise<void>;
  /** Kills the process, like a power failure. */
  kill(): Promise<void>;
  /** `more`: settings of this start only. */
  start(more?: Readonly<Record<string, string>>): Promise<void>;
  /** Resident memory in MB. */
  memory(): number;
  /** CPU seconds since the start. */
  cpu(): number;
  close(): Promise<void>;
}

const createApi = (url: string, token: string): Api => {
  const raw = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
  };
  return {
    token,
    raw,
    call: async <T>(method: string, path: string, body?: unknown) => {
      const answer = await raw(method, path, body);
      if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body as T;
    },
  };
};

const signInTo = async (url: string, username: string, password: string): Promise<Api> => {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (!response.ok) throw new Error(`login: ${response.status} ${await response.text()}`);
  const { token } = (await response.json()) as { token: string };
  return createApi(url, token);
};

const launch = (env: NodeJS.ProcessEnv): { child: ChildProcess; output: () => string } => {
  const child = spawn(process.execPath, [join(ROOT, 'server/src/main.ts')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  return { child, output: () => output };
};

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('close', () => resolve()));

const waitUntilReady = async (child: ChildProcess, output: () => string): Promise<string> => {
  for (let i = 0; i < 600; i++) {
    const ready = /^ready: (\S+)/m.exec(output());
    if (ready?.[1]) return ready[1].replace(/\/$/, '');
    if (child.exitCode !== null) throw new Error(`The console ended with ${child.exitCode}:\n${output()}`);
    await sleep(100);
  }
  throw new Error(`The console was not ready in 60 s:\n${output()}`);
};

/**
 * Starts a console on a free loopback port. `env`: additional settings. Without `administrator` it starts as a new installation, and `api`
 * is not signed in.
 */
export const startConsole = async (
  env: Readonly<Record<string, string>> = {},
  { administrator = true }: { administrator?: boolean } = {},
): Promise<RunningConsole> => {
  const data = mkdtempSync(join(tmpdir(), 'ringside-console-'));
  const settings: Settings = {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    RINGSIDE_DATA: data,
    LOG_LEVEL: 'warn',
    // Reuses compiled code between consoles, like `npm start`.
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node-compile'),
    ...env,
  };
  // Only the tests of the first start need an empty database.
  if (administrator) await layGround(settings);
  let running = launch(settings);
  let url = await waitUntilReady(running.child, running.output);
  const signIn = () =>
    administrator ? signInTo(url, ADMINISTRATOR.username, ADMINISTRATOR.password) : Promise.resolve(createApi(url, ''));
  let api = await signIn();
  const start = async (more: Readonly<Record<string, string>> = {}): Promise<void> => {
    running = launch({ ...settings, ...more });
    url = await waitUntilReady(running.child, running.output);
    api = await signIn();
  };
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    running.child.kill(signal);
    const late = setTimeout(() => running.child.kill('SIGKILL'), 15_000);
    await ended(running.child);
    clearTimeout(late);
  };
  return {
    get url() {
      return url;
    },
    get api() {
      return api;
    },
    signIn: (username, password) => signInTo(url, username, password),
    output: () => running.output(),
    start,
    restart: async () => {
      await stop('SIGTERM');
      await start();
    },
    kill: () => stop('SIGKILL'),
    memory: () => {
      const status = readFileSync(`/proc/${running.child.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    },
    cpu: () => {
      // Fields 14 and 15 count clock ticks of 1/100 s. The second field may contain spaces.
      const stat = readFileSync(`/proc/${running.child.pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[11]) + Number(fields[12])) / 100;
    },
    close: async () => {
      await stop('SIGTERM');
      rmSync(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
};
