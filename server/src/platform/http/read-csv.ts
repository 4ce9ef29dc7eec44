// Reads a CSV file into records of a schema: matches headings to fields, converts cells, and reports each error with its line.
import { parse } from 'csv-parse';
import { z } from 'zod';
import { MOST_IMPORTED } from '@ringside/core/contract/import.ts';
import type { ImportError } from '@ringside/core/contract/import.ts';
import { periodFaults } from '@ringside/core/contract/period.ts';
import type { Language } from '@ringside/core/contract/text.ts';
import { errorMap, fieldErrors, wordCode } from '@ringside/core/contract/wording.ts';
import { Refusal } from '../caller/refusal.ts';

export interface CsvRecord<Values> {
  readonly line: number;
  readonly values: Values;
}

interface ReadCsv<Values> {
  readonly records: readonly CsvRecord<Values>[];
  readonly rows: number;
  readonly errors: readonly ImportError[];
  readonly ignored: readonly string[];
}

const ENOUGH = 500;

const plainName = (text: string): string => text.toLowerCase().replace(/[\s_-]/g, '');

const kindOf = (schema: z.core.$ZodType): string => {
  const def: { type: string; innerType?: z.core.$ZodType } = schema._zod.def;
  return def.innerType === undefined ? def.type : kindOf(def.innerType);
};

const YES = new Set(['true', 'yes', '1', 'y', 'x']);
const NO = new Set(['false', 'no', '0', 'n']);

/** Converts a cell to the type of its field. Unreadable text stays as it is, so that the schema reports the error. */
const valueOf = (cell: string, kind: string): unknown => {
  // Removes the apostrophe that exports put before texts that a spreadsheet could run.
  const text = cell.replace(/(^|[;\t\r\n])'(?=["'\s]*[=+\-@\t\r])/g, '$1');
  if (kind === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (kind === 'boolean') return YES.has(text.toLowerCase()) ? true : NO.has(text.toLowerCase()) ? false : text;
  if (kind === 'array') return text.split(';').map((each) => each.trim());
  return text;
};

const refuse = (code: string, params: Record<string, string | number> = {}): Refusal =>
  new Refusal('invalid', { errors: [{ path: 'csv', code, params }] });

/** Returns the separator that occurs most often in the heading line. */
const separatorOf = (csv: string): string => {
  const head = csv.slice(0, csv.search(/\r|\n|$/));
  return [',', ';', '\t'].toSorted((a, b) => head.split(b).length - head.split(a).length)[0] ?? ',';
};

interface Line {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

const linesOf = async (csv: string): Promise<Line[]> => {
  const parser = parse(csv, {
    bom: true,
    delimiter: separatorOf(csv),
    info: true,
    relax_column_count: true,
    // A quotation mark inside a word belongs to the word, as in the Hebrew `בע"מ`.
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: 100_000,
  });
  const lines: Line[] = [];
  try {
    for await (const line of parser) {
      lines.push(line);
      if (lines.length > MOST_IMPORTED + 1) throw refuse('too-many-rows', { rows: MOST_IMPORTED });
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw refuse('not-csv');
  }
  return lines;
};

/** Returns the field of each column, or `null` for unknown columns. */
const fieldsOf = (
  headings: readonly string[],
  schema: z.ZodObject,
  named: Readonly<Record<string, string>>,
): readonly (string | null)[] => {
  const fields = new Map(Object.keys(schema.shape).map((field) => [plainName(field), field]));
  const given = new Map(Object.entries(named).map(([heading, field]) => [plainName(heading), field]));
  return headings.map((heading) => {
    const name = plainName(heading);
    return fields.get(plainName(given.get(name) ?? '')) ?? fields.get(name) ?? null;
  });
};

const recordOf = (cells: readonly string[], fields: readonly (string | null)[], schema: z.ZodObject) => {
  const values: Record<string, unknown> = {};
  for (const [index, field] of fields.entries()) {
    const cell = cells[index] ?? '';
    if (field !== null && cell !== '') values[field] = valueOf(cell, kindOf(schema.shape[field]));
  }
  return values;
};

/** Reads a CSV file. Throws `invalid` with path `csv` if the text is not a valid CSV file. */
export const readCsv = async <Row extends z.ZodObject>(
  csv: string,
  schema: Row,
  named: Readonly<Record<string, string>>,
  language: Language,
): Promise<ReadCsv<z.output<Row>>> => {
  const [head, ...lines] = await linesOf(csv);
  const headings = head?.record ?? [];
  const fields = fieldsOf(headings, schema, named);
  if (fields.every((field) => field === null)) {
    throw refuse('no-columns', { names: Object.keys(schema.shape).join(', ') });
  }
  if (lines.length === 0) throw refuse('empty-file');
  const records: CsvRecord<z.output<Row>>[] = [];
  const errors: ImportError[] = [];
  for (const { record, info } of lines) {
    const parsed = schema.safeParse(recordOf(record, fields, schema), { error: errorMap(language), reportInput: true });
    const far = parsed.success ? periodFaults(schema, parsed.data) : [];
    for (const { path, code, params } of far)
      errors.push({ line: info.lines, path, code, message: wordCode(code, language, params) ?? code });
    if (parsed.success && far.length === 0) records.push({ line: info.lines, values: parsed.data });
    else if (!parsed.success && errors.length < ENOUGH) {
      for (const { path, message, code } of fieldErrors(parsed.error))
        errors.push({ line: info.lines, path, message, code });
    }
  }
  const ignored = headings.filter((_, index) => fields[index] === null);
  return { records, rows: lines.length, errors: errors.slice(0, ENOUGH), ignored };
};
