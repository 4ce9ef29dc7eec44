// A PostgreSQL server for one test, on a free loopback port, with password authentication.
import { execFile } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export interface Postgres {
  readonly host: string;
  readonly port: number;
  /** URL of the superuser. */
  readonly url: string;
  /** Output of psql: one line per row, columns separated by bars. Rejects with psql's error. */
  sql(text: string, login?: { readonly user: string; readonly password: string }): Promise<string>;
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

const DEBIAN = '/usr/lib/postgresql';
const PASSWORD = 'database-password';

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

/** User to run PostgreSQL as: it refuses to run as root. */
const unprivilegedUser = async (): Promise<{ readonly uid: number; readonly gid: number } | null> => {
  if (process.getuid?.() !== 0) return null;
  const of = async (flag: string, user: string) => Number((await execute('id', [flag, user])).stdout.trim());
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: await of('-u', user), gid: await of('-g', user) };
    } catch {
      // Try the next user.
    }
  }
  throw new Error('No user to run PostgreSQL as');
};

export const startPostgres = async (): Promise<Postgres> => {
  const [version] = readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a));
  const bin = (name: string): string => join(DEBIAN, version ?? '', 'bin', name);
  const folder = mkdtempSync(join(tmpdir(), 'ringside-postgres-'));
  const user = await unprivilegedUser();
  writeFileSync(join(folder, 'password'), PASSWORD);
  if (user !== null) for (const path of [folder, join(folder, 'password')]) chownSync(path, user.uid, user.gid);
  const run = (name: string, args: readonly string[]) => execute(bin(name), args, { cwd: folder, ...user });
  const data = join(folder, 'data');
  const port = await freePort();
  await run('initdb', [
    ...['-D', data, '-U', 'ringside', '-E', 'UTF8', '--locale=C', '--no-sync'],
    ...['--auth=scram-sha-256', `--pwfile=${join(folder, 'password')}`],
  ]);
  const start = async (): Promise<void> => {
    const options = `-h 127.0.0.1 -p ${port} -k ${folder} -c fsync=off`;
    await run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start']);
  };
  const stop = async (): Promise<void> => {
    await run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']).catch(() => undefined);
  };
  await start();
  return {
    host: '127.0.0.1',
    port,
    url: `postgres://ringside:${PASSWORD}@127.0.0.1:${port}/postgres`,
    sql: async (text, login = { user: 'ringside', password: PASSWORD }) => {
      const args = ['-h', '127.0.0.1', '-p', String(port), '-U', login.user, '-d', 'postgres'];
      const env = { ...process.env, PGPASSWORD: login.password };
      const { stdout } = await execute(bin('psql'), [...args, '-XqAt', '-v', 'ON_ERROR_STOP=1', '-c', text], { env });
      return stdout.trim();
    },
    start,
    stop,
    close: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
};
