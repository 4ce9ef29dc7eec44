// Runs the embedded database in a worker thread, so that a long report does not block sockets and HTTP.
import { fsyncSync } from 'node:fs';
import { readFile, writeFile, rename } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { errorCode } from '@ringside/core/base/error-code.ts';
import { PGlite, types } from '@electric-sql/pglite';
import type { WorkerReply, WorkerRequest, WorkerSettings } from './pglite-protocol.ts';

const settings: WorkerSettings = workerData;
const port = parentPort;
if (port === null) throw new Error('pglite-worker.ts must run as a worker thread');
const isDurable = settings.dataDir !== null && settings.durable !== false;

/**
 * PGlite starts Postgres with `-F` (no fsync), and Emscripten's fdatasync does nothing, so a power failure could lose or corrupt committed
 * rows. Starting without `-F`, setting `wal_sync_method=fsync` and calling fsync on the real file prevents both.
 */
const startParams = PGlite.defaultStartParams
  .filter((p: string) => !isDurable || p !== '-F')
  .concat(
    '-c',
    'wal_sync_method=fsync',
    '-c',
    'shared_buffers=32MB',
    '-c',
    'work_mem=32MB',
    '-c',
    'max_wal_size=128MB',
    ...(isDurable ? [] : ['-c', 'full_page_writes=off']),
  );

interface FileStream {
  readonly nfd: number;
}
interface Internals {
  readonly Module?: { readonly NODEFS?: { readonly stream_ops: { fsync?: (stream: FileStream) => number } } };
}

let syncs = 0;
const patchFsync = (db: PGlite): void => {
  const operations = (db as unknown as Internals).Module?.NODEFS?.stream_ops;
  if (operations === undefined) return;
  operations.fsync = (stream) => {
    syncs += 1;
    try {
      fsyncSync(stream.nfd);
    } catch (error) {
      const code = errorCode(error);
      // A directory or a pipe cannot be synced. Any other failure must reach Postgres.
      if (code !== 'EINVAL' && code !== 'EBADF') throw error;
    }
    return 0;
  };
};

const open = async (): Promise<PGlite> => {
  const template = settings.template === null ? null : await readFile(settings.template).catch(() => null);
  const db = await PGlite.create({
    ...(settings.dataDir === null ? {} : { dataDir: settings.dataDir }),
    ...(template === null ? {} : { loadDataDir: new Blob([template]) }),
    startParams,
    parsers: { [types.INT8]: Number, [types.DATE]: (text: string) => text },
  });
  if (isDurable) patchFsync(db);
  return db;
};

const saveTemplate = async (db: PGlite, path: string): Promise<void> => {
  const dump = await db.dumpDataDir('none');
  const temporary = `${path}.${process.pid}.${Date.now()}`;
  await writeFile(temporary, Buffer.from(await dump.arrayBuffer()));
  await rename(temporary, path);
};

const plainError = (error: unknown): WorkerReply['error'] => {
  if (!(error instanceof Error)) return { message: String(error) };
  const pg: Error & { readonly [Field in 'code' | 'constraint' | 'table' | 'column' | 'detail']?: unknown } = error;
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    message: error.message,
    code: text(pg.code),
    constraint: text(pg.constraint),
    table: text(pg.table),
    column: text(pg.column),
    detail: text(pg.detail),
  };
};

const answer = async (db: PGlite, request: WorkerRequest): Promise<WorkerReply['value']> => {
  switch (request.kind) {
    case 'query': {
      const result = await db.query<Record<string, unknown>>(request.sql, [...request.parameters]);
      return { rows: result.rows, affectedRows: result.affectedRows };
    }
    case 'script':
      await db.exec(request.sql);
      return { rows: [] };
    case 'syncs':
      return { rows: [{ syncs }] };
    case 'save-template':
      await saveTemplate(db, request.path);
      return { rows: [] };
    case 'close':
      await db.close();
      return { rows: [] };
  }
};

const ready = open();
ready.then(
  () => port.postMessage({ id: 0, value: { rows: [] } } satisfies WorkerReply),
  (error: unknown) => port.postMessage({ id: 0, error: plainError(error) } satisfies WorkerReply),
);

port.on('message', (request: WorkerRequest) => {
  ready
    .then((db) => answer(db, request))
    .then(
      (value) => port.postMessage({ id: request.id, value } satisfies WorkerReply),
      (error: unknown) => port.postMessage({ id: request.id, error: plainError(error) } satisfies WorkerReply),
    )
    .finally(() => {
      if (request.kind === 'close') port.close();
    });
});
