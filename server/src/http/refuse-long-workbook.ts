import { ERRORS } from '@ringside/core/contract/errors.ts';
import { Refusal } from './errors.ts';

/** A workbook is made as a whole, and in memory. */
export const MOST_XLSX_ROWS = 200_000;

/** Rather no file than one that leaves out rows. @throws Refusal `too-large` */
export const refuseLongWorkbook = (rows: number): void => {
  if (rows > MOST_XLSX_ROWS) throw new Refusal('too-large', { detail: `${ERRORS['too-large'].title}: ask for CSV` });
};
