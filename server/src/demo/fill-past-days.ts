// Adds the past days that the restored snapshot lacks. A process simulates them and keeps them for later starts.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ownersNow } from '../live/owners-now.ts';
import type { Db } from '../platform/db/connect.ts';
import { pastDays, type RecordedDay } from './record-days.ts';
import { readManifest } from './snapshot.ts';
import { storeDay } from './store-day.ts';

/** `begin` gets the number of days to add. Resolves when all are stored, with false if some could not be simulated. */
export const fillPastDays = async (
  db: Db,
  { folder, name, began }: { readonly folder: string; readonly name: string; readonly began: number },
  onError: (error: unknown) => void,
  begin: (days: number) => void,
): Promise<boolean> => {
  const missing = pastDays(began, undefined, readManifest(folder, name).lastDay);
  if (missing.length === 0) return true;
  begin(missing.length);
  const owners = await ownersNow(db);
  const script = fileURLToPath(new URL('./fill-days.ts', import.meta.url));
  const child = fork(script, [folder, name, String(began)], { serialization: 'advanced' });
  let storing = Promise.resolve();
  child.on('message', (recorded: RecordedDay) => {
    storing = storing.then(() => storeDay(db, owners, recorded, onError)).catch(onError);
  });
  const complete = await new Promise<boolean>((ended) => {
    child.on('error', (error) => {
      onError(error);
      ended(false);
    });
    child.on('exit', (code) => ended(code === 0));
  });
  await storing;
  return complete;
};
