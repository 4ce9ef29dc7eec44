// Tests `npx ringside` in a process of its own, alone on a data folder or beside a running console.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageVersion } from '../platform/config/package-version.ts';
import { readConfig } from '../platform/config/config.ts';
import { newId } from '../platform/db/new-id.ts';
import { startConsole } from '../main.ts';
import type { RunningConsole } from '../main.ts';

const BIN = fileURLToPath(new URL('../../bin/ringside.mjs', import.meta.url));
const PASSWORD = 'mango under the third bridge';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ringside-cli-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ringside = async (args: readonly string[], input = '') => {
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd: folder,
    env: { ...process.env, RINGSIDE_DATA: folder, DATABASE_URL: '', PORT: '8080' },
  });
  child.stdin.end(input);
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.on('exit', resolve)),
  ]);
  return { out: out.trim(), err: err.trim(), code };
};

describe('npx ringside', () => {
  it('lists its commands and names commands that this version lacks', async () => {
    expect((await ringside(['--help'])).out).toContain('user create');
    expect(await ringside(['version'])).toMatchObject({ code: 0, out: packageVersion() });
    expect(await ringside(['backup', 'x'])).toMatchObject({
      code: 2,
      err: 'ringside backup x: not part of this version yet',
    });
    expect((await ringside(['dance'])).err).toContain('Unknown command: dance');
    expect((await ringside(['user', 'create', '--nonsense'])).code).toBe(1);
  });

  it('runs alone on an unused data folder', async () => {
    expect(
      await ringside(
        ['user', 'create', '--username', 'root', '--role', 'administrator', '--password-stdin'],
        `${PASSWORD}\n`,
      ),
    ).toEqual({
      code: 0,
      err: '',
      out: 'created: root (administrator)',
    });
    expect((await ringside(['migrate'])).out).toBe('The database is up to date');
    expect(await ringside(['user', 'create', '--username', 'root', '--password-stdin'], PASSWORD)).toMatchObject({
      code: 1,
      err: 'username: Already in use. Enter another value.',
    });
    expect((await ringside(['user', 'create', '--username', 'x', '--password-stdin'], 'short')).err).toContain(
      '--password',
    );
    // Four consoles start here. The first runs all migrations.
  }, 180_000);

  it('runs in the console that uses the data folder', async () => {
    const running: RunningConsole = await startConsole(
      readConfig({ PORT: '0', RINGSIDE_DATA: folder, LOG_LEVEL: 'silent' }),
    );
    try {
      expect(running.setupUrl).toBeNull();
      const made = await ringside(['user', 'create', '--username', 'second', '--email', 'second@example.com']);
      expect(made.code).toBe(0);
      expect(made.out).toContain(`invite: ${running.url}/set-password?token=`);
      const reset = await ringside(['user', 'reset', '--username', 'second', '--password-stdin'], PASSWORD);
      expect(reset).toEqual({ code: 0, err: '', out: 'reset: second' });
      const login = await fetch(`${running.url}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'second', password: PASSWORD }),
      });
      expect(login.status).toBe(200);

      const plan = { id: newId(), name: 'Basic', description: '', status: 'draft' as const, currency: 'EUR' };
      await running.deps.db.insertInto('plans').values(plan).execute();
      writeFileSync(join(folder, 'rates.csv'), 'prefix,ratePerMinute\n44,0.01\n4x,0.10\n');
      // The file path is relative to the command's folder, wherever the console was started.
      expect(await ringside(['import', 'rates', 'rates.csv', '--plan', 'basic', '--dry-run'])).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringMatching(/^line 3: prefix: .* \(4x\)\nnothing was written: 1 row is wrong$/),
      });
    } finally {
      await running.close();
    }
    expect((await ringside(['migrate'])).out).toBe('The database is up to date');
  });
});
