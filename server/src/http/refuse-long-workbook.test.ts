import { expect, it } from 'vitest';
import { MOST_XLSX_ROWS, refuseLongWorkbook } from './refuse-long-workbook.ts';

it('gives no workbook rather than one that leaves out rows', () => {
  expect(() => refuseLongWorkbook(MOST_XLSX_ROWS)).not.toThrow();
  expect(() => refuseLongWorkbook(MOST_XLSX_ROWS + 1)).toThrow(expect.objectContaining({ code: 'too-large' }));
});
