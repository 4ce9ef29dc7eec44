// Tests that the realtime tables contain the rendered configuration and that every option has a column that Asterisk reads.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WantedTrunk } from '@ringside/core/pbx/wanted-flow.ts';
import type { WantedQueue, WantedSubscriber } from '@ringside/core/pbx/wanted.ts';
import { TABLE_SHEETS, TABLES } from '@ringside/core/pbx/realtime-tables.ts';
import type { TableSheet } from '@ringside/core/pbx/realtime-tables.ts';
import type { ConfigFile } from '@ringside/core/asterisk/config-file.ts';
import { openTestDb } from '../../platform/db/testing/test-database.ts';
import type { TestDb } from '../../platform/db/testing/test-database.ts';
import { createPbxLocks } from '../../platform/db/pbx-locks.ts';
import { placeFiles, renderPlaced } from './placed-pbx.ts';
import { readTables, writeTables } from './realtime-rows.ts';

const phone = (extension: string, more: Partial<WantedSubscriber> = {}): WantedSubscriber => ({
  id: extension,
  extension,
  displayName: 'Zoë; ^3B',
  secret: 'Abcdefghij0123456789',
  codecs: ['ulaw', 'alaw'],
  webrtc: false,
  callLimit: 2,
  dnd: false,
  ringSeconds: 20,
  forwarding: { always: null, busy: null, noAnswer: null, unregistered: null },
  addresses: ['10.0.0.0/8', '2001:db8::/32'],
  ...more,
});
const queue: WantedQueue = {
  id: 'q',
  name: 'newco-sales',
  extension: '700',
  strategy: 'rrmemory',
  ringSeconds: 15,
  retrySeconds: 5,
  wrapupSeconds: 3,
  maxCallers: 9,
  weight: 2,
  serviceLevelSeconds: 20,
  ringInUse: false,
  maxWaitSeconds: 300,
  members: [
    { extension: '201', penalty: 1 },
    { extension: '202', penalty: 0 },
  ],
};
const trunk: WantedTrunk = {
  id: 't',
  code: 'carrier',
  mode: 'registration',
  transport: 'udp',
  host: 'sip.example.com',
  port: 5060,
  username: 'me',
  secret: 'geheim',
  addresses: [],
  codecs: ['ulaw'],
  format: 'e164',
  techPrefix: '',
  callerId: 'line',
  callerIdNumber: '',
  maxCalls: 0,
  qualify: true,
  dialling: null,
};

const SERVER = 7;
let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
  await sql`insert into endpoints (id, name, ami_host, ami_port, ami_username, ami_secret)
    overriding system value values (${SERVER}, 'PBX', 'h', 5038, 'u', 's')`.execute(test.db);
});
afterAll(() => test.close());

const RENDERED = renderPlaced(
  {
    trunks: [trunk],
    tenants: [
      {
        code: 'newco',
        subscribers: [phone('201'), phone('202', { webrtc: true })],
        queues: [queue],
      },
    ],
  },
  'database',
);
const tableOf = (files: readonly ConfigFile[], sheet: TableSheet): ConfigFile => {
  const found = files.find((file) => file.name === TABLES[sheet]);
  if (found === undefined) throw new Error(`No ${sheet}`);
  return found;
};
const plain = (file: ConfigFile) =>
  file.sections.map(({ name, lines }) => ({ name, lines: lines.map((each) => [each.name, each.value]) }));
const write = (sheets: readonly TableSheet[] = TABLE_SHEETS) =>
  writeTables(
    test.db,
    SERVER,
    sheets.map((sheet) => ({ sheet, removed: [], written: tableOf(RENDERED.files, sheet).sections })),
  );
const members = async () =>
  (
    await test.db
      .selectFrom('realtimeMembers')
      .select(['interface', 'membername', 'penalty', 'paused'])
      .orderBy('interface')
      .execute()
  ).map((row) => Object.values(row).join('|'));

