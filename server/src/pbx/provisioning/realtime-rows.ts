// Reads and writes the tables that a PBX reads. A run writes all its changes or none.
import type { ConfigFile, ConfigSection } from '@ringside/core/asterisk/config-file.ts';
import { columnsOf, membersOf, TABLE_SHEETS, TABLES } from '@ringside/core/pbx/realtime-tables.ts';
import type { TableSheet } from '@ringside/core/pbx/realtime-tables.ts';
import type { Db } from '../../platform/db/connect.ts';

/** Returns every table, empty if the PBX server has no rows. */
export const readTables = async (db: Db, serverId: number): Promise<readonly ConfigFile[]> => {
  const rows = await db
    .selectFrom('realtimeSections')
    .select(['sheet', 'name', 'lines'])
    .where('serverId', '=', serverId)
    .orderBy('name')
    .execute();
  return TABLE_SHEETS.map((sheet) => ({
    name: TABLES[sheet],
    sections: rows
      .filter((row) => row.sheet === sheet)
      .map((row): ConfigSection => ({
        name: row.name,
        lines: row.lines.map(([name, value]) => ({ name, value, object: false })),
      })),
  }));
};

export interface TableChange {
  readonly sheet: TableSheet;
  readonly removed: readonly string[];
  readonly written: readonly ConfigSection[];
}

const AT_ONCE = 500;

const chunks = <T>(rows: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, i) => rows.slice(i * AT_ONCE, (i + 1) * AT_ONCE));

const writeSections = async (tx: Db, serverId: number, change: TableChange): Promise<void> => {
  for (const some of chunks(change.written)) {
    await tx
      .insertInto('realtimeSections')
      .values(
        some.map(({ name, lines }) => ({
          serverId,
          sheet: change.sheet,
          name,
          lines: JSON.stringify(lines.map((each) => [each.name, each.value])),
          options: JSON.stringify(columnsOf(lines)),
        })),
      )
      .onConflict((oc) =>
        oc
          .columns(['serverId', 'sheet', 'name'])
          .doUpdateSet((eb) => ({ lines: eb.ref('excluded.lines'), options: eb.ref('excluded.options') })),
      )
      .execute();
  }
};

/** Existing members keep their row and with it their pause state. */
const writeMembers = async (tx: Db, serverId: number, queue: ConfigSection): Promise<void> => {
  const members = membersOf(queue.lines);
  const own = tx.deleteFrom('realtimeMembers').where('serverId', '=', serverId).where('queueName', '=', queue.name);
  if (members.length === 0) {
    await own.execute();
    return;
  }
  await own
    .where(
      'interface',
      'not in',
      members.map((member) => member.interface),
    )
    .execute();
  for (const some of chunks(members)) {
    await tx
      .insertInto('realtimeMembers')
      .values(some.map((member) => ({ ...member, serverId, queueName: queue.name })))
      .onConflict((oc) =>
        oc
          .columns(['serverId', 'queueName', 'interface'])
          .doUpdateSet((eb) => ({ membername: eb.ref('excluded.membername'), penalty: eb.ref('excluded.penalty') })),
      )
      .execute();
  }
};

export const writeTables = (db: Db, serverId: number, changes: readonly TableChange[]): Promise<void> =>
  db.transaction().execute(async (tx) => {
    for (const change of changes) {
      for (const names of chunks(change.removed)) {
        await tx
          .deleteFrom('realtimeSections')
          .where('serverId', '=', serverId)
          .where('sheet', '=', change.sheet)
          .where('name', 'in', names)
          .execute();
      }
      await writeSections(tx, serverId, change);
      if (change.sheet === 'queues') for (const queue of change.written) await writeMembers(tx, serverId, queue);
    }
  });
