import { describe, expect, it } from 'vitest';
import { csvFields } from './csv-fields.ts';

describe('a CSV line', () => {
  it.each([
    ['', ['']],
    ['a', ['a']],
    ['a,b', ['a', 'b']],
    [',', ['', '']],
    ['"",""', ['', '']],
    ['"a,b",c,', ['a,b', 'c', '']],
    ['"""Ann"" <101>",5', ['"Ann" <101>', '5']],
    ['""""', ['"']],
    ['"שלום",é', ['שלום', 'é']],
    [' "a" ', null],
    ['"goes on', null],
    ['"goes on""', null],
    ['"a"b,c', null],
    ['a"b', null],
  ])('%s', (line, fields) => expect(csvFields(line)).toEqual(fields));
});