describe('the tables of a PBX', () => {
  it('contain the rendered sections byte for byte, while trunks stay in files', async () => {
    expect(RENDERED.refused).toEqual([]);
    await write();
    const there = await readTables(test.db, SERVER);
    for (const sheet of TABLE_SHEETS)
      expect(plain(tableOf(there, sheet)), sheet).toEqual(plain(tableOf(RENDERED.files, sheet)));
    const inFiles = RENDERED.files.filter((file) => file.name.endsWith('.conf'));
    expect(inFiles.find((file) => file.name === 'ringside_endpoints.conf')?.sections.map((s) => s.name)).toEqual([
      'trunk.carrier',
      'trunk.carrier.identify',
      'trunk.carrier.registration',
    ]);
    expect(inFiles.find((file) => file.name === 'ringside_queues.conf')?.sections).toEqual([]);
    expect(await readTables(test.db, SERVER + 1)).toEqual(TABLE_SHEETS.map((s) => ({ name: TABLES[s], sections: [] })));
  });

  it.each(TABLE_SHEETS)('have a column for every option of %s', async (sheet) => {
    const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
      where attrelid = ${TABLES[sheet]}::regclass and attnum > 0`.execute(test.db);
    const columns = new Set(rows.map((row) => row.name));
    const stored = await test.db.selectFrom('realtimeSections').select('options').where('sheet', '=', sheet).execute();
    const options = new Set(stored.flatMap((row) => Object.keys(row.options)));
    expect(options.size).toBeGreaterThan(2);
    expect([...options].filter((option) => !columns.has(option.replaceAll('-', '_')))).toEqual([]);
  });

  it('separate multiple values as Asterisk splits them and escape other separators', async () => {
    await write();
    const row = await test.db
      .selectFrom('realtimeSections')
      .select('options')
      .where('sheet', '=', 'endpoints')
      .where('name', '=', 'newco-201')
      .executeTakeFirstOrThrow();
    expect(row.options).toMatchObject({
      deny: '0.0.0.0/0;::/0',
      permit: '10.0.0.0/8;2001:db8::/32',
      callerid: '"Zoë^3B ^5E3B" <201>',
    });
    expect(JSON.stringify(await readTables(test.db, SERVER))).not.toContain('Abcdefghij0123456789');
  });

  it('keep the pause of a member when its queue changes, and drop a member that leaves', async () => {
    await write();
    await test.db
      .updateTable('realtimeMembers')
      .set({ paused: 1 })
      .where('interface', '=', 'PJSIP/newco-202')
      .execute();
    await write(['queues']);
    expect(await members()).toEqual(['PJSIP/newco-201|Zoë^3B ^5E3B|1|0', 'PJSIP/newco-202|Zoë^3B ^5E3B|0|1']);
    const [section] = tableOf(RENDERED.files, 'queues').sections;
    if (section === undefined) throw new Error('No queue');
    const lines = section.lines.filter((line) => !line.value.startsWith('PJSIP/newco-201'));
    await writeTables(test.db, SERVER, [{ sheet: 'queues', removed: [], written: [{ ...section, lines }] }]);
    expect(await members()).toEqual(['PJSIP/newco-202|Zoë^3B ^5E3B|0|1']);
    await writeTables(test.db, SERVER, [{ sheet: 'queues', removed: [section.name], written: [] }]);
    expect(await members()).toEqual([]);
  });

  it('become files again when the driver changes, whichever driver wrote the stored ones', () => {
    const names = (files: readonly ConfigFile[]) =>
      files.filter((file) => file.sections.length > 0).map((file) => file.name);
    expect(names(placeFiles('files', RENDERED.files)).every((name) => name.endsWith('.conf'))).toBe(true);
    expect(placeFiles('database', placeFiles('files', RENDERED.files))).toEqual(RENDERED.files);
  });
});

it('only one process at a time can lock a PBX server', async () => {
  const url = process.env['TEST_DATABASE_URL'] ?? null;
  const [one, other] = [createPbxLocks(url, 'here'), createPbxLocks(url, 'here')];
  const elsewhere = createPbxLocks(url, 'elsewhere');
  try {
    expect(await one.take(SERVER)).toBe(true);
    // The embedded database has only one process.
    expect(await other.take(SERVER)).toBe(url === null);
    expect(await other.take(SERVER + 1)).toBe(true);
    expect(await elsewhere.take(SERVER)).toBe(true);
    await one.close();
    await expect.poll(() => other.take(SERVER), { timeout: 10_000 }).toBe(true);
  } finally {
    await Promise.all([one, other, elsewhere].map((locks) => locks.close()));
  }
});
