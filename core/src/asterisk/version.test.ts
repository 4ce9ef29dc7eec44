import { expect, it } from 'vitest';
import { isTooOld } from './version.ts';

it.each([
  ['22.10.1+dfsg+~cs6.17.60671434-1', false],
  ['22.0.1', false],
  ['Asterisk 20.11.0', false],
  ['20.9.3', false],
  ['certified/18.9-cert5', false],
  ['18.26.4', false],
  ['19.8.1', false],
  ['23.0.0', false],
  ['16.30.0', false],
  ['13.38.3', true],
  ['GIT-master-5e1d2b1', false],
])('%s', (version, old) => {
  expect(isTooOld(version)).toBe(old);
});
