// Tests the console on a PostgreSQL server that breaks, stops, limits connections and is shared. Uses real servers and processes.
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort, postgresPrograms } from '../platform/db/testing/postgres-server.ts';
import type { PostgresServer } from '../platform/db/testing/postgres-server.ts';
import { spawnConsole } from '../testing/console-process.ts';
import type { ConsoleProcess } from '../testing/console-process.ts';
import { call, firstToken, PASSWORD } from '../testing/console-client.ts';
import { layPostgres } from '../testing/console-on-postgres.ts';
import type { PostgresGround } from '../testing/console-on-postgres.ts';

const CLI = fileURLToPath(new URL('../cli/main.ts', import.meta.url));
const skip = postgresPrograms() === null;
let ground: PostgresGround;
let server: PostgresServer;

beforeAll(async () => {
  if (skip) return;
  ground = await layPostgres();
  server = ground.server;
});
afterEach(() => ground?.killAll());
afterAll(() => ground?.remove());

const makeDatabase = (): Promise<string> => ground.makeDatabase();
const start = (database: string, environment?: Record<string, string>): ConsoleProcess =>
  ground.start(database, environment);

// Each test starts processes, which is slow on a busy machine.
describe.skipIf(skip)('a console on PostgreSQL', { timeout: 240_000 }, () => {
  it('refuses to start beside another console and names it, until that console has exited', async () => {
    const database = await makeDatabase();
    const first = start(database);
    await first.ready();
    const second = start(database);
    expect(await second.exited).toBe(1);
    expect(second.output()).toMatch(
      new RegExp(
        `The database ${database} on 127.0.0.1:\\d+ is in use by the console with process id ${first.pid} on host \\S+, running since \\d{4}-.*Z\\.`,
      ),
    );
    expect(second.output()).not.toContain('    at ');
    first.kill('SIGKILL');
    await first.exited;
    await start(database).ready();
  });

  it("survives the loss of every connection during writes, and of its lock's connection", async () => {
    const database = await makeDatabase();
    const console_ = start(database);
    const url = await console_.ready();
    const token = await firstToken(url, console_.output());
    const end = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()';
    const statuses: number[] = [];
    const names: string[] = [];
    let writing = true;
    const write = async (worker: number): Promise<void> => {
      for (let i = 0; writing; i += 1) {
        const code = `w${worker}x${i}`;
        const { status } = await call(url, token, 'POST', '/customers', { code, name: code });
        statuses.push(status);
        if (status === 201) names.push(code);
      }
    };
    const writers = [1, 2, 3, 4].map(write);
    for (let round = 0; round < 4; round += 1) {
      const before = statuses.length;
      await vi.waitUntil(() => statuses.length > before + 8, 60_000);
      await server.sql(end, [database]);
    }
    writing = false;
    await Promise.all(writers);
    expect(statuses.filter((status) => ![201, 409, 503].includes(status))).toEqual([]);
    await vi.waitUntil(async () => (await call(url, token, 'GET', '/customers?perPage=1')).status === 200, 60_000);
    const stored = await server.sql("select code from customers where code like 'w%'", [], database);
    const codes = new Set(stored.map((row) => row['code']));
    expect(names.filter((name) => !codes.has(name))).toEqual([]);
    expect(console_.child.exitCode).toBeNull();
    const second = start(database);
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain(`process id ${console_.pid} `);
  });

  it('answers 503 with a message while the server is stopped, and logs one line at the start and one at the end', async () => {
    const console_ = start(await makeDatabase());
    const url = await console_.ready();
    const token = await firstToken(url, console_.output());
    server.stop();
    try {
      const answer = await call(url, token, 'GET', '/customers');
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(answer.body).toMatchObject({ code: 'database-unreachable', detail: 'The database is not reachable' });
      expect((await call(url, null, 'POST', '/login', { username: 'ada', password: PASSWORD })).status).toBe(503);
      expect((await fetch(`${url}/readyz`)).status).toBe(503);
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      await Promise.all(Array.from({ length: 20 }, () => call(url, token, 'GET', '/customers')));
    } finally {
      server.start();
    }
    await console_.says('database reachable again');
    expect((await call(url, token, 'GET', '/customers')).status).toBe(200);
    const lines = console_
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    const logged = lines.map((line) => JSON.parse(line) as { msg: string; failedQueries?: number; seconds?: number });
    const about = logged.filter(({ msg }) => msg.startsWith('database '));
    expect(about.map(({ msg }) => msg)).toEqual(['database unreachable', 'database reachable again']);
    expect(about[1]?.failedQueries).toBeGreaterThan(0);
    expect(logged.filter((line) => JSON.stringify(line).includes('ECONNREFUSED') && line !== about[0])).toEqual([]);
    console_.kill();
    expect(await console_.exited).toBe(0);
  });

  it('waits for a server that starts later', async () => {
    const database = await makeDatabase();
    server.stop();
    const console_ = start(database);
    await console_.says(
      /Waiting up to 60 s for PostgreSQL at 127.0.0.1:\d+ \(database service_\d+, user console_owner\): connection refused\n/,
    );
    server.start();
    await console_.ready();
  });

  it('explains in one line why it cannot start', async () => {
    const database = await makeDatabase();
    await server.sql(`create role plain login password 'right'`);
    await server.sql(`create database bare`);
    const cases: readonly [string, Record<string, string>, RegExp][] = [
      [
        'no such database',
        { DATABASE_URL: server.url('absent') },
        /^Cannot open the database absent on 127.0.0.1:\d+ as user ringside: it does not exist\./,
      ],
      [
        'no such user',
        { DATABASE_URL: server.url(database, 'nobody', 'hush-hush') },
        /^Cannot sign in to PostgreSQL at 127.0.0.1:\d+ \(database service_\d+\) as user nobody: role "nobody" does not exist\./,
      ],
      [
        'no rights',
        { DATABASE_URL: server.url('bare', 'plain') },
        /^Cannot create tables in the database bare on 127.0.0.1:\d+ as user plain: permission denied for schema public\./,
      ],
      [
        'no such address',
        { HOST: '192.0.2.7', PORT: '8088' },
        /^Cannot listen on 192.0.2.7:8088: this machine has no such address\./,
      ],
    ];
    for (const [, environment, message] of cases) {
      const console_ = start(database, environment);
      expect(await console_.exited).toBe(1);
      const lines = console_
        .output()
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('{'));
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(message);
      expect(lines[0]).not.toContain('hush');
    }
  });

  it("lets users sign in regardless of the database's date style, time zone and number format", async () => {
    const database = await makeDatabase();
    await server.sql(`alter database ${database} set datestyle = 'German, DMY'`);
    await server.sql(`alter database ${database} set timezone = 'Asia/Kathmandu'`);
    await server.sql(`alter database ${database} set intervalstyle = 'iso_8601'`);
    await server.sql(`alter database ${database} set extra_float_digits = -10`);
    await server.sql(`alter database ${database} set bytea_output = 'escape'`);
    const console_ = start(database);
    const url = await console_.ready();
    const token = await firstToken(url, console_.output());
    const { body } = await call(url, token, 'GET', '/users');
    const [user] = (body as { readonly data: readonly { readonly createdAt: string }[] }).data;
    expect(Math.abs(Date.parse(user?.createdAt ?? '') - Date.now())).toBeLessThan(60_000);
  });

  it('queues requests if the role allows fewer connections than the pool wants', async () => {
    const database = await makeDatabase();
    await server.sql('create role narrow login connection limit 4');
    await server.sql(`alter database ${database} owner to narrow`);
    await server.sql('reassign owned by console_owner to narrow', [], database);
    const console_ = start(database, { DATABASE_URL: server.url(database, 'narrow') });
    const url = await console_.ready();
    expect(console_.output()).toContain('"wanted":12,"allowed":4');
    const token = await firstToken(url, console_.output());
    const answers = await Promise.all(Array.from({ length: 25 }, () => call(url, token, 'GET', '/customers')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  it('closes the live socket of a user whom a command resets, within seconds', async () => {
    const database = await makeDatabase();
    const console_ = start(database);
    const url = await console_.ready();
    const token = await firstToken(url, console_.output());
    const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime?token=${token}`);
    const closed = new Promise<number>((resolve) => {
      socket.addEventListener('close', ({ code }) => resolve(code));
    });
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
    const command = spawnConsole(
      { DATABASE_URL: server.url(database), RINGSIDE_SECRET_KEY: 'k'.repeat(64) },
      { command: [process.execPath, CLI, 'user', 'reset', '--username', 'ada'], script: '' },
    );
    expect(await command.exited).toBe(0);
    const ended = Date.now();
    expect(await closed).toBe(4403);
    // The periodic check runs every 10 s or less often.
    expect(Date.now() - ended).toBeLessThan(5_000);
  });

  it.skipIf(spawnSync('pgbouncer', ['--version']).status !== 0)(
    'works through PgBouncer in session mode and refuses transaction mode with an explanation',
    async () => {
      const database = await makeDatabase();
      for (const mode of ['session', 'transaction']) {
        const port = await freePort();
        const settings = join(server.folder, `${mode}.ini`);
        const lines = [
          '[databases]',
          `${database} = host=127.0.0.1 port=${server.port} user=ringside`,
          '[pgbouncer]',
          ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'auth_type = any', `pool_mode = ${mode}`],
          'unix_socket_dir =',
        ];
        writeFileSync(settings, `${lines.join('\n')}\n`, { mode: 0o644 });
        const root = process.getuid?.() === 0;
        const bouncer = spawn('pgbouncer', [...(root ? ['-u', 'postgres'] : []), settings], { stdio: 'ignore' });
        try {
          const address = `postgres://ringside@127.0.0.1:${port}/${database}`;
          const console_ = start(database, { DATABASE_URL: address });
          if (mode === 'session') {
            await console_.ready();
            console_.kill();
            expect(await console_.exited).toBe(0);
          } else {
            expect(await console_.exited).toBe(1);
            expect(console_.output()).toMatch(
              /shares connections between transactions.*Connect to PostgreSQL directly/,
            );
          }
        } finally {
          bouncer.kill('SIGTERM');
        }
      }
    },
  );
});
