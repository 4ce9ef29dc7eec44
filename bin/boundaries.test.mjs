// Plants a violation of every dependency and lint rule in a small copy of the tree, and checks that the rule finds it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingFromLock } from './check-steps.mjs';
import layers from './layers.cjs';
import { root } from './set-up.mjs';

const { CORE_FOLDERS, SERVER_AREAS, SERVER_LAYERS, WEB_AREAS } = layers;

/** One file in every folder that a rule names; nothing here breaks a rule. */
const part = (name) => `export const ${name} = 1;`;
const serverFolders = [...SERVER_LAYERS.flat(), ...Object.keys(SERVER_AREAS)];
const SOUND = {
  'package.json':
    '{"name":"h","private":true,"dependencies":{"zod":"1","libphonenumber-js":"1","pg":"1","fastify":"1","ws":"1","kysely":"1"}}',
  'core/package.json': '{"name":"@ringside/core","exports":{"./*.ts":"./src/*.ts"}}',
  ...Object.fromEntries(Object.keys(CORE_FOLDERS).map((folder) => [`core/src/${folder}/part.ts`, part('value')])),
  'core/src/base/phone.ts': "import 'libphonenumber-js'; export const phone = 1;",
  'core/src/contract/users.ts': "import 'zod'; import { value } from '../access/part.ts'; export const users = value;",
  ...Object.fromEntries(serverFolders.map((folder) => [`server/src/${folder}/part.ts`, part('value')])),
  'server/src/platform/db/connect.ts': "import 'pg'; import 'kysely'; export const db = 1;",
  'server/src/platform/http/app.ts': "import 'fastify'; export const app = 1;",
  'server/src/pbx/ami/collector.ts':
    "import 'node:net'; import { value } from '@ringside/core/asterisk/part.ts'; export const collector = value;",
  'server/src/live/hub.ts':
    "import 'ws'; import { value } from '@ringside/core/live/part.ts'; export const hub = value;",
  'server/src/access/user/queries.ts': "import { db } from '../../platform/db/connect.ts'; export const q = db;",
  'server/src/access/user/routes.ts':
    "import { app } from '../../platform/http/app.ts'; import { q } from './queries.ts'; export const r = [app, q];",
  'server/src/main.ts': `${[
    'live/hub.ts',
    'pbx/ami/collector.ts',
    'access/user/routes.ts',
    ...serverFolders.map((folder) => `${folder}/part.ts`),
  ]
    .map((file) => `import './${file}';`)
    .join(' ')} export const main = 1;`,
  'server/src/demo/main.ts': "import '../main.ts'; import '../../../tools/fake-pbx/src/pbx.ts';",
  'tools/fake-pbx/src/pbx.ts': "import { value } from '@ringside/core/base/part.ts'; export const pbx = value;",
  'web/src/ui/badge.tsx': "import { value } from '@ringside/core/base/part.ts'; export const badge = value;",
  'web/src/data/api/client.ts':
    "import { users } from '@ringside/core/contract/users.ts'; export const client = users;",
  'web/src/data/live/store.ts': "import { value } from '@ringside/core/live/part.ts'; export const store = value;",
  'web/src/data/list/list.tsx': "import { client } from '../api/client.ts'; export const list = client;",
  ...Object.fromEntries(
    Object.keys(WEB_AREAS).map((area) => [
      `web/src/${area}/page.tsx`,
      "import { list } from '../data/list/list.tsx'; import { badge } from '../ui/badge.tsx'; export const page = [list, badge];",
    ]),
  ),
  'web/src/app/home.tsx': "import { store } from '../data/live/store.ts'; export const home = store;",
  'web/src/main.tsx': `${Object.keys(WEB_AREAS)
    .map((area) => `import './${area}/page.tsx';`)
    .join(' ')} import './app/home.tsx';`,
  'e2e/journey.ts': `import '../server/src/main.ts'; ${Object.keys(CORE_FOLDERS)
    .map((folder) => `import '../core/src/${folder}/part.ts';`)
    .join(' ')} export const journey = 1;`,
};

