// What the README tells people to write on a PBX is what the suite on a real Asterisk runs with.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './set-up.mjs';

const read = (file) => readFileSync(join(root, file), 'utf8');
const filters = (text) => text.split('\n').filter((line) => line.startsWith('eventfilter('));
const section = (conf, name) => conf.slice(conf.indexOf(`[${name}]`)).split(/\n(?=\[)/)[0];
const setting = (text, name) => new RegExp(`^${name} = (.*)$`, 'm').exec(text)?.[1];

it('the filter lines of the README are those of the lab', () => {
  const slim = section(read('lab/conf/pbx/manager.conf'), 'slim');
  expect(filters(read('README.md'))).toEqual(filters(slim));
});

it('the privileges of the README are those of the lab', () => {
  const slim = section(read('lab/conf/pbx/manager.conf'), 'slim');
  const shown = section(read('README.md'), 'ringside');
  for (const name of ['read', 'write', 'writetimeout']) expect(setting(shown, name)).toBe(setting(slim, name));
});
