import { expect, it } from 'vitest';
import { readCategories, readConfig } from './read-config.ts';

/** Converts text to one character per byte, as the socket delivers it. */
const bytes = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');

const told = bytes(
  [
    'Response: Success',
    'ActionID: r1',
    'Category-000000: acme-101',
    'Line-000000-000000: callerid="נועה כהן; Zoë 📞" <101>',
    'Line-000000-000001: note=a=b',
    'Category-000001: acme-101',
    'Line-000001-000000: empty=',
  ].join('\r\n'),
);

it('returns sections and lines in order, in any alphabet', () => {
  expect(readConfig(told)).toEqual([
    {
      name: 'acme-101',
      lines: [
        { name: 'callerid', value: '"נועה כהן; Zoë 📞" <101>' },
        { name: 'note', value: 'a=b' },
      ],
    },
    { name: 'acme-101', lines: [{ name: 'empty', value: '' }] },
  ]);
  expect(readCategories(told)).toEqual(['acme-101', 'acme-101']);
  expect(readConfig('Response: Success\r\nActionID: r1')).toEqual([]);
});
