// Tests the hash chain of the audit trail: valid as written, and broken by changes that bypass the triggers.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../cli/run-command.ts';
import { startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { writeAudit, writeAudits } from './audit.ts';
import { verifyAudit } from './verify-audit.ts';

let server: TestConsole;
const actor = { userId: null, username: 'tester “ü” 🙂', ip: '127.0.0.1', userAgent: 'a;b:c' };
const fact = (name: string) => ({
  customerId: null,
  action: 'update' as const,
  resource: 'queue',
  resourceId: null,
  resourceName: name,
  before: { b: 1, a: 'é', price: 1.1 },
  after: { a: null, list: [1, 'x'] },
});

beforeAll(async () => {
  server = await startTestConsole();
});
afterAll(() => server.close());
beforeEach(async () => {
  await sql`alter table audit disable trigger all`.execute(server.deps.db);
  await sql`delete from audit`.execute(server.deps.db);
  await sql`update audit_head set seq = 0, hash = repeat('0', 64)`.execute(server.deps.db);
  await sql`alter table audit enable trigger all`.execute(server.deps.db);
  for (let i = 1; i <= 5; i += 1) await writeAudit(server.deps.db, actor, fact(`entry ${i}`));
});

const behind = async (statement: ReturnType<typeof sql>) => {
  await sql`alter table audit disable trigger all`.execute(server.deps.db);
  await statement.execute(server.deps.db);
  await sql`alter table audit enable trigger all`.execute(server.deps.db);
  return verifyAudit(server.deps.db);
};

describe('the hash chain of the audit trail', () => {
  it('stays intact after concurrent and sequential writes and after a rollback', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, i) => writeAudit(server.deps.db, actor, fact(`at once ${i}`))));
    await expect(
      server.deps.db.transaction().execute(async (tx) => {
        await writeAudit(tx, actor, fact('never'));
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await verifyAudit(server.deps.db)).toMatchObject({ ok: true, entries: 15 });
  });

  it('stays intact after rollbacks to savepoints and batches of entries', async () => {
    const names = (from: number, count: number) => Array.from({ length: count }, (_, i) => fact(`entry ${from + i}`));
    await server.deps.db.transaction().execute(async (tx) => {
      await sql`savepoint one`.execute(tx);
      await writeAudits(tx, actor, names(6, 3));
      await sql`rollback to savepoint one`.execute(tx);
      await writeAudits(tx, actor, names(6, 20));
      await sql`savepoint two`.execute(tx);
      await writeAudits(tx, actor, names(26, 3));
      await sql`rollback to savepoint two`.execute(tx);
      await writeAudit(tx, actor, fact('entry 26'));
    });
    await writeAudit(server.deps.db, actor, fact('entry 27'));
    expect(await verifyAudit(server.deps.db)).toMatchObject({ ok: true, entries: 27 });
    const { rows } = await sql<{ resourceName: string }>`select resource_name from audit order by seq`.execute(
      server.deps.db,
    );
    expect(rows.map((row) => row.resourceName)).toEqual(Array.from({ length: 27 }, (_, i) => `entry ${i + 1}`));
  });

  it.each([
    ['a changed word', sql`update audit set username = 'nobody' where seq = 3`, 3, 'changed'],
    ['a changed value', sql`update audit set after = '{"a": 2}' where seq = 2`, 2, 'changed'],
    ['another time', sql`update audit set at = at + interval '1 second' where seq = 5`, 5, 'changed'],
    ['an entry that is gone', sql`delete from audit where seq = 3`, 3, 'missing'],
    ['the first one gone', sql`delete from audit where seq = 1`, 1, 'missing'],
    ['the last ones gone', sql`delete from audit where seq >= 4`, 4, 'cut-off'],
    [
      'a word and its own hash',
      sql`update audit set username = 'x', hash = repeat('a', 64) where seq = 4`,
      4,
      'changed',
    ],
  ] as const)('detects %s', async (_what, statement, seq, fault) => {
    expect(await behind(statement)).toEqual({ ok: false, seq, fault });
  });

  it('detects a changed row with a recomputed hash, because the next row holds the old hash', async () => {
    const forged = sql`update audit a set username = 'x' where seq = 2`;
    await behind(forged);
    const verdict = await behind(sql`update audit a set hash = audit_hash(a) where seq = 2`);
    expect(verdict).toEqual({ ok: false, seq: 3, fault: 'missing' });
  });

  it('rejects update, delete and truncate from the console', async () => {
    for (const statement of [sql`update audit set ip = ''`, sql`delete from audit`, sql`truncate audit`]) {
      await expect(statement.execute(server.deps.db)).rejects.toThrow(/never changed/);
    }
  });

  it('is checked by the command `audit verify`', async () => {
    const whole = await runCommand(server.deps, { command: 'audit verify', options: {} });
    expect(whole).toMatchObject({
      ok: true,
      lines: [expect.stringMatching(/^5 entries, unbroken, up to [0-9a-f]{64}$/)],
    });
    await behind(sql`delete from audit where seq = 2`);
    const broken = await runCommand(server.deps, { command: 'audit verify', options: {} });
    expect(broken).toEqual({ ok: false, lines: ['Broken at entry 2: it is missing, or another stands in its place'] });
  });
});
