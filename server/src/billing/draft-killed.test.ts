// Tests a crash while invoices are drafted: finished drafts stay, the current one is rolled back, and the next start drafts the rest
// without duplicates.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDb } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import { clearGround, layGround } from '../testing/test-console.ts';
import type { Ground } from '../testing/test-console.ts';
import { rateDue } from './rate-due.ts';
import { givePlan, insertCalls, makeCalls, makeCustomer, makePlan } from './testing/month-of-calls.ts';

const CUSTOMERS = 16;
const NOW = Date.parse('2026-12-01T00:00:00Z');
const SCRIPT = fileURLToPath(new URL('testing/draft-all.ts', import.meta.url));

const within = async <T>({ folder, copy }: Ground, work: (db: Db) => Promise<T>): Promise<T> => {
  const opened = await openDb({ dataFolder: folder, databaseUrl: copy?.url ?? null, databaseSchema: null });
  try {
    return await work(opened.db);
  } finally {
    await opened.close();
  }
};

const seed = async (db: Db): Promise<void> => {
  const plan = await makePlan(db, 'Office');
  for (let n = 0; n < CUSTOMERS; n++) {
    const id = await makeCustomer(db, `customer-${n}`);
    await sql`insert into billing_accounts (customer_id, scheduled, scheduled_since)
      values (${id}, true, '2026-11-10T00:00:00Z')`.execute(db);
    await insertCalls(db, id, makeCalls(10, n + 1));
    await givePlan(db, id, plan, '2026-10-10T09:00:00Z');
  }
  await rateDue(db, null);
};

/** Drafts in a separate process, which is killed after `lines` progress lines if given. */
const draft = async ({ folder, copy }: Ground, lines = Infinity): Promise<string[]> => {
  const child = spawn(process.execPath, [SCRIPT, folder, copy?.url ?? '', String(NOW), String(lines)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const told: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    told.push(line);
    if (told.length === lines) child.kill('SIGKILL');
  }
  await ended;
  return told;
};

const drafted = async (db: Db) => {
  const { rows } = await sql<{ customerId: string; total: string; lines: number; sum: string }>`
    select i.customer_id, i.net::text as total, count(l.*)::integer as lines, sum(l.net)::text as sum
    from invoices i left join invoice_lines l on l.invoice_id = i.id group by i.id order by i.customer_id`.execute(db);
  const { rows: looks } = await sql`select customer_id from invoice_runs order by 1`.execute(db);
  return { rows, looks: looks.length };
};

it('continues after a crash, with exactly one complete draft per customer', { timeout: 120_000 }, async () => {
  const ground = await layGround();
  try {
    await within(ground, seed);
    expect((await draft(ground, 7)).slice(0, 7)).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `${n} of ${CUSTOMERS}`));
    const before = await within(ground, drafted);
    expect(before.rows.length).toBeGreaterThanOrEqual(7);
    expect(before.rows.length).toBeLessThan(CUSTOMERS);
    expect(before.looks).toBe(before.rows.length);

    const left = CUSTOMERS - before.rows.length;
    const told = await draft(ground);
    expect(told.at(0)).toBe(`1 of ${left}`);
    expect(told.at(-1)).toBe(`made ${left}`);
    const after = await within(ground, drafted);
    expect(new Set(after.rows.map((row) => row.customerId)).size).toBe(CUSTOMERS);
    expect(after.rows).toHaveLength(CUSTOMERS);
    expect(after.looks).toBe(CUSTOMERS);
    for (const { total, lines, sum } of after.rows) {
      expect(lines).toBeGreaterThan(0);
      expect(sum).toBe(total);
    }
    const kept = after.rows.filter(({ customerId }) => before.rows.some((row) => row.customerId === customerId));
    expect(kept).toEqual(before.rows);
    expect(await draft(ground)).toEqual(['made 0']);
  } finally {
    await clearGround(ground);
  }
});