const up = (folder) => '../'.repeat(folder.split('/').length);
/** For each folder of an ordered list: a planted import of a folder that it may not import. */
const plantedIn = (prefix, folders, allowedOf, ruleOf, file) =>
  folders.flatMap((folder) => {
    const refused = folders.find(
      (other) => other !== folder && !allowedOf(folder).some((each) => each.startsWith(other)),
    );
    return refused === undefined
      ? []
      : [[ruleOf(folder), `${prefix}${folder}/planted-${file.replace(/x$/, '')}`, `${up(folder)}${refused}/${file}`]];
  });
const lowerThan = (folder) =>
  SERVER_LAYERS.slice(
    0,
    SERVER_LAYERS.findIndex((layer) => layer.includes(folder)),
  ).flat();

/** Each: the rule that must find it, the file it is planted in, what is imported there. */
const PLANTED = [
  ...plantedIn(
    'core/src/',
    Object.keys(CORE_FOLDERS),
    (folder) => CORE_FOLDERS[folder],
    (folder) => `core-${folder}-imports-declared-folders`,
    'part.ts',
  ),
  ...plantedIn(
    'server/src/',
    SERVER_LAYERS.flat().filter((folder) => folder !== 'start'),
    lowerThan,
    (folder) => `server-${folder.replace('/', '-')}-imports-lower-layers`,
    'part.ts',
  ),
  ['server-platform-db-imports-lower-layers', 'server/src/platform/db/area.ts', '../../billing/part.ts'],
  ...plantedIn(
    'server/src/',
    Object.keys(SERVER_AREAS),
    (area) => SERVER_AREAS[area],
    (area) => `server-${area}-imports-declared-areas`,
    'part.ts',
  ),
  ...plantedIn(
    'web/src/',
    Object.keys(WEB_AREAS),
    (area) => WEB_AREAS[area],
    (area) => `web-${area}-imports-declared-areas`,
    'page.tsx',
  ),
  ['no-circular', 'core/src/base/a.ts', './b.ts'],
  ['no-orphans', 'web/src/ui/alone.tsx', ''],
  ['resolvable', 'server/src/pbx/lost.ts', '@ringside/core/live/nowhere.ts'],
  ['declared', 'web/src/ui/fancy.tsx', 'unlisted'],
  ['not-to-test', 'core/src/live/cheat.ts', './state.test.ts'],
  ['not-to-proof', 'server/src/live/proof.ts', '../../../e2e/journey.ts'],
  ['wiring-is-last', 'server/src/live/upwards.ts', '../main.ts'],
  ['core-is-closed', 'core/src/live/io.ts', 'node:fs'],
  ['core-is-closed', 'core/src/base/npm.ts', 'kysely'],
  ['core-is-closed', 'core/src/base/server.ts', '../../../server/src/platform/http/app.ts'],
  ['core-schemas-in-contract', 'core/src/live/schema.ts', 'zod'],
  ['core-phones-in-base', 'web/src/ui/number.tsx', 'libphonenumber-js'],
  ['web-takes-browser-core-only', 'web/src/data/live/raw.ts', '@ringside/core/asterisk/part.ts'],
  ['web-not-to-server', 'web/src/data/api/cheat.ts', '../../../../server/src/platform/http/app.ts'],
  ['server-not-to-web', 'server/src/platform/http/pages.ts', '../../../../web/src/ui/badge.tsx'],
  ['web-ui-knows-no-area', 'web/src/ui/clever.tsx', '../data/api/client.ts'],
  ['web-data-knows-no-area', 'web/src/data/list/peek.tsx', '../../access/page.tsx'],
  ['web-client-knows-no-screen', 'web/src/data/api/toast.ts', '../../ui/badge.tsx'],
  ['fake-pbx-stands-alone', 'tools/fake-pbx/src/cheat.ts', '../../../server/src/platform/db/connect.ts'],
  ['only-the-demo-simulates', 'server/src/pbx/pretend.ts', '../../../tools/fake-pbx/src/pbx.ts'],
  ['ami-is-a-pipe', 'server/src/pbx/ami/ask.ts', '../part.ts'],
  ['live-reaches-collectors-over-the-bus', 'server/src/live/direct.ts', '../pbx/ami/collector.ts'],
  ['sql-in-queries-only', 'server/src/access/user/create.ts', '../../platform/db/connect.ts'],
  ['sql-in-queries-only', 'server/src/access/user/select.ts', 'kysely'],
  ['driver-in-db-only', 'server/src/reports/fast.ts', 'pg'],
  ['tcp-in-ami-only', 'server/src/live/tcp.ts', 'node:net'],
  ['http-at-the-edge', 'server/src/access/user/verb.ts', 'fastify'],
  ['sockets-in-live-only', 'server/src/platform/http/socket.ts', 'ws'],
];

