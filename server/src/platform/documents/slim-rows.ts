// Prepares rows for the thread: only the columns of the file, texts cut to a cell's limit, in messages of bounded size.
import { cellText } from './cell-text.ts';
import type { DocumentRow } from './document-job.ts';

/** Maximum number of characters in one message to the thread. */
const MESSAGE_LENGTH = 1_000_000;

const slimValue = (value: unknown, longest: number): unknown => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'boolean' || value instanceof Date) return value;
  const text = cellText(value);
  return text.length <= longest ? text : `${text.slice(0, longest - 1).trimEnd()}…`;
};

/** `longest`: maximum number of characters in a cell. A longer text ends in an ellipsis. */
export async function* slimRows(
  batches: AsyncIterable<readonly DocumentRow[]>,
  columns: readonly string[],
  longest: number,
): AsyncGenerator<readonly DocumentRow[]> {
  let rows: DocumentRow[] = [];
  let length = 0;
  for await (const batch of batches) {
    for (const row of batch) {
      const slim: Record<string, unknown> = {};
      for (const column of columns) {
        const value = slimValue(row[column], longest);
        slim[column] = value;
        length += typeof value === 'string' ? value.length : 8;
      }
      rows.push(slim);
      if (length < MESSAGE_LENGTH) continue;
      yield rows;
      rows = [];
      length = 0;
    }
    if (rows.length > 0) yield rows;
    rows = [];
    length = 0;
  }
}
