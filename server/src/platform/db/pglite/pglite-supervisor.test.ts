// Tests that an embedded engine that hangs on a full disk is replaced. The stand-in engine never answers.
import { expect, it, vi } from 'vitest';
import { createDiskSpace } from '../disk-space.ts';
import type { PgliteProcess } from './pglite-process.ts';
import { superviseEngine } from './pglite-supervisor.ts';

const MEGABYTE = 1024 * 1024;
const QUESTION = { kind: 'query', sql: 'select 1', parameters: [] } as const;

const engineThat = (answers: boolean) => {
  const terminate = vi.fn(async () => undefined);
  const engine: PgliteProcess = {
    ask: () => (answers ? Promise.resolve({ rows: [] }) : new Promise(() => undefined)),
    hasEnded: () => false,
    terminate,
    close: async () => undefined,
  };
  return { engine, terminate };
};

it('replaces an engine that hangs on a full disk once there is space again', async () => {
  let free = 500 * MEGABYTE;
  const disk = createDiskSpace('/', () => free);
  const hanging = engineThat(false);
  const opened = [hanging.engine, engineThat(true).engine];
  const engine = await superviseEngine(async () => opened.shift() ?? hanging.engine, disk);
  const asked = engine.ask(QUESTION);
  free = 0;
  await expect(asked).rejects.toMatchObject({ reason: 'read-only' });
  expect(hanging.terminate).toHaveBeenCalledOnce();
  await expect(engine.ask(QUESTION)).rejects.toMatchObject({ reason: 'read-only' });
  expect([engine.generation(), opened.length]).toEqual([2, 1]);
  free = 500 * MEGABYTE;
  await vi.waitUntil(() => !engine.hasEnded(), 20_000);
  expect(await engine.ask(QUESTION)).toEqual({ rows: [] });
  await engine.close();
});

it('reports a full disk below 32 MB and keeps doing so until more than 48 MB are free', async () => {
  let free = 31 * MEGABYTE;
  const disk = createDiskSpace('/', () => free);
  expect(disk.isFull()).toBe(true);
  free = 40 * MEGABYTE;
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([disk.isFull(), disk.freeMegabytes()]).toEqual([true, 40]);
  free = 49 * MEGABYTE;
  await vi.waitUntil(() => !disk.isFull(), 5_000);
});