/** Each: the rule that must fire, the file, its text. */
const LINTED = [
  ['ringside(no-enum)', 'server/src/enum.ts', 'export enum E { a }'],
  [
    'ringside(console-clock)',
    'server/src/billing/queries.ts',
    'const sql = String.raw; export const q = sql`select now()`;',
  ],
  ['ringside(no-barrel)', 'web/src/ui/index.ts', "export * from './badge.tsx';"],
  ['ringside(pure)', 'core/src/live/clock.ts', 'export const at = () => Date.now();'],
  ['ringside(pure)', 'core/src/live/today.ts', 'export const at = () => new Date();'],
  ['ringside(pure)', 'core/src/live/dice.ts', 'export const at = () => Math.random();'],
  ['ringside(pure)', 'core/src/live/later.ts', 'export const at = async () => 1;'],
  ['ringside(pure)', 'core/src/live/count.ts', 'let n = 0; export const next = () => (n += 1);'],
  ['eslint(no-restricted-globals)', 'core/src/live/timer.ts', 'export const t = () => setTimeout(() => 1, 1);'],
  ['eslint(no-restricted-globals)', 'core/src/live/env.ts', 'export const t = () => process.env;'],
  ['eslint(no-console)', 'core/src/live/print.ts', 'export const t = () => console.log(1);'],
  ['eslint(no-restricted-globals)', 'web/src/access/get.ts', "export const t = () => fetch('/');"],
  ['eslint(no-restricted-globals)', 'web/src/access/ws.ts', "export const t = () => new WebSocket('/');"],
  ['eslint(no-restricted-globals)', 'web/src/data/live/get.ts', "export const t = () => fetch('/');"],
  ['typescript(no-explicit-any)', 'server/src/any.ts', 'export const t = (x: any) => x;'],
  ['eslint(no-eval)', 'server/src/eval.ts', "export const t = eval('1');"],
  ['eslint(no-new-func)', 'server/src/function.ts', "export const t = new Function('return 1');"],
  ['eslint(no-script-url)', 'web/src/ui/link.ts', "export const t = 'javascript:alert(1)';"],
  [
    'react(no-danger)',
    'web/src/ui/html.tsx',
    'export const T = () => <p dangerouslySetInnerHTML={{ __html: "x" }} />;',
  ],
  ['import(no-default-export)', 'server/src/default.ts', 'export default 1;'],
  ['ringside(plain-words)', 'server/src/words.ts', '// The agent and his queue.\nexport const t = 1;'],
  ['eslint(max-lines)', 'server/src/long.ts', `${'export {};\n'.repeat(301)}`],
];

/** Where those same things are right. */
const LINT_ALLOWED = {
  'core/src/live/clock.test.ts': 'export const at = () => Date.now();',
  'core/src/live/parse.ts': 'export const at = (text: string) => new Date(text).getTime();',
  'web/src/data/api/get.ts': "export const t = () => fetch('/');",
  'web/src/data/live/ws.ts': "export const t = () => new WebSocket('/');",
  'server/src/clock.ts': 'export const at = async () => Date.now();',
};

const house = mkdtempSync(join(tmpdir(), 'ringside-rules-'));
const put = (files) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(house, path)), { recursive: true });
    writeFileSync(join(house, path), text);
  }
};
const node = (script, ...args) =>
  spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], { cwd: house, encoding: 'utf8' });

