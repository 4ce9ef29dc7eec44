import { expect, it } from 'vitest';
import { refusalOf } from './refusal-text.ts';

it.each([
  ['Unable to add interface: Already there', 'alreadyThere'],
  ['Unable to add interface to queue: No such queue', 'noSuchQueue'],
  ['Unable to remove interface from queue: No such queue', 'noSuchQueue'],
  ['Unable to remove interface: Not there', 'notThere'],
  ['Member not dynamic', 'notDynamic'],
  ['Interface not found', 'notThere'],
  ['No such channel', 'noSuchChannel'],
  ['Permission denied', 'noPermission'],
  ['Out of memory', null],
  ['', null],
])('%s', (message, reason) => {
  expect(refusalOf(message)).toBe(reason);
});
