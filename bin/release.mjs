// `npm run release [VERSION]`: dates the changelog's entry, records schema and contract of the version in releases/VERSION/, commits and
// tags. Later versions test their upgrade against these records. It does not push.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install, pinnedNode, root } from './set-up.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const write = (path, text) => writeFileSync(join(root, path), text);
const readJson = (path) => JSON.parse(read(path));
const writeJson = (path, value) => write(path, `${JSON.stringify(value, null, 2)}\n`);
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

class Refused extends Error {}

const checkTree = () => {
  const changed = git('status', '--porcelain');
  if (changed !== '') throw new Refused(`The working tree has changes. Commit or discard them first:\n${changed}`);
};

const checkVersion = (version) => {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Refused(`${version} is not a version. Write three numbers: 0.2.0`);
  if (git('tag', '--list', `v${version}`) !== '' || existsSync(join(root, 'releases', version)))
    throw new Refused(`${version} is released already. Choose the next version.`);
};

/** Returns the changelog with today's date at the entry of the version. */
const datedChangelog = (version, date) => {
  const text = read('CHANGELOG.md');
  const heading = `## ${version} (unreleased)`;
  const [before, entry] = text.split(`${heading}\n`);
  if (entry === undefined) throw new Refused(`CHANGELOG.md has no heading "${heading}". Write the entry first.`);
  if (!/^- /m.test(entry.split('\n## ')[0])) throw new Refused(`The entry of ${version} in CHANGELOG.md is empty.`);
  return `${before}## ${version} (${date})\n${entry}`;
};

/** Sets the version in package.json of the root and of each workspace, in their dependencies on each other, and in the lock file. */
const setVersion = (version) => {
  const { workspaces } = readJson('package.json');
  const change = (manifest) => {
    manifest.version = version;
    for (const name of Object.keys(manifest.dependencies ?? {}))
      if (name.startsWith('@ringside/')) manifest.dependencies[name] = version;
  };
  for (const folder of ['', ...workspaces]) {
    const manifest = readJson(join(folder, 'package.json'));
    change(manifest);
    writeJson(join(folder, 'package.json'), manifest);
  }
  const lock = readJson('package-lock.json');
  lock.version = version;
  for (const folder of ['', ...workspaces]) change(lock.packages[folder]);
  writeJson('package-lock.json', lock);
};

/** Returns the schema of an empty database after all migrations. Installs the packages first if needed. */
const printSchema = async () => {
  await install();
  return execFileSync(pinnedNode(), ['server/src/platform/db/testing/print-schema.ts'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
};

const record = (version, schema) => {
  const folder = join('releases', version);
  mkdirSync(join(root, folder), { recursive: true });
  write(join(folder, 'schema.txt'), schema);
  copyFileSync(join(root, 'contract.lock'), join(root, folder, 'contract.lock'));
};

try {
  const version = process.argv[2] ?? readJson('package.json').version;
  checkTree();
  checkVersion(version);
  const changelog = datedChangelog(version, new Date().toISOString().slice(0, 10));
  // Before the first change of a file, because it can fail.
  const schema = await printSchema();
  if (readJson('package.json').version !== version) setVersion(version);
  write('CHANGELOG.md', changelog);
  record(version, schema);
  git('add', '--all');
  git('commit', '--quiet', '--message', `release: ${version}`);
  git('tag', '--annotate', '--message', `Ringside ${version}`, `v${version}`);
  console.log(`Released ${version}. Publish it: git push --follow-tags`);
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
