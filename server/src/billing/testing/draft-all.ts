// A separate process that drafts due invoices and reports each customer, so that a test can kill it midway.
import { openDb } from '../../platform/db/connect.ts';
import { draftDue } from '../draft-due.ts';

const [dataFolder = '', databaseUrl = '', now = '', stillAt = ''] = process.argv.slice(2);
/** Blocks while the next customer is drafted, so that the kill hits there on any machine. */
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
