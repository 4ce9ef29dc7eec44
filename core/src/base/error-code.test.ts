import { expect, it } from 'vitest';
import { errorCode } from './error-code.ts';

it.each([
  [Object.assign(new Error('no such file'), { code: 'ENOENT' }), 'ENOENT'],
  [{ code: '23505' }, '23505'],
  [{ code: 42 }, ''],
  [new Error('plain'), ''],
  ['a text', ''],
  [null, ''],
  [undefined, ''],
])('reads the code of %o', (error, code) => {
  expect(errorCode(error)).toBe(code);
});
