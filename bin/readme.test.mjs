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

it('the filter lines let in every event that the console decodes, but for those of lists', async () => {
  const { DECODED_EVENTS } = await import('@ringside/core/ami/decode.ts');
  const let_in = new Set(filters(read('README.md')).map((line) => /name\((\w+)\)/.exec(line)?.[1]));
  // Replies to a request are never filtered. Device states repeat what QueueMemberStatus says, at four times the number.
  const unasked = ['QueueParams', 'QueueSummary', 'QueueEntry', 'QueueMember', 'CoreShowChannel', 'DeviceStateChange'];
  expect(DECODED_EVENTS.filter((name) => !let_in.has(name) && !unasked.includes(name))).toEqual([]);
});
