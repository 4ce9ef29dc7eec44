// Commits rows one by one until the process is killed. Prints each number after its commit.
import { sql } from 'kysely';
import { openDb } from '../connect.ts';

const { db } = await openDb({ dataFolder: process.argv[2] ?? '', databaseUrl: null, databaseSchema: null });
await sql`create table forever (n integer primary key)`.execute(db);
for (let n = 1; ; n += 1) {
  await sql`insert into forever values (${n})`.execute(db);
  process.stdout.write(`${n}\n`);
}
