import { describe, expect, it } from 'vitest';
import { fillIn } from './fill-in.ts';

describe('fillIn', () => {
  it.each([
    ['replaces a name by its value', 'Hello {name}', 'Hello Ada'],
    ['takes the form of the screens too', 'Hello {{name}}', 'Hello Ada'],
    ['replaces every occurrence', '{name} and {name}', 'Ada and Ada'],
    ['writes numbers as they are', '{used} of {most}', '0 of 12'],
    ['drops a name without a value', 'Hello{missing}', 'Hello'],
    ['keeps braces without a name', '{} {a b}', '{} {a b}'],
  ])('%s', (_, text, filled) => {
    expect(fillIn(text, { name: 'Ada', used: 0, most: 12 })).toBe(filled);
  });

  it('does not fill in a value again', () => {
    expect(fillIn('{name}', { name: '{most}', most: 12 })).toBe('{most}');
  });
});
