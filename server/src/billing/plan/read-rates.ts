// Parses a CSV file of rates. Returns the rates, and each fault with line and field.
import { parse } from 'csv-parse';
import type { Parser } from 'csv-parse';
import { CreateRate, RATE_COLUMNS } from '@ringside/core/contract/billing/rates.ts';
import type { RateColumn } from '@ringside/core/contract/billing/rates.ts';
import type { Language } from '@ringside/core/contract/text.ts';
import { errorMap, fieldErrors } from '@ringside/core/contract/wording.ts';
import { faultText } from '../../platform/caller/refusal.ts';

interface RowFault {
  readonly line: number;
  readonly path: string;
  readonly code: string;
  readonly message: string;
  readonly value: string;
}

export interface ReadRow {
  readonly line: number;
  readonly rate: CreateRate;
}

interface RateFile {
  readonly rows: readonly ReadRow[];
  readonly wrongRows: number;
  readonly faults: readonly RowFault[];
}

export const MOST_FAULTS = 1000;
/** Limits memory use, because rows are kept until all are validated. */
const MOST_ROWS = 500_000;

/** Column names of other systems. */
const OTHER_NAMES: Readonly<Record<string, RateColumn>> = {
  code: 'prefix',
  dialcode: 'prefix',
  destination: 'destinationName',
  description: 'destinationName',
  group: 'destinationGroup',
  rate: 'ratePerMinute',
  price: 'ratePerMinute',
  connectionfee: 'connectFee',
  setupfee: 'connectFee',
  initial: 'initialSeconds',
  firstinterval: 'initialSeconds',
  increment: 'incrementSeconds',
  nextinterval: 'incrementSeconds',
  validfrom: 'effectiveFrom',
  effectivedate: 'effectiveFrom',
  validuntil: 'effectiveUntil',
};

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');
const COLUMNS = new Map<string, RateColumn>([
  ...Object.entries(OTHER_NAMES),
  ...RATE_COLUMNS.map((column) => [column.toLowerCase(), column] as const),
]);

const WHOLE = new Set<RateColumn>(['initialSeconds', 'incrementSeconds', 'freeSeconds', 'graceSeconds']);
const MOMENTS = new Set<RateColumn>(['effectiveFrom', 'effectiveUntil']);
const MONEY = new Set<RateColumn>(['ratePerMinute', 'connectFee', 'minCharge', 'maxCharge']);

/**
 * Converts a cell. Empty: undefined. A date is midnight UTC. Decimal commas are accepted only if commas do not separate columns,
 * because 1,234 could mean a thousand otherwise.
 */
const valueOf = (column: RateColumn, cell: string, delimiter: string): unknown => {
  if (cell === '') return undefined;
  if (MONEY.has(column) && delimiter !== ',') return cell.replace(/^([0-9]+),([0-9]+)$/, '$1.$2');
  if (WHOLE.has(column)) return /^[0-9]+$/.test(cell) ? Number(cell) : cell;
  if (MOMENTS.has(column)) return /^\d{4}-\d{2}-\d{2}$/.test(cell) ? `${cell}T00:00:00Z` : cell;
  if (column === 'blocked') return /^(true|yes|1)$/i.test(cell) ? true : /^(false|no|0)$/i.test(cell) ? false : cell;
  if (column === 'prefix') return cell.replace(/^\+/, '');
  return cell;
};

interface Heading {
  readonly columns: readonly (RateColumn | null)[];
  /** Required columns that are missing. Reported once instead of for every row. */
  readonly missing: ReadonlySet<string>;
  readonly faults: readonly RowFault[];
}

const fault = (line: number, path: string, code: string, language: Language, value = '', params = {}): RowFault => ({
  line,
  path,
  code,
  message: faultText({ path, code, params }, language),
  value: value.slice(0, 100),
});

const headingOf = (cells: readonly string[], language: Language): Heading => {
  const columns = cells.map((cell) => COLUMNS.get(plain(cell)) ?? null);
  const unknown = cells.filter((cell, i) => columns[i] === null && cell !== '');
  const missing = (['prefix', 'ratePerMinute'] as const).filter((column) => !columns.includes(column));
  return {
    columns,
    missing: new Set(missing),
    faults: [
      ...unknown.map((cell) => fault(1, cell.slice(0, 64), 'unknown-column', language, cell)),
      ...missing.map((column) => fault(1, column, 'required', language)),
    ],
  };
};

