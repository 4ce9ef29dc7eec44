import { readXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { pagesOf } from '../../billing/pdf/testing/read-pdf.ts';
import { fileOf } from './export-rows.ts';
import type { Table } from './export-rows.ts';
import { readCsv } from '../http/read-csv.ts';
import { MOST_PRINTED } from './print-rows.ts';

const AT = new Date('2026-11-21T10:11:12Z');
const rowOf = (n: number) => ({ n, text: n === 1 ? '=1+\u00012' : `שורה ${n}`, at: AT, none: null });

const made = async (rows: number, over: { onClose?: () => void } = {}) => {
  async function* batches() {
    try {
      for (let from = 0; from < rows; from += 1_000)
        yield Array.from({ length: Math.min(1_000, rows - from) }, (_, i) => rowOf(from + i));
    } finally {
      over.onClose?.();
    }
  }
  const table: Table = {
    ...{ columns: ['n', 'text', 'at', 'none'], headings: ['N', 'Text', 'At', 'None'], batches: batches() },
    ...{ fileName: 'rows', language: 'he', owner: 'one' },
  };
  return fileOf('xlsx', table);
};

it.each([3, 20_001, 20_999])(
  'a workbook of %i rows contains every row, whether written at once or streamed',
  async (count) => {
    const { content, rows } = await made(count);
    const chunks: Uint8Array[] = [];
    for await (const chunk of content as AsyncIterable<Uint8Array>) chunks.push(chunk);
    const [sheet, ...others] = (await readXlsx(Buffer.concat(chunks))).sheets;
    expect([others, sheet?.rows.length, rows?.()]).toEqual([[], count + 1, count]);
    expect(sheet?.rows[0]?.slice(0, 4)).toEqual(['N', 'Text', 'At', 'None']);
    expect(sheet?.rows[2]?.slice(0, 2)).toEqual([1, '=1+2']);
    expect(sheet?.rows.at(-1)?.slice(0, 2)).toEqual([count - 1, `שורה ${count - 1}`]);
    expect(Math.abs(Number(sheet?.rows[3]?.[2] as Date) - AT.getTime())).toBeLessThan(1_000);
  },
);

it("a short workbook has bold headings, its language's direction and date cells", async () => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await made(3)).content as AsyncIterable<Uint8Array>) chunks.push(chunk);
  const [sheet] = (await readXlsx(Buffer.concat(chunks), { readStyles: true })).sheets;
  expect(sheet?.view?.rightToLeft).toBe(true);
  expect(sheet?.freezePane).toMatchObject({ rows: 1 });
  expect(sheet?.cells?.get('0,3')?.style?.font?.bold).toBe(true);
  expect(sheet?.cells?.get('1,1')?.style?.font?.bold).toBeUndefined();
  expect(sheet?.cells?.get('1,2')?.style?.numFmt).toBe('yyyy-mm-dd hh:mm:ss');
});

it('stops reading rows when the client stops reading a long workbook', async () => {
  let closed = false;
  const { content } = await made(200_000, { onClose: () => (closed = true) });
  for await (const chunk of content as AsyncIterable<Uint8Array>) if (chunk.length > 0) break;
  expect(closed).toBe(true);
});

it.each([
  ['some rows', 3, 3, 1],
  ['no row', 1, 0, 1],
  ['columns that no page is wide enough for', 30, 2, 1],
  ['more rows than anybody prints', 2, MOST_PRINTED + 500, 34],
])('a PDF of %s has the expected rows and pages', async (_, columns, count, pages) => {
  const names = Array.from({ length: columns }, (__, i) => `field${i}`);
  async function* batches() {
    yield Array.from({ length: count }, () => Object.fromEntries(names.map((name) => [name, `some text of ${name}`])));
  }
  const headings = names.map((name) => `Heading of ${name}`);
  const table: Table = {
    columns: names,
    headings,
    batches: batches(),
    fileName: 'rows',
    owner: 'one',
    language: 'he',
    timeZone: 'Asia/Jerusalem',
  };
  const file = fileOf('pdf', table);
  expect([file.mediaType, file.fileName]).toEqual(['application/pdf', 'rows.pdf']);
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.content as AsyncIterable<Uint8Array>) chunks.push(chunk);
  const pdf = Buffer.concat(chunks);
  expect([pdf.subarray(0, 5).toString(), pagesOf(pdf)]).toEqual(['%PDF-', pages]);
});

it('protects cells that spreadsheets with another separator would read as formulas, and an import removes the protection', async () => {
  const texts = [';=1+1', 'a;\t@x', '+34;+35', 'plain; text', '=1', 'line\n=2'];
  async function* batches() {
    yield texts.map((text) => ({ text }));
  }
  const file = fileOf('csv', {
    ...{ columns: ['text'], headings: ['text'], batches: batches(), fileName: 'rows', language: 'en', owner: 'one' },
  });
  let csv = '';
  for await (const chunk of file.content) csv += String(chunk);
  for (const cell of csv.split(/[,;\t\r\n]/)) expect(cell.replace(/^["\s]+/, '')).not.toMatch(/^[=+\-@]/);
  const { records } = await readCsv(csv, z.object({ text: z.string() }), {}, 'en');
  expect(records.map(({ values }) => values['text'])).toEqual(texts);
});
