import { expect, it } from 'vitest';
import { pagesOf, textOf } from '../../billing/pdf/testing/read-pdf.ts';
import { createDocumentPool, madeWhole } from './document-pool.ts';
import type { DocumentLimits } from './document-pool.ts';

const LIMITS: DocumentLimits = { threads: 2, heapMb: 128, waiting: 1, stepMs: 60_000 };
const table = { columns: ['text'], headings: ['Text'], fileName: 'rows', language: 'en' };
const PDF = { kind: 'rows-pdf', table } as const;

async function* rows(...texts: string[]) {
  yield texts.map((text) => ({ text }));
}

it('fails only the document that runs out of memory, with a clear message', async () => {
  const pool = createDocumentPool({ ...LIMITS, heapMb: 48 });
  const columns = Array.from({ length: 30 }, (_, n) => `field${n}`);
  const many = async function* () {
    for (let n = 0; n < 10; n++)
      yield Array.from({ length: 100 }, (_, row) =>
        Object.fromEntries(columns.map((column) => [column, `${n} ${row} ${column} ${'word '.repeat(8)}`])),
      );
  };
  const [large, small] = await Promise.allSettled([
    madeWhole(pool.make({ kind: 'rows-pdf', table: { ...table, columns, headings: columns } }, 'one', many())),
    madeWhole(pool.make(PDF, 'two', rows('a'))),
  ]);
  expect(large).toMatchObject({
    status: 'rejected',
    reason: { code: 'too-large', detail: expect.stringContaining('too large') },
  });
  expect(small.status).toBe('fulfilled');
  expect(pagesOf(await madeWhole(pool.make(PDF, 'one', rows('again'))))).toBe(1);
  expect(pool.busy()).toBe(0);
});

it("does not let a customer's waiting documents delay those of another customer", async () => {
  const pool = createDocumentPool(LIMITS);
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const slow = async function* () {
    await finished;
    yield [{ text: 'late' }];
  };
  const first = madeWhole(pool.make(PDF, 'one', slow()));
  const second = madeWhole(pool.make(PDF, 'one', rows('second')));
  await expect(madeWhole(pool.make(PDF, 'one', rows('third')))).rejects.toMatchObject({ code: 'too-many' });
  expect(pagesOf(await madeWhole(pool.make(PDF, 'two', rows('other'))))).toBe(1);
  finish();
  expect([pagesOf(await first), pagesOf(await second)]).toEqual([1, 1]);
});

it('frees the thread when a client disconnects midway, and closes the row source', async () => {
  const pool = createDocumentPool(LIMITS);
  let closed = false;
  const endless = async function* () {
    try {
      for (;;) yield Array.from({ length: 1_000 }, (_, n) => ({ text: `row ${n}` }));
    } finally {
      closed = true;
    }
  };
  for await (const bytes of pool.make({ kind: 'workbook', table }, 'one', endless())) if (bytes.length > 0) break;
  expect([closed, pool.busy()]).toEqual([true, 0]);
});

it('frees the thread when a client stops reading', async () => {
  const pool = createDocumentPool({ ...LIMITS, stepMs: 2_000 });
  const content = pool.make(PDF, 'one', rows('a'));
  await content.next();
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  await expect(content.next()).rejects.toThrow(/was canceled/);
  expect(pool.busy()).toBe(0);
});

it('notes in the file that rows and cells are shortened', async () => {
  const pool = createDocumentPool(LIMITS);
  const many = Array.from({ length: 1_200 }, (_, n) => `row ${n} ${'word '.repeat(n === 0 ? 400 : 1)}`);
  const text = textOf(await madeWhole(pool.make(PDF, 'one', rows(...many))));
  expect(text).toContain('The first 1000 rows; CSV and XLSX have all of them.');
  expect(text).toContain('Long cells are shortened (500 characters, 10 lines); CSV has them in full.');
});
