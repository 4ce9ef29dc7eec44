// The data folder of a new test console: a migrated database with one administrator. Created once per test run (as global set-up). Each
// console gets a copy.
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { layDatabase } from '../../server/src/platform/db/testing/migrated-template.ts';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');
export const ADMINISTRATOR = { username: 'admin', password: 'a long enough pass phrase' };

export type Settings = NodeJS.ProcessEnv & { readonly RINGSIDE_DATA: string };

/** Environment variable with the folder, shared with every worker of the run. */
const KEPT = 'E2E_GROUND';

/** Runs one of the console's commands. `input` goes to its standard input. */
const operate = (env: NodeJS.ProcessEnv, args: readonly string[], input: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(ROOT, 'server/bin/ringside.mjs'), ...args], { env });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`ringside ${args.join(' ')}: exit ${code}\n${output}`)),
    );
    child.stdin.end(input);
  });

const tar = async (...args: readonly string[]): Promise<void> => void (await promisify(execFile)('tar', args));

const make = async (settings: Settings): Promise<void> => {
  if (settings['DATABASE_URL'] === undefined) await layDatabase(settings.RINGSIDE_DATA);
  const create = ['user', 'create', '--role', 'administrator', '--username', ADMINISTRATOR.username];
  await operate(settings, [...create, '--password-stdin'], `${ADMINISTRATOR.password}\n`);
};

/** A separate database or secret key needs its own administrator. */
export const layGround = async (settings: Settings): Promise<void> => {
  const kept = process.env[KEPT];
  const plain = settings['DATABASE_URL'] === undefined && settings['RINGSIDE_SECRET_KEY'] === undefined;
  if (kept !== undefined && plain) {
    mkdirSync(settings.RINGSIDE_DATA, { recursive: true, mode: 0o700 });
    await tar('-xf', kept, '-C', settings.RINGSIDE_DATA);
  } else await make(settings);
};

const settingsOf = (data: string): Settings => ({ ...process.env, RINGSIDE_DATA: data, LOG_LEVEL: 'warn' });

let folder: string | null = null;

export const setup = async (): Promise<void> => {
  folder = mkdtempSync(join(tmpdir(), 'ringside-ground-'));
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  await make(settingsOf(data));
  await tar('-cf', join(folder, 'data.tar'), '-C', data, '.');
  process.env[KEPT] = join(folder, 'data.tar');
};

export const teardown = (): void => {
  if (folder !== null) rmSync(folder, { recursive: true, force: true });
};
