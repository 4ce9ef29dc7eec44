// Opens a database with a plan and an issuer, with helpers for tests of invoices.
import { sql } from 'kysely';
import { newId } from '../../platform/db/new-id.ts';
import { openTestDb } from '../../platform/db/testing/test-database.ts';
import { draftInvoices } from '../draft-invoice.ts';
import { finaliseDraft } from '../finish-invoice.ts';
import { linesOf, lockCustomer } from '../invoice-queries.ts';
import { lockPaper } from '../paper-queries.ts';
import { inTransaction } from '../queries.ts';
import { rateDue } from '../rate-due.ts';
import { FROM, givePlan, insertCalls, makeCustomer, makePlan } from './month-of-calls.ts';
import type { Made } from './month-of-calls.ts';

export const NOVEMBER = { firstDay: '2026-11-01', endDay: '2026-12-01' };
export const DECEMBER = { firstDay: '2026-12-01', endDay: '2027-01-01' };
export const WHO = { by: 'billing', at: new Date('2026-12-01T09:00:00Z') };

const PLAIN = { appliesTo: 'all', country: '', compound: false, validFrom: null };
export const VAT = JSON.stringify([{ label: 'VAT', percent: '17', ...PLAIN }]);

/** An excise tax on usage, a tax on everything, a compound tax on both, and one that is not in force yet. */
export const STACKED = JSON.stringify([
  { label: 'Excise', percent: '3', ...PLAIN, appliesTo: 'usage' },
  { label: 'GST', percent: '5', ...PLAIN },
  { label: 'QST', percent: '9.5', ...PLAIN, compound: true, validFrom: '2012-01-01' },
  { label: 'QST', percent: '99', ...PLAIN, compound: true, validFrom: '2099-01-01' },
]);

/** Returns an outbound call one hour after the start of the month. */
export const callAt = (seconds: number, offset = 0): Made => ({
  ...{ id: newId(), direction: 'outbound', destination: '+447700900123', answerAt: FROM + 3_600_000 + offset, seconds },
});

export const openPapers = async () => {
  const { db, close } = await openTestDb();
  const office = await makePlan(db, 'Office');
  await sql`insert into invoice_issuers (id, name, legal_name, is_default)
    values (${newId()}, 'Vega Telecom', 'Vega Telecom Ltd', true)`.execute(db);
  const account = (customerId: string, set: Readonly<Record<string, unknown>>) =>
    sql`insert into billing_accounts (customer_id, ${sql.raw(Object.keys(set).join(', '))})
      values (${customerId}, ${sql.join(Object.values(set))})`.execute(db);
  const draft = async (customerId: string, days = NOVEMBER): Promise<string> => {
    const ids = await inTransaction(db, async (tx) =>
      draftInvoices(tx, (await lockCustomer(tx, customerId))!, days, 'billing'),
    );
    const [id, ...others] = ids;
    if (id === undefined || others.length > 0) throw new Error(`One paper was wanted, not ${ids.length}`);
    return id;
  };
  const finalise = (id: string) => inTransaction(db, (tx) => finaliseDraft(tx, id, WHO));
  const paperOf = async (id: string) => (await lockPaper(db, id))!;
  const linesBy = async (id: string) =>
    (await linesOf(db, id)).map(({ kind, net, detail }) => ({ kind, net, ...detail }) as Record<string, unknown>);
  const withPlan = async (name: string, from = '2026-10-10T09:00:00Z', until: string | null = null, plan = office) => {
    const id = await makeCustomer(db, name);
    await givePlan(db, id, plan, from, until);
    return id;
  };
  const calls = async (customerId: string, made: readonly Made[]): Promise<void> => {
    await insertCalls(db, customerId, made);
    await rateDue(db, null);
  };
  return { db, close, office, account, draft, finalise, paperOf, linesBy, withPlan, calls };
};
