// Runs history imports from upload to the last row, one at a time per PBX, and publishes their progress.
import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { HistoryImport, HistoryKind } from '@ringside/core/contract/calls/import.ts';
import type { CallPrices } from '../call-prices.ts';
import { importHistory } from '../import-history.ts';
import type { ImportProgress } from '../import-history.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { PbxSide } from '../../pbx/pbx-links.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { ownersNow } from '../../live/owners-now.ts';
import { addImport, endImport, noteProgress, readImport } from './queries.ts';

interface Services {
  readonly config: Config;
  readonly db: Db;
  readonly pbx: Pick<PbxSide, 'membersOf'>;
  readonly prices: CallPrices;
  readonly now: () => number;
}

interface Upload {
  readonly serverId: number;
  readonly kind: HistoryKind;
  readonly timeZone: string;
  readonly fileName: string;
  readonly writtenAt?: number;
  readonly dryRun: boolean;
  readonly aliases: ReadonlyMap<string, string>;
}

interface HistoryImports {
  /** Resolves when the upload is complete; the import continues. `ended` gets the number of new records and of faulty lines. */
  run(
    upload: Upload,
    content: AsyncIterable<Uint8Array>,
    ended: (done: ImportProgress) => void,
  ): Promise<HistoryImport>;
}

const MOST_BYTES = 4 * 1024 ** 3;
const TOLD_EVERY_MS = 500;

const NOTHING: ImportProgress = {
  ...{ bytes: 0, totalBytes: 0, lines: 0, newLegs: 0, events: 0, newEvents: 0 },
  ...{ faults: [], faultCount: 0, from: null, to: null },
};

async function* atMost(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) throw new Refusal('too-large');
    yield chunk;
  }
}

export const createHistoryImports = (deps: Services, onError: (error: unknown) => void): HistoryImports => {
  const { db, config, pbx, prices, now } = deps;
  const busy = new Set<number>();

  const work = async (id: string, path: string, upload: Upload): Promise<ImportProgress> => {
    let toldAt = 0;
    const onProgress = async (progress: ImportProgress): Promise<void> => {
      if (now() - toldAt < TOLD_EVERY_MS) return;
      toldAt = now();
      await noteProgress(db, id, progress);
    };
    const members = pbx.membersOf(upload.serverId) ?? [];
    const done = await importHistory(
      db,
      await ownersNow(db),
      { ...upload, path, members, price: prices.priceImported },
      now(),
      onProgress,
    );
    await noteProgress(db, id, done);
    return done;
  };

  return {
    run: async (upload, content, ended) => {
      const { serverId } = upload;
      if (busy.has(serverId)) throw new Refusal('conflict', { errors: [{ path: '', code: 'import-runs' }] });
      busy.add(serverId);
      const id = newId();
      const folder = join(config.dataFolder, 'imports');
      const path = join(folder, id);
      const tidy = async (): Promise<void> => {
        busy.delete(serverId);
        await rm(path, { force: true }).catch(onError);
      };
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await pipeline(atMost(content), createWriteStream(path, { mode: 0o600 }));
        const { size } = await stat(path);
        await addImport(db, { id, ...upload }, { ...NOTHING, totalBytes: size }, new Date(now()));
      } catch (error) {
        await tidy();
        throw error;
      }
      // Not awaited: importing a year takes minutes.
      void work(id, path, upload)
        .then(async (done) => {
          await endImport(db, id, 'done', new Date(now()));
          ended(done);
        })
        .catch(async (error: unknown) => {
          onError(error);
          await endImport(db, id, 'failed', new Date(now()));
        })
        .catch(onError)
        .finally(() => void tidy());
      const made = await readImport(db, id);
      if (made === null) throw new Error('The import does not exist in the database');
      return made;
    },
  };
};
