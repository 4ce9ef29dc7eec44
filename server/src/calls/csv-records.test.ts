// Tests that records of any file in any chunks equal those that the CSV library reads from the complete file.
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { readCsv } from './csv-records.ts';
import type { CsvRecord } from './csv-records.ts';

const whole = (text: string): CsvRecord[] =>
  (
    parse(text, {
      ...{ bom: true, relax_column_count: true, skip_empty_lines: true, relax_quotes: true, info: true },
    }) as unknown as { readonly record: string[]; readonly info: { readonly lines: number } }[]
  ).map(({ record, info }) => ({ fields: record, line: info.lines }));

const inPieces = async (text: string, size: number): Promise<CsvRecord[]> => {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  const records: CsvRecord[] = [];
  for await (const batch of readCsv(Readable.from(pieces))) records.push(...batch);
  return records;
};

const bare = fc.string({ unit: fc.constantFrom('a', '7', ' ', 'é', '\t'), maxLength: 6 });
const quoted = fc
  .string({ unit: fc.constantFrom('a', ',', '"', 'ש', '\\', '😀'), maxLength: 6 })
  .map((text) => `"${text.replaceAll('"', '""')}"`);
const broken = fc.constantFrom('"two\nlines"', 'a"b', '"two\r\nlines, ""too"""');
const lineOf = (field: fc.Arbitrary<string>) => fc.array(field, { maxLength: 4 }).map((fields) => fields.join(','));
const file = fc
  .tuple(
    fc.constantFrom('', '\ufeff'),
    fc.constantFrom('\n', '\r\n'),
    fc.array(lineOf(fc.oneof(bare, quoted)), { maxLength: 6 }),
    fc.array(lineOf(fc.oneof(quoted, quoted, broken)), { maxLength: 4 }),
    fc.boolean(),
  )
  .map(([mark, end, plain, odd, ended]) => mark + [...plain, ...odd].join(end) + (ended ? end : ''));

it('reads the same records as the library', async () => {
  await fc.assert(
    fc.asyncProperty(file, fc.integer({ min: 1, max: 40 }), async (text, size) => {
      expect(await inPieces(text, size)).toEqual(whole(text));
    }),
    { numRuns: 200 },
  );
});

it('leaves an overlong line to the library', async () => {
  const text = `a,b\n${'x'.repeat(70_000)},c\nd,e`;
  expect(await inPieces(text, 10_000)).toEqual(whole(text));
  expect(await inPieces('a,b\rc,d\r', 3)).toEqual(whole('a,b\rc,d\r'));
});

it('passes errors of the source on', async () => {
  async function* failing() {
    yield Buffer.from('a,b\n"c');
    throw new Error('disk');
  }
  const read = async () => {
    for await (const batch of readCsv(Readable.from(failing()))) expect(batch.length).toBeLessThan(2);
  };
  await expect(read()).rejects.toThrow('disk');
});
