// BILLING: the first night of a month on PostgreSQL. Rates a month of calls of many customers, drafts each customer's invoice (fees, usage
// by destination, allowances, taxes), and runs the schedule again with nothing to do.
import pg from 'pg';
import { sql } from 'kysely';
import { startPostgres } from '../../e2e/lab/postgres.ts';
import { draftDue } from '../../server/src/billing/draft-due.ts';
import { rateDue } from '../../server/src/billing/rate-due.ts';
import {
  givePlan,
  insertCalls,
  makeCalls,
  makeCustomer,
  makePlan,
} from '../../server/src/billing/testing/month-of-calls.ts';
import { startTestConsole } from '../../server/src/testing/test-console.ts';
import type { Result } from '../harness.ts';

const CUSTOMERS = Number(process.env['BILLING_CUSTOMERS'] ?? 1_000);
const CALLS_OF_EACH = Number(process.env['BILLING_CALLS'] ?? 200);
/** The hour in which the schedule drafts November. */
const NOW = Date.parse('2026-12-01T00:00:00Z');

/** Counts all statements sent to the database. */
const countStatements = (): (() => number) => {
  let sent = 0;
  const prototype = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  const { query } = prototype;
  prototype.query = function counted(...given) {
    sent += 1;
    return query.apply(this, given);
  };
  return () => sent;
};

export const measure = async (): Promise<Result[]> => {
  const postgres = await startPostgres();
  process.env['TEST_DATABASE_URL'] = postgres.url;
  const statements = countStatements();
  try {
    const console_ = await startTestConsole();
    const { db } = console_.deps;
    const plan = await makePlan(db, 'Office');
    for (let n = 0; n < CUSTOMERS; n++) {
      const id = await makeCustomer(db, `customer-${n}`);
      await sql`insert into billing_accounts (customer_id, scheduled, scheduled_since)
        values (${id}, true, '2026-11-10T00:00:00Z')`.execute(db);
      await insertCalls(db, id, makeCalls(CALLS_OF_EACH, n + 1));
      await givePlan(db, id, plan, '2026-10-10T09:00:00Z');
    }
    const results: Result[] = [];
    const step = async (what: string, work: () => Promise<number>): Promise<void> => {
      const [before, cpu, began] = [statements(), process.cpuUsage(), performance.now()];
      const done = await work();
      const { user, system } = process.cpuUsage(cpu);
      const reached =
        `${done.toLocaleString('en')} in ${((performance.now() - began) / 1000).toFixed(1)} s, CPU of the console ` +
        `${((user + system) / 1e6).toFixed(1)} s, ${(statements() - before).toLocaleString('en')} statements`;
      console.log(`${what}: ${reached}`);
      results.push({ goal: 'BILLING', what, reached, aim: '', met: null });
    };
    await step(`prices of ${CUSTOMERS * CALLS_OF_EACH} calls`, () => rateDue(db, null));
    const draft = () => draftDue(db, NOW, (error) => console.error(error));
    await step(`drafts of ${CUSTOMERS} customers`, draft);
    await step('the schedule looks again', draft);
    await console_.close();
    return results;
  } finally {
    delete process.env['TEST_DATABASE_URL'];
    await postgres.close();
  }
};
