// Plants one violation of every wall in a copy of the house's shape and looks whether the wall that should catch it does.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingFromLock } from './check-steps.mjs';
import { root } from './set-up.mjs';

/** A small house without a fault. */
const SOUND = {
  'package.json':
    '{"name":"h","private":true,"dependencies":{"zod":"1","libphonenumber-js":"1","pg":"1","fastify":"1","ws":"1","kysely":"1"}}',
  'core/package.json': '{"name":"@ringside/core","exports":{"./*.ts":"./src/*.ts"}}',
  'core/src/base/id.ts': 'export const id = 1;',
  'core/src/format/phone.ts': "import 'libphonenumber-js'; export const phone = 1;",
  'core/src/live/state.ts': "import { id } from '../base/id.ts'; export type Row = typeof id; export const state = id;",
  'core/src/metrics/level.ts': "import { state } from '../live/state.ts'; export const level = state;",
  'core/src/access/ability.ts': "import { id } from '../base/id.ts'; export const ability = id;",
  'core/src/ami/frame.ts': "import { state } from '../live/state.ts'; export const frame = state;",
  'core/src/contract/users.ts':
    "import 'zod'; import { ability } from '../access/ability.ts'; export const users = ability;",
  'server/src/db/connect.ts': "import 'pg'; import 'kysely'; export const db = 1;",
  'server/src/http/app.ts': "import 'fastify'; export const app = 1;",
  'server/src/ami/collector.ts':
    "import 'node:net'; import { frame } from '@ringside/core/ami/frame.ts'; export const collector = frame;",
  'server/src/live/hub.ts':
    "import 'ws'; import { state } from '@ringside/core/live/state.ts'; export const hub = state;",
  'server/src/resources/users/queries.ts': "import { db } from '../../db/connect.ts'; export const q = db;",
  'server/src/resources/users/routes.ts':
    "import { app } from '../../http/app.ts'; import { q } from './queries.ts'; export const r = [app, q];",
  'server/src/resources/queues/rules.ts': "import { id } from '@ringside/core/base/id.ts'; export const rules = id;",
  'server/src/reports/billing.ts': "import { db } from '../db/connect.ts'; export const billing = db;",
  'server/src/main.ts':
    "import './ami/collector.ts'; import './live/hub.ts'; import './resources/users/routes.ts'; import './resources/queues/rules.ts'; import './reports/billing.ts'; export const main = 1;",
  'server/src/demo/main.ts': "import '../main.ts'; import '../../../tools/fake-pbx/src/pbx.ts';",
  'tools/fake-pbx/src/pbx.ts': "import { id } from '@ringside/core/base/id.ts'; export const pbx = id;",
  'web/src/ui/badge.tsx': "import { id } from '@ringside/core/base/id.ts'; export const badge = id;",
  'web/src/api/client.ts': "import { users } from '@ringside/core/contract/users.ts'; export const client = users;",
  'web/src/live/store.ts': "import { state } from '@ringside/core/live/state.ts'; export const store = state;",
  'web/src/crud/list.tsx': "import { client } from '../api/client.ts'; export const list = client;",
  'web/src/pages/users/page.tsx':
    "import { list } from '../../crud/list.tsx'; import { badge } from '../../ui/badge.tsx'; export const users = [list, badge];",
  'web/src/pages/home/page.tsx': "import { store } from '../../live/store.ts'; export const home = store;",
  'web/src/main.tsx': "import './pages/users/page.tsx'; import './pages/home/page.tsx';",
  'e2e/journey.ts': "import '../server/src/main.ts'; export const journey = 1;",
};