/** Detects the separator of the heading. Many spreadsheet locales write semicolons. */
const delimiterOf = (start: Uint8Array): string => {
  const heading = new TextDecoder().decode(start.subarray(0, 4096)).split(/[\r\n]/, 1)[0] ?? '';
  const count = (mark: string): number => heading.split(mark).length;
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
};

const keyOf = ({ prefix, timing, effectiveFrom }: CreateRate): string => `${prefix} ${timing} ${effectiveFrom ?? ''}`;

/** Writes the content to the parser at the parser's pace. An error of the content destroys the parser. */
const feed = (parser: Parser, first: IteratorResult<Uint8Array>, chunks: AsyncIterator<Uint8Array>): void => {
  const writeAll = async (): Promise<void> => {
    for (let next = first; !next.done; next = await chunks.next())
      if (!parser.write(next.value)) await new Promise((go) => parser.once('drain', go));
    parser.end();
  };
  writeAll().catch((reason: unknown) => parser.destroy(reason instanceof Error ? reason : new Error(String(reason))));
};

/** `progress` receives the number of rows read so far. Does not throw for a bad file: its faults describe the errors. */
export const readRateFile = async (
  content: AsyncIterable<Uint8Array>,
  direction: CreateRate['direction'],
  language: Language,
  progress: (rows: number) => void,
): Promise<RateFile> => {
  const chunks = content[Symbol.asyncIterator]();
  const first = await chunks.next();
  const delimiter = delimiterOf(first.done ? new Uint8Array() : first.value);
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: 20_000,
  });
  const rows: ReadRow[] = [];
  const faults: RowFault[] = [];
  const seen = new Map<string, number>();
  const error = errorMap(language);
  let heading: Heading | null = null;
  let wrongRows = 0;
  const wrong = (found: readonly RowFault[]): void => {
    wrongRows += 1;
    if (faults.length < MOST_FAULTS) faults.push(...found.slice(0, MOST_FAULTS - faults.length));
  };
  const read = (cells: readonly string[], line: number): void => {
    const columns: Heading['columns'] = heading?.columns ?? [];
    const values = Object.fromEntries(
      columns.flatMap((column, i) => (column === null ? [] : [[column, valueOf(column, cells[i] ?? '', delimiter)]])),
    );
    const parsed = CreateRate.safeParse({ ...values, direction }, { error, reportInput: true });
    if (!parsed.success) {
      const cell = (path: string): string => cells[columns.findIndex((column) => column === path)] ?? '';
      const found = fieldErrors(parsed.error).filter(({ path }) => heading?.missing.has(path) !== true);
      // The row has no other fault than the missing column.
      return found.length === 0
        ? undefined
        : wrong(found.map((e) => ({ ...e, line, value: cell(e.path).slice(0, 100) })));
    }
    const rate = parsed.data;
    const key = keyOf(rate);
    const earlier = seen.get(key);
    if (earlier !== undefined)
      return wrong([fault(line, 'prefix', 'twice-in-file', language, rate.prefix, { line: earlier })]);
    seen.set(key, line);
    rows.push({ line, rate });
  };
  try {
    feed(parser, first, chunks);
    for await (const { record, info } of parser) {
      if (heading === null) {
        heading = headingOf(record, language);
        // Continues with the rows, so that all faults of the file are reported at once.
        if (heading.faults.length > 0) wrong(heading.faults);
        continue;
      }
      read(record, info.lines);
      if (rows.length + wrongRows > MOST_ROWS) {
        wrong([fault(info.lines, '', 'too-many-rows', language, '', { rows: MOST_ROWS })]);
        break;
      }
      if ((rows.length + wrongRows) % 1000 === 0) {
        progress(rows.length + wrongRows);
        // Yields to other work, because parsing blocks the thread.
        await new Promise((go) => setImmediate(go));
      }
    }
  } catch (reason) {
    const { lines, message = '' }: { readonly lines?: unknown; readonly message?: string } = reason ?? {};
    wrong([fault(typeof lines === 'number' ? lines : rows.length + 2, '', 'not-csv', language, message)]);
  }
  if (heading === null && wrongRows === 0) wrong([fault(1, 'prefix', 'required', language)]);
  progress(rows.length + wrongRows);
  return { rows, wrongRows, faults };
};
