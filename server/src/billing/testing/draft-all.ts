// A process of its own that drafts what is due, and says so customer by customer: to be killed in the midst of it.
import { openDb } from '../../db/connect.ts';
import { draftDue } from '../draft-due.ts';

const [dataFolder = '', databaseUrl = '', now = '', stillAt = ''] = process.argv.slice(2);
/** Stands still while it drafts for the next customer, so that it is killed there on a machine of any speed. */
const standStill = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);

const { db, close } = await openDb({ dataFolder, databaseUrl: databaseUrl || null, databaseSchema: null });
const made = await draftDue(
  db,
  Number(now),
  (error) => console.error(error),
  (looked, of) => {
    console.log(`${looked} of ${of}`);
    if (looked === Number(stillAt)) setTimeout(standStill, 5);
  },
);
console.log(`made ${made}`);
await close();
