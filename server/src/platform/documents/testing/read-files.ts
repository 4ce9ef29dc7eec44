// Reads exported files in tests: the entries of a ZIP archive and the cells of a workbook or CSV file.
import { inflateRawSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';

/** Returns the entries as text by name, read from the central directory. */
export const entriesOf = (zip: Buffer): Record<string, string> => {
  const entries: Record<string, string> = {};
  let at = zip.readUInt32LE(zip.lastIndexOf(Buffer.from('PK\u0005\u0006')) + 16);
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [method, size, nameLength, extra, comment, local] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
      zip.readUInt32LE(at + 42),
    ];
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const data = zip.subarray(start, start + size);
    entries[zip.toString('utf8', at + 46, at + 46 + nameLength)] = String(method === 0 ? data : inflateRawSync(data));
    at += 46 + nameLength + extra + comment;
  }
  return entries;
};

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (xml: string): string =>
  xml
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (all, decimal: string, hex: string, name: string) =>
      decimal || hex ? String.fromCodePoint(parseInt(decimal || hex, hex ? 16 : 10)) : (ENTITIES[name] ?? all),
    );

/** Returns the zero-based index of a column: `AB` is 27. */
const columnOf = (letters: string): number => [...letters].reduce((n, c) => n * 26 + c.charCodeAt(0) - 64, 0) - 1;

/** Returns the cells of the first sheet as text. An empty cell is `''`. */
export const sheetRows = (workbook: Buffer): string[][] => {
  const entries = entriesOf(workbook);
  const shared = [...(entries['xl/sharedStrings.xml'] ?? '').matchAll(/<si\b[^>]*>(.*?)<\/si>/gs)].map(([, si = '']) =>
    plain(si),
  );
  return [...(entries['xl/worksheets/sheet1.xml'] ?? '').matchAll(/<row\b[^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells: string[] = [];
    for (const [, letters = '', attributes = '', body = ''] of row.matchAll(
      /<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|>(.*?)<\/c>)/gs,
    )) {
      const text = plain(body);
      cells[columnOf(letters)] = /\bt="s"/.test(attributes) ? (shared[Number(text)] ?? '') : text;
    }
    return Array.from(cells, (cell) => cell ?? '');
  });
};

export const csvRows = (bytes: Buffer): string[][] => parse(bytes, { bom: true, relax_column_count: true });
