// Makes PDFs and workbooks in a worker thread, one at a time, with its own memory limit (document-pool.ts).
import { parentPort } from 'node:worker_threads';
import { renderReport } from './render-report.ts';
import type { DocumentJob, DocumentModule, DocumentRow, FromThread, ToThread } from './document-job.ts';
import { printRows } from './print-rows.ts';
import { writeWorkbook } from './write-workbook.ts';

const port = parentPort;
if (port === null) throw new Error('document-thread.ts must run as a worker thread');

const send = (message: FromThread): void => port.postMessage(message);

type Answer = Exclude<ToThread, { kind: 'start' }>;
/** A writer may request rows while a chunk is still waiting to be taken. */
const pending = new Map<Answer['kind'], (answer: Answer) => void>();
const ask = (message: FromThread, answer: Answer['kind']): Promise<Answer> => {
  const answered = new Promise<Answer>((resolve) => pending.set(answer, resolve));
  send(message);
  return answered;
};

async function* rowsOf(): AsyncGenerator<readonly DocumentRow[]> {
  for (;;) {
    const answer = await ask({ kind: 'need-rows' }, 'rows');
    if (answer.kind !== 'rows' || answer.rows === null) return;
    yield answer.rows;
  }
}

async function* once(file: Promise<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield await file;
}

const renderBy = async (url: string, content: unknown): Promise<Uint8Array> => {
  const module: DocumentModule = await import(url);
  return module.render(content);
};

const contentOf = (job: DocumentJob): AsyncGenerator<Uint8Array> => {
  switch (job.kind) {
    case 'rows-pdf':
      return once(printRows({ ...job.table, batches: rowsOf() }));
    case 'workbook':
      return writeWorkbook({ ...job.table, batches: rowsOf() });
    case 'report':
      return once(renderReport(job.content, job.madeAt));
    case 'module':
      return once(renderBy(job.url, job.content));
  }
};

const run = async (job: DocumentJob): Promise<void> => {
  try {
    for await (const bytes of contentOf(job)) await ask({ kind: 'chunk', bytes }, 'continue');
    send({ kind: 'done' });
  } catch (error) {
    send({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
};

port.on('message', (message: ToThread) => {
  if (message.kind === 'start') void run(message.job);
  else pending.get(message.kind)?.(message);
});
