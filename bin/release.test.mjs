// Releases a small clone whose server prints a schema of one line.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from './set-up.mjs';

let clone = '';

const write = (path, text) => {
  mkdirSync(dirname(join(clone, path)), { recursive: true });
  writeFileSync(join(clone, path), text);
};
const read = (path) => readFileSync(join(clone, path), 'utf8');
const git = (...args) => execFileSync('git', args, { cwd: clone, encoding: 'utf8' }).trim();
const commit = () => {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'change');
};
const release = (...args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/release.mjs', ...args], {
    cwd: clone,
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
};

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'ringside-release-'));
  for (const file of ['release.mjs', 'set-up.mjs']) cpSync(join(root, 'bin', file), join(clone, 'bin', file));
  write('package.json', '{ "name": "ringside", "version": "0.1.0", "workspaces": ["core", "server"] }');
  write('core/package.json', '{ "name": "@ringside/core", "version": "0.1.0" }');
  write(
    'server/package.json',
    '{ "name": "@ringside/server", "version": "0.1.0", "dependencies": { "@ringside/core": "0.1.0", "zod": "4.0.0" } }',
  );
  write(
    'package-lock.json',
    '{ "version": "0.1.0", "packages": { "": {}, "core": {}, "server": { "dependencies": { "@ringside/core": "0.1.0" } } } }',
  );
  write('CHANGELOG.md', '# Changelog\n\n## 0.1.0 (unreleased)\n\n- Live view\n');
  write('contract.lock', 'GET /queues\n');
  // Newer than package-lock.json, so that the packages count as installed.
  write('node_modules/.package-lock.json', '{}');
  write('.gitignore', 'node_modules/\n');
  write('server/src/platform/db/testing/print-schema.ts', "console.log('relation calls');\n");
  git('init', '--quiet');
  git('config', 'user.name', 'Test');
  git('config', 'user.email', 'test@example.com');
  commit();
});
afterEach(() => rmSync(clone, { recursive: true, force: true }));

describe('npm run release', () => {
  it('dates the changelog, records schema and contract, commits and tags', () => {
    expect(release()).toMatchObject({ status: 0 });
    expect(read('CHANGELOG.md')).toMatch(/^## 0\.1\.0 \(\d{4}-\d\d-\d\d\)$/m);
    expect(read('releases/0.1.0/schema.txt')).toBe('relation calls\n');
    expect(read('releases/0.1.0/contract.lock')).toBe('GET /queues\n');
    expect(git('describe', '--exact-match')).toBe('v0.1.0');
    expect(git('log', '-1', '--format=%s')).toBe('release: 0.1.0');
    expect(git('status', '--porcelain')).toBe('');
  });

  it('sets a new version in each package and in the lock file', () => {
    release();
    write('CHANGELOG.md', `# Changelog\n\n## 0.2.0 (unreleased)\n\n- Alerts\n\n${read('CHANGELOG.md').slice(13)}`);
    commit();
    expect(release('0.2.0')).toMatchObject({ status: 0 });
    expect(JSON.parse(read('package.json')).version).toBe('0.2.0');
    expect(JSON.parse(read('server/package.json'))).toMatchObject({
      version: '0.2.0',
      dependencies: { '@ringside/core': '0.2.0', zod: '4.0.0' },
    });
    expect(JSON.parse(read('package-lock.json')).packages.server).toMatchObject({
      version: '0.2.0',
      dependencies: { '@ringside/core': '0.2.0' },
    });
    expect(existsSync(join(clone, 'releases/0.1.0/schema.txt'))).toBe(true);
  });

  it('refuses uncommitted changes', () => {
    write('core/new.ts', 'export {};\n');
    expect(release()).toEqual({ status: 1, said: expect.stringContaining('core/') });
    expect(git('tag')).toBe('');
  });

  it.each([
    ['no entry', '# Changelog\n', 'has no heading "## 0.1.0 (unreleased)"'],
    ['an empty entry', '# Changelog\n\n## 0.1.0 (unreleased)\n\n## 0.0.9 (2026-01-01)\n\n- First\n', 'is empty'],
  ])('refuses a changelog with %s', (_, text, reason) => {
    write('CHANGELOG.md', text);
    commit();
    expect(release()).toEqual({ status: 1, said: expect.stringContaining(reason) });
    expect(existsSync(join(clone, 'releases'))).toBe(false);
  });

  it('changes nothing when the schema cannot be printed', () => {
    write('server/src/platform/db/testing/print-schema.ts', "throw new Error('no database');\n");
    commit();
    expect(release()).toEqual({ status: 1, said: expect.stringContaining('no database') });
    expect(git('status', '--porcelain')).toBe('');
    expect(git('tag')).toBe('');
  });

  it('installs missing packages first', () => {
    rmSync(join(clone, 'node_modules'), { recursive: true });
    expect(release()).toEqual({ status: 1, said: expect.stringContaining('Installing packages') });
    expect(git('status', '--porcelain')).toBe('');
  });

  it('refuses a released version, and an invalid one', () => {
    release();
    expect(release()).toEqual({ status: 1, said: expect.stringContaining('is released already') });
    expect(release('next')).toEqual({ status: 1, said: expect.stringContaining('is not a version') });
  });
});

it('the changelog has an entry for the current version', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  expect(changelog).toMatch(new RegExp(`^## ${version.replaceAll('.', '\\.')} \\(`, 'm'));
});
