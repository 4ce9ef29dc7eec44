import { expect, it } from 'vitest';
import { isTooOld, knowsAdvancedFilters } from './version.ts';

it.each([
  ['22.10.1+dfsg+~cs6.17.60671434-1', false, true],
  ['22.0.1', false, false],
  ['Asterisk 20.11.0', false, true],
  ['20.9.3', false, false],
  ['certified/18.9-cert5', false, false],
  ['18.26.4', false, true],
  ['19.8.1', false, false],
  ['23.0.0', false, true],
  ['16.30.0', false, false],
  ['13.38.3', true, false],
  ['GIT-master-5e1d2b1', false, false],
])('%s', (version, old, advanced) => {
  expect([isTooOld(version), knowsAdvancedFilters(version)]).toEqual([old, advanced]);
});
