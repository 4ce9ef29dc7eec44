// Reads CSV records of files of any size. Lines in Asterisk's format are split here, which is five times faster. From the first line of
// another format (line break in quotes, misplaced quotes) on, the CSV library reads the rest.
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { csvFields } from '@ringside/core/calls/csv-fields.ts';

export interface CsvRecord {
  readonly fields: readonly string[];
  /** Line of the file, from 1, where the record ends. */
  readonly line: number;
}

const LINE_FEED = 10;
const RETURN = 13;
/** Longer lines, or lines with other endings, are left to the library. */
const MOST_LINE = 64 * 1024;
const AT_ONCE = 2_000;

async function* following(first: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
}

async function* readAnyText(text: AsyncIterable<Buffer>, before: number): AsyncGenerator<CsvRecord[]> {
  const parser = parse({
    ...{ bom: true, relax_column_count: true, skip_empty_lines: true, relax_quotes: true, info: true },
    // The library detects the line ending unless lines have been read already.
    record_delimiter: before === 0 ? [] : ['\r\n', '\n'],
  });
  const source = Readable.from(text, { objectMode: false });
  source.on('error', (error) => parser.destroy(error));
  const rows: AsyncIterable<{ readonly record: string[]; readonly info: { lines: number } }> = source.pipe(parser);
  let batch: CsvRecord[] = [];
  for await (const { record, info } of rows) {
    if (batch.push({ fields: record, line: before + info.lines }) < AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** Yields records in batches, without empty lines. */
export async function* readCsv(text: Readable): AsyncGenerator<CsvRecord[]> {
  const chunks = text[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  let line = 0;
  for (let ended = false; !ended;) {
    const next = await chunks.next();
    ended = next.done === true;
    const bytes: Buffer = ended ? rest : Buffer.concat([rest, next.value as Buffer]);
    const batch: CsvRecord[] = [];
    let at = 0;
    for (let end = bytes.indexOf(LINE_FEED); at < bytes.length; end = bytes.indexOf(LINE_FEED, at)) {
      if (end < 0 && !ended) break;
      const last = end < 0 ? bytes.length : end;
      // Decodes each line into its own string: a substring would keep the larger string in memory.
      const whole = bytes.toString('utf8', at, last > at && bytes[last - 1] === RETURN ? last - 1 : last);
      const written = line === 0 ? whole.replace(/^\ufeff/, '') : whole;
      const fields = line === 0 && written.includes('\r') ? null : csvFields(written);
      if (fields === null) {
        yield batch;
        yield* readAnyText(following(bytes.subarray(at), chunks), line);
        return;
      }
      line += 1;
      if (written !== '') batch.push({ fields, line });
      at = last + 1;
    }
    rest = bytes.subarray(at);
    for (let from = 0; from < batch.length; from += AT_ONCE) yield batch.slice(from, from + AT_ONCE);
    if (rest.length > MOST_LINE) {
      yield* readAnyText(following(rest, chunks), line);
      return;
    }
  }
}
