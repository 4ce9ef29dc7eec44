import { describe, expect, it } from 'vitest';
import { ownPath } from './own-path.ts';

describe('ownPath', () => {
  it.each(['/', '/customers?q=a', '/users/1#x'])('accepts %s', (path) => expect(ownPath(path)).toBe(path));
  it.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'javascript:1',
    '',
    7,
    null,
  ])('rejects %s', (path) => expect(ownPath(path)).toBeUndefined());
});
