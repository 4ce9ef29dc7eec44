// Runs rate imports from upload to the last row, one at a time per plan, and publishes their progress.
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { RateImport } from '@ringside/core/contract/billing/rates.ts';
import type { CreateRate } from '@ringside/core/contract/billing/rates.ts';
import type { Language } from '@ringside/core/contract/text.ts';
import { wordCode } from '@ringside/core/contract/wording.ts';
import type { AuditActor } from '../../platform/db/audit.ts';
import type { Db } from '../../platform/db/connect.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { planImport, writeImport } from './import-queries.ts';
import { MOST_FAULTS, readRateFile } from './read-rates.ts';
import type { AuditedPlan } from './audit-plan.ts';

const MOST_BYTES = 128 * 1024 * 1024;
/** Number of plans whose last import is kept in memory. */
const REMEMBERED = 200;

const NO_IMPORT: RateImport = {
  state: 'none',
  dryRun: false,
  rows: 0,
  written: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  wrongRows: 0,
  errors: [],
};

interface ImportRequest {
  readonly direction: CreateRate['direction'];
  readonly dryRun: boolean;
  readonly from: Date | null;
  readonly now: Date;
  readonly language: Language;
}

interface RateImports {
  of(planId: string): RateImport;
  /** Resolves with the result. With `refused`, a row was invalid and nothing was written. */
  run(
    caller: AuditActor,
    plan: AuditedPlan,
    content: AsyncIterable<Uint8Array>,
    request: ImportRequest,
  ): Promise<RateImport>;
}

async function* atMost(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) throw new Refusal('too-large');
    yield chunk;
  }
}

export const createRateImports = (db: Db): RateImports => {
  const imports = new Map<string, RateImport>();
  const busy = new Set<string>();
  const tell = (planId: string, change: Partial<RateImport>): RateImport => {
    const next = { ...(imports.get(planId) ?? NO_IMPORT), ...change };
    imports.delete(planId);
    imports.set(planId, next);
    for (const old of imports.keys()) {
      if (imports.size <= REMEMBERED) break;
      if (!busy.has(old)) imports.delete(old);
    }
    return next;
  };

  const work = async (
    caller: AuditActor,
    plan: AuditedPlan,
    file: string,
    request: ImportRequest,
  ): Promise<RateImport> => {
    const planId = plan.id;
    const { direction, dryRun, from, now, language } = request;
    tell(planId, { state: 'reading' });
    const read = await readRateFile(createReadStream(file), direction, language, (rows) => tell(planId, { rows }));
    const planned = await planImport(db, plan, direction, read.rows, from, now);
    const counts = { added: planned.add.length, changed: planned.change.length, unchanged: planned.unchanged };
    const wrongRows = read.wrongRows + planned.immutable.length;
    if (wrongRows > 0) {
      const message = wordCode('rate-in-force', language) ?? '';
      const inForce = planned.immutable.map(({ line, rate }) => ({
        ...{ line, path: 'prefix', code: 'rate-in-force', message, value: rate.prefix },
      }));
      const errors = [...read.faults, ...inForce].toSorted((a, b) => a.line - b.line).slice(0, MOST_FAULTS);
      return tell(planId, { ...(read.wrongRows > 0 ? {} : counts), state: 'refused', wrongRows, errors });
    }
    if (dryRun) return tell(planId, { ...counts, state: 'done' });
    tell(planId, { ...counts, state: 'writing' });
    await writeImport(db, caller, plan, direction, planned, (written) => tell(planId, { written }));
    return tell(planId, { state: 'done' });
  };

  return {
    of: (planId) => imports.get(planId) ?? NO_IMPORT,
    run: async (caller, plan, content, request) => {
      const planId = plan.id;
      if (busy.has(planId)) throw new Refusal('conflict', { errors: [{ path: '', code: 'import-runs' }] });
      busy.add(planId);
      // Stores the upload in a file first. If reading waited for the database, the request could exceed its time limit.
      const file = join(tmpdir(), `ringside-rates-${randomUUID()}.csv`);
      try {
        tell(planId, { ...NO_IMPORT, state: 'receiving', dryRun: request.dryRun });
        await pipeline(atMost(content), createWriteStream(file, { mode: 0o600 }));
        return await work(caller, plan, file, request);
      } catch (error) {
        tell(planId, { state: 'failed' });
        throw error;
      } finally {
        busy.delete(planId);
        await rm(file, { force: true });
      }
    },
  };
};
