// Tests how a console ends: signals, the death of its starter, running requests. Uses real processes on the embedded database.
import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { call, firstToken, signIn } from '../testing/console-client.ts';
import { MAIN, spawnConsole } from '../testing/console-process.ts';
import type { ConsoleProcess } from '../testing/console-process.ts';
import { clearGround, layGround } from '../testing/test-console.ts';
import type { Ground } from '../testing/test-console.ts';

let ground: Ground;
const running: ConsoleProcess[] = [];
beforeAll(async () => {
  ground = await layGround();
});
afterEach(async () => {
  for (const each of running.splice(0)) {
    each.kill('SIGKILL');
    await each.exited;
  }
});
afterAll(() => clearGround(ground));

const start = (options?: Parameters<typeof spawnConsole>[1]): ConsoleProcess => {
  const database: Record<string, string> = ground.copy === null ? {} : { DATABASE_URL: ground.copy.url };
  const made = spawnConsole({ RINGSIDE_DATA: ground.folder, RINGSIDE_API_RATE_LIMIT: '0', ...database }, options);
  running.push(made);
  return made;
};

/** A number of rows that even a busy machine imports well within the grace period of 20 s. */
const ROWS = 100;

/** Starts an import of customers whose last part the test sends later, so that the import time does not affect the test. */
const beginImport = async (url: string, token: string, rows = ROWS) => {
  const csv = ['code,name', ...Array.from({ length: rows }, (_, i) => `a${i},Customer a${i}`)].join('\n');
  const body = JSON.stringify({ csv });
  const sent = request(`${url}/api/customers/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length, authorization: `Bearer ${token}` },
  });
  const answer = new Promise<{ readonly status: number | undefined; readonly body: unknown }>((resolve, reject) => {
    sent.on('error', reject).on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      response.on('error', reject).on('end', () => resolve({ status: response.statusCode, body: JSON.parse(text) }));
    });
  });
  // If a test fails before it reads the answer, only its own error should be reported.
  answer.catch(() => undefined);
  sent.write(body.slice(0, 1));
  await vi.waitUntil(
    async () => /ringside_requests_running 1/.test(await (await fetch(`${url}/metrics`)).text()),
    60_000,
  );
  return { answer, finish: () => void sent.end(body.slice(1)) };
};

/** The largest import. It takes several seconds on any machine. */
const MANY_ROWS = 10_000;
/** Shortens the grace period of a shutdown, 20 s, to half a second. */
const SHORT_GRACE = `data:text/javascript,${encodeURIComponent(
  'const later = setTimeout; globalThis.setTimeout = (work, ms, ...rest) => later(work, ms === 20000 ? 500 : ms, ...rest);',
)}`;

// Each test starts processes, which is slow on a busy machine.
const SLOW = { timeout: 240_000 };

describe('a console that receives a signal to end', SLOW, () => {
  it('finishes a running request, refuses new ones, ignores further signals and exits with 0', async () => {
    const console_ = start();
    const url = await console_.ready();
    const token = await firstToken(url, console_.output());
    const importing = await beginImport(url, token);
    console_.kill('SIGTERM');
    console_.kill('SIGTERM');
    await vi.waitUntil(async () => (await fetch(`${url}/readyz`)).status === 503, 60_000);
    const refused = await call(url, token, 'GET', '/customers');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(refused.body).toMatchObject({ code: 'shutting-down' });
    for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGINT'] as const) console_.kill(signal);
    importing.finish();
    expect(await importing.answer).toMatchObject({ status: 200, body: { created: ROWS } });
    expect(await console_.exited).toBe(0);
    expect(console_.output()).not.toContain('driver has already been destroyed');
    const again = start();
    const after = await again.ready();
    const list = await call(after, await signIn(after, 'ada'), 'GET', '/customers?perPage=1');
    expect(list.body).toMatchObject({ meta: { total: ROWS } });
  });

  it('rolls back an import that outlasts the grace period, answers 503 and exits with 0', async () => {
    const console_ = start({ command: [process.execPath, '--import', SHORT_GRACE] });
    const url = await console_.ready();
    const token = await signIn(url, 'ada');
    const total = async (at: string, as: string): Promise<unknown> =>
      (await call(at, as, 'GET', '/customers?perPage=1')).body;
    const before = await total(url, token);
    const importing = await beginImport(url, token, MANY_ROWS);
    importing.finish();
    // The transaction runs: on the embedded database it has the only connection.
    console_.kill('SIGTERM');
    expect(await importing.answer).toMatchObject({ status: 503 });
    expect(await console_.exited).toBe(0);
    const after = await start().ready();
    expect(await total(after, await signIn(after, 'ada'))).toMatchObject({ meta: (before as { meta: object }).meta });
  });

  it.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)('exits with 0 after two %s without a terminal', async (signal) => {
    const console_ = start();
    await console_.ready();
    console_.kill(signal);
    console_.kill(signal);
    expect(await console_.exited).toBe(0);
    expect(console_.output()).toContain(`"reason":"${signal}"`);
  });

  it('ends when its starter is killed', async () => {
    // Starts the console like bin/start.mjs on systems where Node.js cannot replace a process.
    const starter = `
      const { spawn } = require('node:child_process');
      spawn(process.execPath, [${JSON.stringify(MAIN)}], {
        env: { ...process.env, RINGSIDE_STARTER_PIPE: '3' }, stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
      });`;
    const parent = start({ command: [process.execPath, '-e', starter], script: '' });
    await parent.ready();
    parent.kill('SIGKILL');
    // The parent's output closes only when the console has exited.
    await parent.exited;
    expect(parent.output()).toContain('"reason":"the starter ended"');
    await start().ready();
  });

  it('ends when npm is killed, with or without a shell between them', async () => {
    for (const between of ['', 'sh -c ']) {
      const npm = `
        const { spawn } = require('node:child_process');
        const command = ${JSON.stringify(between)} === '' ? ${JSON.stringify([process.execPath, MAIN])}
          : ['sh', '-c', ${JSON.stringify(`${process.execPath} ${MAIN}; true`)}];
        spawn(command[0], command.slice(1), { env: { ...process.env, npm_lifecycle_event: 'start' }, stdio: 'inherit' });`;
      const parent = start({ command: [process.execPath, '-e', npm], script: '' });
      await parent.ready();
      parent.kill('SIGTERM');
      await parent.exited;
      expect(parent.output()).toContain('"reason":"npm ended"');
    }
  });
});

describe('a terminal', SLOW, () => {
  it('forces the exit with a second Ctrl-C', async () => {
    const probe = spawn('script', ['--version'], { stdio: 'ignore' });
    const missing = await new Promise<boolean>((resolve) => {
      probe.on('error', () => resolve(true)).on('exit', () => resolve(false));
    });
    if (missing) return;
    const console_ = start({ command: ['script', '-qfec', `${process.execPath} ${MAIN}`, '/dev/null'], script: '' });
    const url = await console_.ready();
    const token = await signIn(url, 'ada');
    await beginImport(url, token);
    console_.child.stdin?.write('\x03');
    await vi.waitUntil(async () => (await fetch(`${url}/readyz`)).status === 503, 60_000);
    console_.child.stdin?.write('\x03');
    expect(await console_.exited).toBe(130);
  });
});
