import { describe, expect, it } from 'vitest';
import { ownPath } from './own-path.ts';

describe('ownPath', () => {
  it.each(['/', '/customers?q=a', '/users/1#x'])('keeps %s', (path) => expect(ownPath(path)).toBe(path));
  it.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'javascript:1',
    '',
    7,
    null,
  ])('drops %s', (path) => expect(ownPath(path)).toBeUndefined());
});