const violations = () => {
  const { stdout, stderr } = node(
    'dependency-cruiser/bin/dependency-cruise.mjs',
    ...['--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'core', 'server', 'web', 'tools', 'e2e'],
  );
  expect(stderr).toBe('');
  return JSON.parse(stdout).summary.violations.map((v) => `${v.rule.name} ${v.from}`);
};

const complaints = () =>
  node('oxlint/bin/oxlint', '-f', 'unix')
    .stdout.split('\n')
    .flatMap((line) => /^([^:]+):\d+:\d+:.*\[\w+\/(.+)\]$/.exec(line)?.slice(1, 3).join(' ') ?? []);

beforeAll(() => {
  symlinkSync(join(root, '.dependency-cruiser.cjs'), join(house, '.dependency-cruiser.cjs'));
  symlinkSync(join(root, '.oxlintrc.json'), join(house, '.oxlintrc.json'));
  symlinkSync(join(root, 'tsconfig.base.json'), join(house, 'tsconfig.base.json'));
  mkdirSync(join(house, 'bin'));
  symlinkSync(join(root, 'bin/lint-rules.mjs'), join(house, 'bin/lint-rules.mjs'));
  symlinkSync(join(root, 'bin/layers.cjs'), join(house, 'bin/layers.cjs'));
  mkdirSync(join(house, 'node_modules/@ringside'), { recursive: true });
  symlinkSync(join(house, 'core'), join(house, 'node_modules/@ringside/core'));
  for (const name of ['zod', 'libphonenumber-js', 'pg', 'fastify', 'ws', 'kysely', 'unlisted'])
    put({
      [`node_modules/${name}/package.json`]: `{"name":"${name}","main":"index.js"}`,
      [`node_modules/${name}/index.js`]: '',
    });
  put(SOUND);
});
afterAll(() => rmSync(house, { recursive: true, force: true }));

describe('dependency rules', () => {
  it('accept a tree without a violation', () => {
    expect(violations()).toEqual([]);
  });

  it('find every planted violation', () => {
    put({
      'core/src/base/b.ts': "import './a.ts';",
      'core/src/live/state.test.ts': 'export const made = 1;',
      ...Object.fromEntries(
        PLANTED.map(([, file, to]) => [
          file,
          to === '' ? 'export const x = 1;' : `import '${to}'; export const x = 1;`,
        ]),
      ),
    });
    const found = violations();
    const missed = PLANTED.map(([rule, file]) => `${rule} ${file}`).filter((v) => !found.includes(v));
    expect(missed).toEqual([]);
  });

  it('see type imports and import()', () => {
    put({
      'web/src/data/live/type.ts':
        "import type { Row } from '../../../../server/src/live/row.ts'; export type R = Row;",
      'web/src/data/live/lazy.ts': "export const l = () => import('../../../../server/src/live/row.ts');",
      'server/src/live/row.ts': 'export interface Row { a: 1 }',
    });
    expect(violations()).toEqual(
      expect.arrayContaining([
        'web-not-to-server web/src/data/live/type.ts',
        'web-not-to-server web/src/data/live/lazy.ts',
      ]),
    );
  });
});

describe('lint', () => {
  it('catches what imports cannot show, and only where it is wrong', () => {
    put(LINT_ALLOWED);
    put(Object.fromEntries(LINTED.map(([, file, text]) => [file, text])));
    const found = complaints();
    expect(LINTED.map(([rule, file]) => `${file} ${rule}`).filter((c) => !found.includes(c))).toEqual([]);
    expect(found.filter((c) => Object.keys(LINT_ALLOWED).some((file) => c.startsWith(`${file} `)))).toEqual([]);
  });
});

describe('functions over 80 lines', () => {
  const config = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8'));

  it('are an error, with no exception but test files', () => {
    const exceptions = config.overrides.flatMap(({ files, rules }) =>
      rules['eslint/max-lines-per-function'] === undefined ? [] : files,
    );
    expect(config.rules['eslint/max-lines-per-function']).toMatchObject(['error', { max: 80 }]);
    expect(exceptions).toEqual(['**/*.test.ts', '**/*.test.tsx']);
  });
});

describe('lock file', () => {
  it('names an optional dependency that the lock lost', () => {
    const lock = {
      packages: {
        '': {},
        'node_modules/a': { optionalDependencies: { 'a-linux': '1', 'a-mac': '1' } },
        'node_modules/a-linux': {},
      },
    };
    expect(missingFromLock(lock)).toEqual([expect.stringContaining('a-mac')]);
  });
});
