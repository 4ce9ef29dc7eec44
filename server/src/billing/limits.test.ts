// Tests spend limits: warning, blocking of outbound calls on the PBX and suspension, and a prepaid balance that is used up.
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { newId } from '../platform/db/new-id.ts';
import { createSecrets } from '../platform/db/secrets/secrets.ts';
import { syncRoles } from '../access/role/sync-roles.ts';
import { readWanted } from '../pbx/provisioning/wanted-queries.ts';
import { secretBound } from '../subscribers/subscriber/queries.ts';
import { addEntry, listEntries, accountStatusOf } from './ledger-queries.ts';
import { watchLimits } from './watch-limits.ts';
import { FROM } from './testing/month-of-calls.ts';
import { callAt, openPapers } from './testing/papers.ts';
import { clearPbxMarks, pbxMarks } from '../testing/pbx-marks.ts';
import type { Mailer } from '../platform/mail/mailer.ts';

const { db, account, withPlan, calls, close } = await openPapers();
afterAll(close);

const isOutboundBlocked = async (...of: Parameters<typeof accountStatusOf>): Promise<boolean> =>
  (await accountStatusOf(...of))?.outboundBlocked ?? false;

const SECRETS = createSecrets(Buffer.alloc(32));
/** Creates a line on its own PBX server and a platform user who may read billing. */
const aLineOf = async (customerId: string): Promise<number> => {
  const { rows } = await sql<{ id: number }>`insert into endpoints (name, ami_host, ami_username, ami_secret)
    values ('Limits', 'pbx.example', 'ringside', '') returning id`.execute(db);
  const [serverId, id] = [rows[0]!.id, newId()];
  await sql`insert into subscribers (id, customer_id, server_id, extension, name, secret, codecs) values
    (${id}, ${customerId}, ${serverId}, '101', 'Desk', ${SECRETS.seal('Abcdefghij0123456789', secretBound(id))},
      '["ulaw"]')`.execute(db);
  await syncRoles(db);
  await sql`insert into users (id, username, email, password_hash, status, role_id)
    select ${newId()}, 'clerk', 'clerk@example.com', '', 'active', id from roles where name = 'billing'`.execute(db);
  return serverId;
};

