// Tests the log lines that operators act on.
import { rmSync } from 'node:fs';
import fastify from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ServerRow } from '@ringside/core/live/state.ts';
import { createInProcessBus } from '../platform/bus/in-process.ts';
import { LIVE_TOPIC } from '../live/live-batch.ts';
import type { LiveBatch } from '@ringside/core/live/feed.ts';
import { layDatabase } from '../platform/db/testing/migrated-template.ts';
import { call, firstToken } from '../testing/console-client.ts';
import { spawnConsole } from '../testing/console-process.ts';
import type { ConsoleProcess } from '../testing/console-process.ts';
import { makeFolder } from '../testing/test-console.ts';
import { logLinks, logRequests } from './log-service.ts';

let running: ConsoleProcess | null = null;
afterEach(async () => {
  running?.kill('SIGKILL');
  await running?.exited;
  running = null;
});

type Line = Record<string, unknown>;

/** Creates a log that stores its lines. */
const makeLog = () => {
  const lines: Line[] = [];
  const keep = (level: string) => (fields: object, msg: string) => void lines.push({ level, msg, ...fields });
  return { lines, log: { info: keep('info'), warn: keep('warn') } as unknown as Parameters<typeof logLinks>[0] };
};

const SERVER: ServerRow = {
  ...{ id: 3, name: 'North', connected: false, stale: true, since: 0, lastEventAt: null, version: null },
  ...{ startedAt: null, problem: null, maintenance: null },
};

describe('the log', () => {
  it('has a line for each change of the link to a PBX server, with the cause', async () => {
    const bus = createInProcessBus();
    const { lines, log } = makeLog();
    const stop = logLinks(log, bus);
    const tell = (row: Partial<ServerRow>): void => {
      const server = { ...SERVER, ...row };
      const batch: LiveBatch = { serverId: 3, epoch: 1, at: 0, seq: 1, events: [{ kind: 'server', server } as never] };
      bus.publish(LIVE_TOPIC, batch);
    };
    tell({});
    tell({ problem: 'connection-refused' });
    tell({ problem: 'connection-refused' });
    tell({ connected: true, since: 840_000 });
    tell({ connected: true, since: 840_000, lastEventAt: 841_000 });
    tell({ since: 900_000 });
    const north = { serverId: 3, server: 'North' };
    await vi.waitUntil(() => lines.length >= 3);
    expect(lines).toEqual([
      { level: 'warn', msg: 'PBX unreachable', ...north, cause: 'connection-refused' },
      { level: 'info', msg: 'PBX connected', ...north, awaySeconds: 840 },
      { level: 'warn', msg: 'PBX unreachable', ...north, cause: null },
    ]);
    stop();
  });

  it('names slow requests by their route', async () => {
    const app = fastify();
    const { lines, log } = makeLog();
    logRequests(app, log, -1);
    app.get('/api/customers/:id', async () => 'done');
    await app.inject('/api/customers/7?secret=x');
    expect(lines).toMatchObject([{ msg: 'slow request', method: 'GET', route: '/api/customers/:id', status: 200 }]);
    await app.close();
  });

  it(
    'records the start with names of settings, refused sign-ins with their address, and the stop',
    { timeout: 240_000 },
    async () => {
      const folder = makeFolder();
      try {
        await layDatabase(folder);
        const secret = 'hush'.repeat(16);
        running = spawnConsole({ RINGSIDE_DATA: folder, RINGSIDE_SECRET_KEY: secret, DATABASE_URL: '' });
        const url = await running.ready();
        await firstToken(url, running.output());
        const tries: number[] = [];
        for (let i = 0; i < 6; i += 1) {
          tries.push((await call(url, null, 'POST', '/login', { username: 'ada', password: 'wrong password' })).status);
        }
        expect(tries).toEqual([401, 401, 401, 401, 401, 429]);
        running.kill();
        expect(await running.exited).toBe(0);
        const output = running.output();
        expect(output).not.toContain('hush');
        const lines = output
          .split('\n')
          .filter((line) => line.startsWith('{'))
          .map((line) => JSON.parse(line) as Line);
        const started = lines.find(({ msg }) => msg === 'started');
        expect(started).toMatchObject({ level: 'info', version: expect.any(String), database: 'embedded', url });
        expect(started?.['settings']).toEqual(expect.arrayContaining(['PORT', 'RINGSIDE_DATA', 'RINGSIDE_SECRET_KEY']));
        const count = (msg: string): number => lines.filter((line) => line['msg'] === msg).length;
        expect([count('sign-in failed'), count('sign-in locked')]).toEqual([5, 1]);
        expect(lines.find(({ msg }) => msg === 'sign-in failed')).toMatchObject({ ip: '127.0.0.1', status: 401 });
        expect(lines.find(({ msg }) => msg === 'stopping')).toMatchObject({ reason: 'SIGTERM' });
        expect(lines.at(-1)).toMatchObject({ msg: 'stopped', seconds: expect.any(Number) });
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});