/** Each: the wall that must catch it, the file it is planted in, what is imported there. */
const PLANTED = [
  ['no-circular', 'core/src/base/a.ts', './b.ts'],
  ['no-orphans', 'web/src/ui/alone.tsx', ''],
  ['resolvable', 'server/src/ami/lost.ts', '@ringside/core/live/nowhere.ts'],
  ['declared', 'web/src/ui/fancy.tsx', 'unlisted'],
  ['not-to-test', 'core/src/live/cheat.ts', './state.test.ts'],
  ['not-to-proof', 'server/src/live/proof.ts', '../../../e2e/journey.ts'],
  ['main-is-last', 'server/src/live/upwards.ts', '../main.ts'],
  ['core-is-closed', 'core/src/live/io.ts', 'node:fs'],
  ['core-is-closed', 'core/src/format/npm.ts', 'kysely'],
  ['core-is-closed', 'core/src/base/server.ts', '../../../server/src/http/app.ts'],
  ['core-schemas-in-contract', 'core/src/live/schema.ts', 'zod'],
  ['core-phones-in-format', 'web/src/ui/number.tsx', 'libphonenumber-js'],
  ['core-base-knows-nothing', 'core/src/base/up.ts', '../live/state.ts'],
  ['core-access-knows-base', 'core/src/access/up.ts', '../live/state.ts'],
  ['core-format-knows-base', 'core/src/format/up.ts', '../live/state.ts'],
  ['core-live-knows-base-format', 'core/src/live/pbx.ts', '../ami/frame.ts'],
  ['core-metrics-knows-base-live', 'core/src/metrics/up.ts', '../contract/users.ts'],
  ['core-contract-knows-base-access-live-metrics-format-calls-rating', 'core/src/contract/pbx.ts', '../ami/frame.ts'],
  ['core-ami-knows-base-live', 'core/src/ami/up.ts', '../contract/users.ts'],
  ['web-takes-browser-core-only', 'web/src/live/raw.ts', '@ringside/core/ami/frame.ts'],
  ['web-not-to-server', 'web/src/api/cheat.ts', '../../../server/src/http/app.ts'],
  ['server-not-to-web', 'server/src/http/pages.ts', '../../../web/src/ui/badge.tsx'],
  ['fake-pbx-stands-alone', 'tools/fake-pbx/src/cheat.ts', '../../../server/src/db/connect.ts'],
  ['only-the-demo-simulates', 'server/src/ami/pretend.ts', '../../../tools/fake-pbx/src/pbx.ts'],
  ['resources-do-not-meet', 'server/src/resources/queues/steal.ts', '../users/queries.ts'],
  ['pages-do-not-meet', 'web/src/pages/home/steal.tsx', '../users/page.tsx'],
  ['ui-is-dumb', 'web/src/ui/clever.tsx', '../api/client.ts'],
  ['screens-are-last', 'web/src/crud/peek.tsx', '../pages/home/page.tsx'],
  ['api-and-live-are-low', 'web/src/api/toast.ts', '../ui/badge.tsx'],
  ['ami-is-a-pipe', 'server/src/ami/ask.ts', '../live/hub.ts'],
  ['live-and-collectors-meet-on-the-bus', 'server/src/live/direct.ts', '../ami/collector.ts'],
  ['live-knows-no-screens', 'server/src/live/noun.ts', '../resources/users/queries.ts'],
  ['sql-in-queries-only', 'server/src/resources/users/create.ts', '../../db/connect.ts'],
  ['driver-in-db-only', 'server/src/reports/fast.ts', 'pg'],
  ['tcp-in-ami-only', 'server/src/live/socket.ts', 'node:net'],
  ['http-at-the-edge', 'server/src/resources/users/verb.ts', 'fastify'],
  ['sockets-in-live-only', 'server/src/http/socket.ts', 'ws'],
];

/** Each: the rule that must fire, the file, its text. */
const LINTED = [
  ['ringside(no-enum)', 'server/src/enum.ts', 'export enum E { a }'],
  ['ringside(no-barrel)', 'web/src/ui/index.ts', "export * from './badge.tsx';"],
  ['ringside(pure)', 'core/src/live/clock.ts', 'export const at = () => Date.now();'],
  ['ringside(pure)', 'core/src/live/today.ts', 'export const at = () => new Date();'],
  ['ringside(pure)', 'core/src/live/dice.ts', 'export const at = () => Math.random();'],
  ['ringside(pure)', 'core/src/live/later.ts', 'export const at = async () => 1;'],
  ['ringside(pure)', 'core/src/live/count.ts', 'let n = 0; export const next = () => (n += 1);'],
  ['eslint(no-restricted-globals)', 'core/src/live/timer.ts', 'export const t = () => setTimeout(() => 1, 1);'],
  ['eslint(no-restricted-globals)', 'core/src/live/env.ts', 'export const t = () => process.env;'],
  ['eslint(no-console)', 'core/src/live/print.ts', 'export const t = () => console.log(1);'],
  ['eslint(no-restricted-globals)', 'web/src/pages/home/get.ts', "export const t = () => fetch('/');"],
  ['eslint(no-restricted-globals)', 'web/src/pages/home/ws.ts', "export const t = () => new WebSocket('/');"],
  ['eslint(no-restricted-globals)', 'web/src/live/get.ts', "export const t = () => fetch('/');"],
  ['typescript(no-explicit-any)', 'server/src/any.ts', 'export const t = (x: any) => x;'],
  ['import(no-default-export)', 'server/src/default.ts', 'export default 1;'],
  ['eslint(max-lines)', 'server/src/long.ts', `${'export {};\n'.repeat(301)}`],
];

/** Where those same things are right. */
const LINT_ALLOWED = {
  'core/src/live/clock.test.ts': 'export const at = () => Date.now();',
  'core/src/live/parse.ts': 'export const at = (text: string) => new Date(text).getTime();',
  'web/src/api/get.ts': "export const t = () => fetch('/');",
  'web/src/live/ws.ts': "export const t = () => new WebSocket('/');",
  'server/src/clock.ts': 'export const at = async () => Date.now();',
};

const house = mkdtempSync(join(tmpdir(), 'ringside-walls-'));
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

describe('walls', () => {
  it('lets a sound house stand', () => {
    expect(violations()).toEqual([]);
  });

  it('catches every planted violation by the wall that is meant to', () => {
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
    const missed = PLANTED.map(([wall, file]) => `${wall} ${file}`).filter((v) => !found.includes(v));
    expect(missed).toEqual([]);
  });

  it('sees type imports and import() too', () => {
    put({
      'web/src/live/type.ts': "import type { Row } from '../../../server/src/live/row.ts'; export type R = Row;",
      'web/src/live/lazy.ts': "export const l = () => import('../../../server/src/live/row.ts');",
      'server/src/live/row.ts': 'export interface Row { a: 1 }',
    });
    expect(violations()).toEqual(
      expect.arrayContaining(['web-not-to-server web/src/live/type.ts', 'web-not-to-server web/src/live/lazy.ts']),
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
