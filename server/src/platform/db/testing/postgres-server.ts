// Runs a PostgreSQL server for one test, which may stop, break and reconfigure it. PostgreSQL refuses to run as root. In that case it runs
// as the user `postgres` of Debian's package.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

const VERSIONS = '/usr/lib/postgresql';

/** Returns the folder of `initdb` and `pg_ctl` of the newest version, or `null`. */
export const postgresPrograms = (): string | null => {
  if (!existsSync(VERSIONS)) return null;
  const folders = readdirSync(VERSIONS)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(VERSIONS, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
};

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

export interface PostgresServer {
  readonly port: number;
  /** Folder of the server's socket. Tests may also put files here. */
  readonly folder: string;
  /** Returns a connection URL. Defaults: database `postgres`, superuser `ringside`. */
  url(database?: string, user?: string, password?: string): string;
  start(): void;
  stop(mode?: 'fast' | 'immediate'): void;
  /** Runs SQL as the superuser. */
  sql(text: string, values?: readonly unknown[], database?: string): Promise<Record<string, unknown>[]>;
  /** Stops the server and deletes its files. */
  remove(): void;
}

const runAsPostgres = (program: string, args: readonly string[]): void => {
  const root = process.getuid?.() === 0;
  const [command, ...all] = root ? ['runuser', '-u', 'postgres', '--', program, ...args] : [program, ...args];
  const { status, stderr, error } = spawnSync(command ?? '', all, {
    cwd: '/',
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw error ?? new Error(`${program} ${args.join(' ')}: ${stderr}`);
};

export const startPostgres = async (settings: readonly string[] = []): Promise<PostgresServer> => {
  const programs = postgresPrograms();
  if (programs === null) throw new Error('PostgreSQL is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'ringside-pg-'));
  chmodSync(folder, 0o777);
  const data = join(folder, 'data');
  const port = await freePort();
  const initdb = ['-D', data, '-U', 'ringside', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  runAsPostgres(join(programs, 'initdb'), initdb);
  const options = [
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    '-k',
    folder,
    '-c',
    'fsync=off',
    ...settings.flatMap((s) => ['-c', s]),
  ];
  const url: PostgresServer['url'] = (database = 'postgres', user = 'ringside', password = '') =>
    `postgres://${user}${password === '' ? '' : `:${password}`}@127.0.0.1:${port}/${database}`;
  const control = (...args: string[]): void => runAsPostgres(join(programs, 'pg_ctl'), ['-D', data, '-w', ...args]);
  const start = (): void => control('-l', join(folder, 'log'), '-o', options.join(' '), 'start');
  start();
  return {
    port,
    folder,
    url,
    start,
    stop: (mode = 'fast') => control('-m', mode, 'stop'),
    sql: async (text, values = [], database = 'postgres') => {
      const client = new pg.Client({ connectionString: url(database) });
      client.on('error', () => undefined);
      await client.connect();
      try {
        return (await client.query<Record<string, unknown>>(text, [...values])).rows;
      } finally {
        await client.end();
      }
    },
    remove: () => {
      try {
        control('-m', 'immediate', 'stop');
      } catch {
        // The server is already stopped.
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
};
