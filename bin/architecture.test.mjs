// Checks that ARCHITECTURE.md names every folder of the product, and no folder that does not exist.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import layers from './layers.cjs';
import { root } from './set-up.mjs';

const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
const files = execFileSync('git', ['ls-files', 'core', 'server', 'web'], { cwd: root, encoding: 'utf8' }).split('\n');

const foldersBelow = (parent) =>
  new Set(
    files
      .filter((file) => file.startsWith(`${parent}/`))
      .flatMap(
        (file) =>
          file
            .slice(parent.length + 1)
            .split('/')
            .slice(0, -1)[0] ?? [],
      ),
  );

const isTesting = (folder) => folder === 'testing';

/** Rows of the table below a heading: folder → the rest of its line. */
const rowsOf = (heading) => {
  const from = page.indexOf(`### ${heading}`);
  const text = page.slice(from, page.indexOf('\n\n', page.indexOf('|---|', from)));
  return new Map([...text.matchAll(/^\| `([a-z/-]+)\/` \| (.*) \|$/gm)].map((match) => [match[1], match[2]]));
};

/** Folders whose line describes all subfolders at once: one for each language. */
const DESCRIBED_TOGETHER = ['locales'];

describe.each([
  ['core/src', ['core/src']],
  ['server/src', ['server/src', 'server/src/platform']],
  ['web/src', ['web/src']],
])('ARCHITECTURE.md on %s', (heading, [top, nested]) => {
  const rows = rowsOf(heading);
  const folders = [
    ...[...foldersBelow(top)].filter((folder) => nested === undefined || `${top}/${folder}` !== nested),
    ...(nested === undefined ? [] : [...foldersBelow(nested)].map((folder) => `platform/${folder}`)),
  ];

  it('has a line for every existing folder and no other', () => {
    expect([...rows.keys()].toSorted()).toEqual(folders.toSorted());
  });

  it('names the subfolders of each folder', () => {
    const each = folders.filter((folder) => !DESCRIBED_TOGETHER.includes(folder));
    const missing = each.flatMap((folder) =>
      [...foldersBelow(`${top}/${folder}`)]
        .filter((inner) => !isTesting(inner) && !(rows.get(folder) ?? '').includes(`\`${inner}\``))
        .map((inner) => `${folder}/${inner}`),
    );
    expect(missing).toEqual([]);
  });
});

it('the layers name only existing folders, and every folder of the platform and of core', () => {
  const named = {
    'server/src': [...layers.SERVER_LAYERS.flat(), ...Object.keys(layers.SERVER_AREAS)],
    'web/src': Object.keys(layers.WEB_AREAS),
    'core/src': Object.keys(layers.CORE_FOLDERS),
  };
  const missing = Object.entries(named).flatMap(([top, folders]) =>
    folders
      .map((folder) => `${top}/${folder}`)
      .filter((folder) => !files.some((file) => file.startsWith(`${folder}/`))),
  );
  expect(missing).toEqual([]);
  const platform = named['server/src'].filter((folder) => folder.startsWith('platform/'));
  expect(platform.toSorted()).toEqual(
    [...foldersBelow('server/src/platform')].map((name) => `platform/${name}`).toSorted(),
  );
  expect(named['core/src'].toSorted()).toEqual([...foldersBelow('core/src')].toSorted());
});

it('every path that ARCHITECTURE.md names exists', () => {
  const named = [...page.matchAll(/`((?:core|server|web|bin|e2e|docs)\/[\w./-]+)`/g)].map((match) =>
    match[1].replace(/\/$/, ''),
  );
  const all = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' });
  expect(named.filter((path) => !`\n${all}`.includes(`\n${path}`))).toEqual([]);
});

it('no folder has more than 30 production files', () => {
  const counts = new Map();
  for (const file of files) {
    if (!/^(core|server|web)\/src\/.*\.tsx?$/.test(file) || /\.test\.tsx?$|\/testing\//.test(file)) continue;
    const folder = file.slice(0, file.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  expect([...counts].filter(([, count]) => count > 30)).toEqual([]);
});
