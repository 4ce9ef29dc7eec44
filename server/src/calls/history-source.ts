// Streams history files of a PBX: Master.csv, queue_log, or an SQL dump of both tables, optionally compressed with gzip.
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CDR_TABLES, QUEUE_LOG_TABLES, legOfRow, queueLogRowOfRow } from '@ringside/core/calls/dump-rows.ts';
import { queueLogRowOf } from '@ringside/core/calls/queue-log-line.ts';
import type { QueueLogRow } from '@ringside/core/calls/queue-log-line.ts';
import { createSqlDump } from '@ringside/core/calls/sql-dump.ts';
import type { HistoryKind } from '@ringside/core/contract/calls/import.ts';
import { readCsv } from './csv-records.ts';
import { legOfLine, stableNumber } from './leg-of-line.ts';
import type { ServerLeg } from './queries.ts';

export type HistoryItem =
  | { readonly kind: 'leg'; readonly leg: ServerLeg }
  | { readonly kind: 'log'; readonly row: QueueLogRow }
  /** `line`: line of the file, or row number in a dump. */
  | { readonly kind: 'fault'; readonly line: number; readonly reason: string };

export interface HistoryFile {
  readonly path: string;
  readonly kind: HistoryKind;
  readonly serverId: number;
  /** IANA time zone of the times in the file. */
  readonly timeZone: string;
}

const isPacked = async (path: string): Promise<boolean> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
};

/** Logs and dumps compress to between 2 and 10 percent. A higher ratio indicates a decompression bomb. */
const MOST_RATIO = 100;
const FREE_BYTES = 64 * 1024 * 1024;

/** Fails when a file expands far beyond its size. */
const boundedUnpacking = (packedBytes: () => number): Transform => {
  let bytes = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      if (bytes > FREE_BYTES && bytes > packedBytes() * MOST_RATIO)
        done(
          new Error(
            `The file expands to more than ${MOST_RATIO} times its size. Decompress it and check its contents.`,
          ),
        );
      else done(null, chunk);
    },
  });
};

const openText = async (path: string, opened: (bytesRead: () => number) => void): Promise<Readable> => {
  const packed = await isPacked(path);
  const raw = createReadStream(path, { highWaterMark: 256 * 1024 });
  opened(() => raw.bytesRead);
  if (!packed) return raw;
  const unpacked = createGunzip();
  raw.on('error', (error) => unpacked.destroy(error));
  unpacked.on('error', (error) => bounded.destroy(error));
  const bounded = boundedUnpacking(() => raw.bytesRead);
  return raw.pipe(unpacked).pipe(bounded);
};

const BATCH = 2_000;

async function* readCdr(file: HistoryFile, text: Readable): AsyncGenerator<HistoryItem[]> {
  for await (const records of readCsv(text)) {
    yield records.map(({ fields, line }): HistoryItem => {
      const leg = legOfLine(fields, file.serverId, file.timeZone);
      return typeof leg === 'string' ? { kind: 'fault', line, reason: leg } : { kind: 'leg', leg };
    });
  }
}

const decoded = async function* (text: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of text) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
};

/** A longer line is cut and reported as a fault. */
const MOST_LINE = 64 * 1024;

async function* readLog(file: HistoryFile, text: Readable): AsyncGenerator<HistoryItem[]> {
  let rest = '';
  let line = 0;
  const itemOf = (written: string): HistoryItem[] => {
    line += 1;
    const row = queueLogRowOf(written, file.timeZone);
    if (row === null) return [];
    return [typeof row === 'string' ? { kind: 'fault', line, reason: row } : { kind: 'log', row }];
  };
  for await (const piece of decoded(text)) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MOST_LINE) {
      lines.push(rest);
      rest = '';
    }
    const items = lines.flatMap(itemOf);
    for (let at = 0; at < items.length; at += BATCH) yield items.slice(at, at + BATCH);
  }
  if (rest !== '') yield itemOf(rest);
}

async function* readDump(file: HistoryFile, text: Readable): AsyncGenerator<HistoryItem[]> {
  let items: HistoryItem[] = [];
  let row = 0;
  const dump = createSqlDump(new Set([...CDR_TABLES, ...QUEUE_LOG_TABLES]), ({ table, values }) => {
    row += 1;
    if (CDR_TABLES.has(table)) {
      const leg = legOfRow(values, file.timeZone, stableNumber);
      if (typeof leg === 'string') items.push({ kind: 'fault', line: row, reason: `${table}: ${leg}` });
      else items.push({ kind: 'leg', leg: { ...leg, serverId: file.serverId } });
    } else {
      const log = queueLogRowOfRow(values, file.timeZone);
      items.push(
        typeof log === 'string' ? { kind: 'fault', line: row, reason: `${table}: ${log}` } : { kind: 'log', row: log },
      );
    }
  });
  for await (const piece of decoded(text)) {
    dump.push(piece);
    for (let at = 0; at < items.length; at += BATCH) yield items.slice(at, at + BATCH);
    items = [];
  }
  if (dump.nameless() > 0) {
    yield [
      { kind: 'fault', line: row, reason: `${dump.nameless()} rows of a table whose columns the dump does not tell` },
    ];
  }
}

/** Reads a file in batches, in order. `opened` gets a function that returns the number of bytes read. Rejects with the system's error. */
export async function* readHistory(
  file: HistoryFile,
  opened: (bytesRead: () => number) => void = () => undefined,
): AsyncGenerator<HistoryItem[]> {
  const text = await openText(file.path, opened);
  try {
    if (file.kind === 'cdr') yield* readCdr(file, text);
    else if (file.kind === 'queue-log') yield* readLog(file, text);
    else yield* readDump(file, text);
  } finally {
    text.destroy();
  }
}
