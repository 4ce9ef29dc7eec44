// A CSV file as records of a schema: headings are matched to fields, cells become what the schema wants, every fault has its line.
import { parse } from 'csv-parse';
import { z } from 'zod';
import { MOST_IMPORTED } from '@ringside/core/contract/import.ts';
import type { ImportError } from '@ringside/core/contract/import.ts';
import type { Language } from '@ringside/core/contract/text.ts';
import { errorMap, fieldErrors } from '@ringside/core/contract/wording.ts';
import { Refusal } from './errors.ts';

export interface CsvRecord {
  readonly line: number;
  readonly values: Record<string, unknown>;
}

export interface ReadCsv {
  readonly records: readonly CsvRecord[];
  readonly rows: number;
  readonly errors: readonly ImportError[];
  readonly ignored: readonly string[];
}

const ENOUGH = 500;

const plainName = (text: string): string => text.toLowerCase().replace(/[\s_-]/g, '');

const kindOf = (schema: z.core.$ZodType): string => {
  const def = schema._zod.def as { type: string; innerType?: z.core.$ZodType };
  return def.innerType === undefined ? def.type : kindOf(def.innerType);
};

const YES = new Set(['true', 'yes', '1', 'y', 'x']);
const NO = new Set(['false', 'no', '0', 'n']);

/** A cell as its field wants it; what cannot be read stays text, and the schema says why that is wrong. */
const valueOf = (cell: string, kind: string): unknown => {
  // An export guards what a spreadsheet could run; here the guard goes again.
  const text = /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
  if (kind === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (kind === 'boolean') return YES.has(text.toLowerCase()) ? true : NO.has(text.toLowerCase()) ? false : text;
  if (kind === 'array') return text.split(';').map((each) => each.trim());
  return text;
};

const refuse = (code: string, params: Record<string, string | number> = {}): Refusal =>
  new Refusal('invalid', { errors: [{ path: 'csv', code, params }] });

/** The separator that the line of headings has most of. */
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
    // A quotation mark inside a word is part of it: בע"מ.
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: 100_000,
  });
  const lines: Line[] = [];
  try {
    for await (const line of parser) {
      lines.push(line as Line);
      if (lines.length > MOST_IMPORTED + 1) throw refuse('too-many-rows', { rows: MOST_IMPORTED });
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw refuse('not-csv');
  }
  return lines;
};

/** Field of each column, null for those that mean nothing. */
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
    if (field !== null && cell !== '') values[field] = valueOf(cell, kindOf(schema.shape[field] as z.core.$ZodType));
  }
  return values;
};

/** Throws `invalid` with path `csv` for what is no such file at all. */
export const readCsv = async (
  csv: string,
  schema: z.ZodObject,
  named: Readonly<Record<string, string>>,
  language: Language,
): Promise<ReadCsv> => {
  const [head, ...lines] = await linesOf(csv);
  const headings = head?.record ?? [];
  const fields = fieldsOf(headings, schema, named);
  if (fields.every((field) => field === null)) {
    throw refuse('no-columns', { names: Object.keys(schema.shape).join(', ') });
  }
  if (lines.length === 0) throw refuse('empty-file');
  const records: CsvRecord[] = [];
  const errors: ImportError[] = [];
  for (const { record, info } of lines) {
    const parsed = schema.safeParse(recordOf(record, fields, schema), { error: errorMap(language), reportInput: true });
    if (parsed.success) records.push({ line: info.lines, values: parsed.data });
    else if (errors.length < ENOUGH) {
      for (const { path, message, code } of fieldErrors(parsed.error))
        errors.push({ line: info.lines, path, message, code });
    }
  }
  const ignored = headings.filter((_, index) => fields[index] === null);
  return { records, rows: lines.length, errors: errors.slice(0, ENOUGH), ignored };
};
