// Checks that the PBX configuration in the docs equals that of the tests on a real Asterisk.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './set-up.mjs';

const read = (file) => readFileSync(join(root, file), 'utf8');
const filters = (text) => text.split('\n').filter((line) => line.startsWith('eventfilter('));
const section = (conf, name) => conf.slice(conf.indexOf(`[${name}]`)).split(/\n(?=\[)/)[0];
const setting = (text, name) => new RegExp(`^${name} = (.*)$`, 'm').exec(text)?.[1];

const PREPARE = 'docs/operate/prepare-asterisk.md';

it('documents the event filters of the lab', () => {
  const slim = section(read('lab/conf/pbx/manager.conf'), 'slim');
  expect(filters(read(PREPARE))).toEqual(filters(slim));
});

it('documents the AMI privileges of the lab', () => {
  const slim = section(read('lab/conf/pbx/manager.conf'), 'slim');
  const shown = section(read('README.md'), 'ringside');
  for (const name of ['read', 'write', 'writetimeout']) expect(setting(shown, name)).toBe(setting(slim, name));
});

it('documents filters that pass every event that the console decodes, except replies', async () => {
  const { DECODED_EVENTS } = await import('@ringside/core/asterisk/decode.ts');
  const let_in = new Set(filters(read(PREPARE)).map((line) => /name\((\w+)\)/.exec(line)?.[1]));
  // Replies to requests are never filtered. Device states repeat the information of QueueMemberStatus with four times the number of events.
  const unasked = ['QueueParams', 'QueueSummary', 'QueueEntry', 'QueueMember', 'CoreShowChannel', 'DeviceStateChange'];
  expect(DECODED_EVENTS.filter((name) => !let_in.has(name) && !unasked.includes(name))).toEqual([]);
});

it('names the Node.js version that package.json requires', () => {
  const [, least] = />=(\d+\.\d+)/.exec(JSON.parse(read('package.json')).engines.node) ?? [];
  expect(read('README.md')).toContain(`You need Node.js ${least} or later`);
});
