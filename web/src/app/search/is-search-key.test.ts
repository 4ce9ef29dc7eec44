import { describe, expect, it } from 'vitest';
import { isSearchKey } from './Search.tsx';

const NONE = { key: '', code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

describe('isSearchKey', () => {
  it.each([
    ['Ctrl+Shift+/ of an American keyboard', { key: '?', code: 'Slash', ctrlKey: true, shiftKey: true }, true],
    ['Ctrl+Shift+7, where / is there', { key: '/', code: 'Digit7', ctrlKey: true, shiftKey: true }, true],
    ['Ctrl+K', { key: 'k', code: 'KeyK', ctrlKey: true }, true],
    ['Ctrl+K of a Hebrew keyboard', { key: 'ל', code: 'KeyK', ctrlKey: true }, true],
    ['Cmd+K', { key: 'k', code: 'KeyK', metaKey: true }, true],
    ['a question mark', { key: '?', code: 'Slash', shiftKey: true }, false],
    ['Ctrl+/', { key: '/', code: 'Slash', ctrlKey: true }, false],
    ['Ctrl+Shift+K, which is the browser’s', { key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true }, false],
    ['Ctrl+Alt+K', { key: 'k', code: 'KeyK', ctrlKey: true, altKey: true }, false],
  ])('%s', (_, keys, yes) => {
    expect(isSearchKey({ ...NONE, ...keys })).toBe(yes);
  });
});
