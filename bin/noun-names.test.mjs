// The name of a resource may occur only in its own folders and locale file. Other code uses the list of resources (`NOUNS`).
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NOUNS } from '../core/src/contract/nouns.ts';
import { root } from './set-up.mjs';

/** Files that list resources one by one, because a type, a wire format or the wiring needs each. */
const REGISTRIES = [
  'core/src/access/ability.ts', // the closed type of resources, which the resources' own schemas use
  'core/src/contract/nouns.ts',
  'core/src/contract/routing/destination.ts', // the wire format of destinations
  'server/src/demo/seed-call-flow.ts',
  'server/src/pbx/provisioning/flow-queries.ts', // the complete call flow of a PBX server
  'server/src/register-all.ts',
];

/** Routes of pages and their menu entries, one file for each section. */
const isPageRoutes = (file) => /^web\/src\/app\/routes\/[a-z-]+\.ts$/.test(file);

/** Resource names that are common words: code about calls, users and servers cannot avoid them. */
const WORDS_OF_THE_FIELD = [
  ...['customer', 'subscriber', 'plan', 'endpoint', 'callCenter', 'queue', 'did', 'hours', 'prompt', 'trunk'],
  ...['user', 'role', 'permission', 'acl', 'apiKey', 'wallboard'],
];

/** Further files of single resources. The lists may only become shorter. */
const EXCEPTIONS = {
  // Dialed numbers are checked against routes, and trunks carry them.
  outboundRoute: [
    'core/src/contract/routing/dial-test.ts',
    'server/src/access/acl/dial-queries.ts',
    'server/src/routing/destination-queries.ts',
    'server/src/routing/trunk/queries.ts',
    'server/src/subscribers/subscriber/forward-queries.ts',
  ],
  // IVR menus have keys with their own drawing, moving and rendering, and play prompts.
  ivr: [
    'core/src/contract/queues/queue.ts',
    'core/src/pbx/dialplan/flow-destination.ts',
    'core/src/pbx/dialplan/render-flow.ts',
    'core/src/pbx/sheets.ts',
    'core/src/pbx/wanted-flow.ts',
    'server/src/pbx/provisioning/mark-queries.ts',
    'server/src/pbx/provisioning/sound-resolver.ts',
    'server/src/queues/queue/move-queries.ts',
    'server/src/routing/did/path-queries.ts',
    'server/src/routing/prompt/queries.ts',
    'web/src/routing/did/FlowPicture.tsx',
    'web/src/routing/did/destination-field.ts',
  ],
};

const isTest = (file) => /\.(test|spec)\.tsx?$|\.bench\.ts$|(^|\/)(testing|fixtures)\//.test(file);
/** Row types generated from the schema. */
const isGenerated = (file) => file.startsWith('server/src/platform/db/tables/');
const isProduction = (file) => /^(core|server|web)\/src\/.*\.tsx?$/.test(file) && !isTest(file) && !isGenerated(file);
const listed = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' });
const texts = new Map(
  listed
    .split('\n')
    .filter(isProduction)
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
);

/** `ringGroup` → `ring`, `group`. */
const wordsOf = (key) => key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).split(' ');

/** Matches any spelling: `ringGroups`, `ring_group`, `Ring group`, `ringgroup`. */
const spellingOf = (key) => {
  const words = wordsOf(key);
  if (words.length > 1) return new RegExp(words.join('[-_ ]?'), 'i');
  const capital = key[0].toUpperCase() + key.slice(1);
  return new RegExp(`((?<![A-Za-z])${key}|${capital})s?(?![a-z])`);
};

const isOwn = (key, file) => {
  const folder = wordsOf(key).join('-');
  return file.includes(`/${folder}/`) || file.endsWith(`/${folder}.ts`);
};

const naming = (key) => {
  const spelling = spellingOf(key);
  return [...texts].filter(([file, text]) => spelling.test(file) || spelling.test(text)).map(([file]) => file);
};

describe.each(NOUNS.map(({ key }) => key).filter((key) => !WORDS_OF_THE_FIELD.includes(key)))('%s', (key) => {
  const elsewhere = naming(key).filter((file) => !isOwn(key, file));
  const exceptions = EXCEPTIONS[key] ?? [];

  it('is named only in its own folders. Elsewhere, read `NOUNS` (core/src/contract/nouns.ts)', () => {
    expect(
      elsewhere.filter((file) => !REGISTRIES.includes(file) && !isPageRoutes(file) && !exceptions.includes(file)),
    ).toEqual([]);
  });

  it('is still named in every file that is an exception', () => {
    expect(exceptions.filter((file) => !elsewhere.includes(file))).toEqual([]);
  });
});

describe('files that name a resource', () => {
  it('are at most 10 for a ring group, without the row types', () => {
    expect(naming('ringGroup').length).toBeLessThanOrEqual(10);
  });

  it('are found in every spelling', () => {
    for (const text of ['ringGroups', 'ring_group_members', 'Ring group', "'ringgroup'", 'RingGroupsPage'])
      expect(spellingOf('ringGroup').test(text), text).toBe(true);
    expect(spellingOf('ivr').test('drivers')).toBe(false);
  });
});
