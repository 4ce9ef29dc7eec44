// Simulates the past days that a snapshot lacks, as a process beside the demo: sends each to the demo, and stores all in a new snapshot.
//   node server/src/demo/fill-days.ts <folder of the snapshots> <name of the snapshot> <time at which the demo began, epoch ms>
import { rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { rateDue } from '../billing/rate-due.ts';
import { ownersNow } from '../live/owners-now.ts';
import { openDatabase } from '../start/open-database.ts';
import { preparingConfig } from './demo-config.ts';
import { DAY_MS, pastDays, recordPastDay } from './record-days.ts';
import { keepSnapshot, makeWorkFolder, pastName, readManifest, restoreSnapshot } from './snapshot.ts';
import { storeDay } from './store-day.ts';

const [, , folder = '', name = '', beganText = ''] = process.argv;
const began = Number(beganText);

/** The console of the demo comes first. Not every system lets a process change its priority. */
const yieldToOthers = (): void => {
  try {
    setPriority(10);
  } catch {
    // It works at the usual priority then.
  }
};

const fill = async (work: string): Promise<void> => {
  const manifest = readManifest(folder, name);
  restoreSnapshot(folder, name, work);
  const config = preparingConfig(work);
  const { opened } = await openDatabase(config);
  const owners = await ownersNow(opened.db);
  const serverIds = new Map(Object.entries(manifest.serverIds));
  // The newest days first: they are in the reports that people open first.
  for (const day of pastDays(began, undefined, manifest.lastDay).toReversed()) {
    for (const recorded of recordPastDay(day, began, serverIds, owners)) {
      await new Promise((sent) => process.send?.(recorded, sent));
      await storeDay(opened.db, owners, recorded, (error) => console.error(error));
    }
  }
  await rateDue(opened.db, config.defaultCountry);
  await opened.close();
  const lastDay = began - (began % DAY_MS) - DAY_MS;
  keepSnapshot(folder, pastName(lastDay), work, { ...manifest, lastDay });
};

yieldToOthers();
const work = makeWorkFolder(folder);
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
// The demo has ended.
process.on('disconnect', () => process.exit(1));
try {
  await fill(work);
  process.exit(0);
} catch (error) {
  console.error(error);
  process.exit(1);
}
