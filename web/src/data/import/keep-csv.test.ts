import { expect, it } from 'vitest';
import { csvOf } from './keep-csv.ts';

it.each([
  ['a comma and quotes', [['a,b', 'say "x"']], '"a,b","say ""x"""\r\n'],
  ['a formula', [['=1+1', '-2', '+3', '@x']], `"'=1+1","'-2","'+3","'@x"\r\n`],
  ['lines', [['1'], ['2']], '"1"\r\n"2"\r\n'],
])('writes %s', (_, rows, text) => {
  expect(csvOf(rows)).toBe(`\ufeff${text}`);
});
