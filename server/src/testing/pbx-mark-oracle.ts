// Verifies the outbox entries of the code against triggers on the tables that independently record changes that concern PBX servers.
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Db } from '../platform/db/connect.ts';
import { SCRIPT_MARK } from '../platform/db/pglite/pglite-dialect.ts';

interface ExpectedMark {
  readonly byTrigger: string;
  readonly resource: string;
}

export const installOracle = async (db: Db): Promise<void> => {
  const script = readFileSync(new URL('pbx-mark-oracle.sql', import.meta.url), 'utf8');
  await sql.raw(SCRIPT_MARK + script).execute(db);
};

/** Returns the expected entries that were not written in the same transaction. */
export const missingMarks = async (db: Db): Promise<ExpectedMark[]> => {
  const { rows } = await sql<ExpectedMark>`select distinct e.by_trigger, e.resource from expected_marks e
    where not exists (select from written_marks w where w.tx = e.tx and w.key = e.server_id::text
      and w.payload ->> 'resource' = e.resource and w.payload ->> 'resourceId' = e.resource_id)
    order by 1, 2`.execute(db);
  return rows;
};

/** Returns the triggers that have expected nothing so far, because their data was not changed. */
export const silentTriggers = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{
    name: string;
  }>`select tgname as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where p.proname like 'provisioning_mark%' and tgname not in (select by_trigger from expected_marks)
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
};