describe('limits', () => {
  it('warn, then block, based on the balance and unbilled usage', async () => {
    const customerId = await withPlan('limits');
    const now = FROM + 2 * 3_600_000;
    await account(customerId, { credit_limit: '3', daily_spend_limit: '100', spend_action: 'block_outbound' });
    expect(await accountStatusOf(db, customerId, now)).toMatchObject({ level: 'fine', outboundBlocked: false });
    await calls(customerId, [callAt(690)]);
    expect(await accountStatusOf(db, customerId, now)).toMatchObject({
      ...{ level: 'warning', unbilled: '2.415100' },
      limits: [{ kind: 'credit', percent: 80 }, { kind: 'daily', percent: 2 }],
    }); // prettier-ignore
    await calls(customerId, [callAt(180, 60_000)]);
    expect(await isOutboundBlocked(db, customerId, now)).toBe(true);
    const payment = { kind: 'payment', amount: '10', currency: 'ILS', at: new Date(now), reference: 'Bank', invoiceId: null, madeBy: 'x' } as const; // prettier-ignore
    await addEntry(db, { customerId, ...payment });
    expect(await isOutboundBlocked(db, customerId, now)).toBe(false);
    expect((await listEntries(db, customerId, { page: 1, perPage: 5 })).rows).toMatchObject([{ balance: '10.000000' }]);
    expect(await isOutboundBlocked(db, newId(), now)).toBe(false);
  });

  it('block outbound calls on the PBX while they are reached and notify once', async () => {
    const customerId = await withPlan('stopped');
    const serverId = await aLineOf(customerId);
    await account(customerId, { credit_limit: '3', spend_action: 'block_outbound' });
    const failed: unknown[] = [];
    const look = async (): Promise<unknown> => {
      await clearPbxMarks(db);
      await watchLimits({ db, bus: { publish: () => undefined }, now: () => FROM + 2 * 3_600_000 }, (e) =>
        failed.push(e),
      );
      const marks = (await pbxMarks(db))
        .filter((mark) => mark.resourceId === customerId)
        .map(({ resource, serverId: id }) => ({ resource, serverId: id }));
      const { rows: news } = await sql<{ kind: string }>`select kind from notifications
        where params ->> 'customerId' = ${customerId} order by at, id`.execute(db);
      const { pbx } = await readWanted(db, SECRETS, serverId, 'http://console.test/api');
      return { marks, told: news.map((n) => n.kind), rules: pbx.tenants[0]?.flow?.dialRules.length ?? 0 };
    };
    const marked = [{ resource: 'customer', serverId }];
    expect(await look()).toEqual({ marks: [], told: [], rules: 0 });
    await calls(customerId, [callAt(690)]);
    expect(await look()).toEqual({ marks: [], told: ['limit-near'], rules: 0 });
    await calls(customerId, [callAt(180, 60_000)]);
    const told = ['limit-near', 'calls-out-blocked'];
    expect(await look()).toEqual({ marks: marked, told, rules: 1 });
    expect(await look()).toEqual({ marks: [], told, rules: 1 });
    await sql`update billing_accounts set credit_limit = null where customer_id = ${customerId}`.execute(db);
    expect(await look()).toEqual({ marks: marked, told, rules: 0 });
    expect(failed).toEqual([]);
  });

  it('of a prepaid account: send an e-mail at a low balance, block outbound calls at zero and unblock after a payment', async () => {
    const customerId = await withPlan('prepaid');
    await sql`update customers set billing_email = 'pay@prepaid.example', language = 'fr' where id = ${customerId}`.execute(
      db,
    );
    await account(customerId, { billing_method: 'prepaid', low_balance_threshold: '2' });
    const pay = async (amount: string) => {
      const entry = {
        kind: 'payment',
        amount,
        currency: 'ILS',
        at: new Date(FROM),
        reference: '',
        invoiceId: null,
      } as const;
      await addEntry(db, { customerId, ...entry, madeBy: 'x' });
    };
    const letters: string[] = [];
    const look = async (): Promise<unknown> => {
      const mail: Pick<Mailer, 'send'> = { send: async (_tx, { to, text }) => void letters.push(`${to} ${text}`) };
      await watchLimits({ db, bus: { publish: () => undefined }, now: () => FROM, mail }, (e) =>
        expect.fail(String(e)),
      );
      return [await isOutboundBlocked(db, customerId, FROM), letters.length];
    };
    await pay('3');
    expect(await look()).toEqual([false, 0]);
    await calls(customerId, [callAt(690)]);
    expect(await look()).toEqual([false, 1]);
    expect(await look()).toEqual([false, 1]);
    expect(letters[0]).toMatch(/^pay@prepaid\.example .*solde prépayé de prepaid est bas\s: il reste 0\.58\d* ILS/);
    await calls(customerId, [callAt(600, 60_000)]);
    expect(await look()).toEqual([true, 2]);
    await pay('1');
    // A less severe state sends no e-mail.
    await pay('1.5');
    expect(await look()).toEqual([false, 2]);
    await pay('50');
    expect(await look()).toEqual([false, 2]);
    const { rows } = await sql`select limit_told from billing_accounts where customer_id = ${customerId}`.execute(db);
    expect(rows).toEqual([{ limitTold: '' }]);
  });

  it('suspend a customer once with that action, and do not suspend again after a manual reactivation', async () => {
    const customerId = await withPlan('suspends');
    await account(customerId, {
      daily_spend_limit: '1',
      spend_action: 'suspend',
      spend_notify_email: 'fraud@x.example',
    });
    const announced: unknown[] = [];
    const letters: string[] = [];
    const look = async (): Promise<unknown> => {
      const deps = { db, bus: { publish: () => undefined }, now: () => FROM + 2 * 3_600_000 };
      const mail: Pick<Mailer, 'send'> = { send: async (_tx, { to }) => void letters.push(to) };
      const sessions = { announce: (news: unknown) => void announced.push(news) };
      await watchLimits({ ...deps, mail, sessions }, (e) => expect.fail(String(e)));
      const { rows } = await sql<{ status: string; statusReason: string }>`
        select status, status_reason, coalesce(suspended_at = status_since, false) as timed
        from customers where id = ${customerId}`.execute(db);
      return rows[0];
    };
    expect(await look()).toMatchObject({ status: 'active' });
    await calls(customerId, [callAt(690)]);
    const reason = 'A spending limit was reached';
    expect(await look()).toEqual({ status: 'suspended', statusReason: reason, timed: true });
    expect([letters, announced]).toEqual([
      ['fraud@x.example'],
      [{ kind: 'customer-changed', customerIds: [customerId] }],
    ]);
    await sql`update customers set status = 'active', status_reason = '' where id = ${customerId}`.execute(db);
    expect(await look()).toMatchObject({ status: 'active' });
    await sql`update billing_accounts set daily_spend_limit = 1000 where customer_id = ${customerId}`.execute(db);
    await look();
    await sql`update billing_accounts set daily_spend_limit = 1 where customer_id = ${customerId}`.execute(db);
    expect(await look()).toMatchObject({ status: 'suspended' });
    const { rows } = await sql`select 1 from audit where resource_id = ${customerId} and action = 'update'`.execute(db);
    expect(rows).toHaveLength(2);
  });
});
