// Tests a customer's billing address, its times of suspension, its brand color, and the authors of a row.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billToOf } from '../../billing/finish-invoice.ts';
import { findCustomer } from '../../billing/invoice-queries.ts';
import { openInMemory } from '../../platform/db/connect.ts';
import { migrate, readSchemaSource } from '../../platform/db/migrate.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import type { World } from '../../testing/side.ts';

let server: TestConsole;
let world: World;
let admin: string;

const change = (values: object) => server.call(admin, 'PATCH', `/customers/${world.a.customerId}`, values);

beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
});
afterAll(() => server?.close());

describe('the billing address', () => {
  it("is printed in the order of its country, with the country's name in the customer's language", async () => {
    const address = {
      billingLine1: '8 rue Lepic',
      billingLine2: 'Bât. C',
      billingPostcode: '75018',
      billingCity: 'Paris',
    };
    const answer = await change({ ...address, billingCountry: 'FR', country: 'US', language: 'es' });
    expect([answer.status, answer.body]).toMatchObject([200, { ...address, billingCountry: 'FR', billingRegion: '' }]);
    const customer = await findCustomer(server.deps.db, world.a.customerId);
    expect(customer && billToOf(customer).address).toBe('8 rue Lepic\nBât. C\n75018 Paris\nFrancia');
    await change({ billingCountry: null, billingRegion: 'IL' });
    const home = await findCustomer(server.deps.db, world.a.customerId);
    expect(home && billToOf(home).address).toBe('8 rue Lepic\nBât. C\nParis, IL 75018');
  });

  it('must have a valid postcode and a known country', async () => {
    const refused = await change({ billingPostcode: 'x'.repeat(17), billingCountry: 'XX' });
    expect(refused.body.errors.map((e: { path: string }) => e.path).toSorted()).toEqual([
      'billingCountry',
      'billingPostcode',
    ]);
  });

  it('can be imported and exported', async () => {
    const csv =
      'code,name,billingLine1,billingPostcode,billingCity,billingCountry,brandColor\nfiled,Filed,Herzl 5,6688101,Haifa,IL,#c0ffee\n';
    const imported = await server.call(admin, 'POST', '/customers/import', { csv });
    expect(imported.body).toMatchObject({ created: 1, errors: [], ignored: [] });
    const columns = 'code,billingLine1,billingPostcode,billingCity,billingCountry,brandColor';
    const file = await server.call(admin, 'GET', `/customers/export?code=filed&columns=${columns}`);
    expect(file.text).toContain('filed,Herzl 5,6688101,Haifa,IL,#c0ffee');
  });

  it('keeps its text unchanged in the migration from a single field', async () => {
    const { db } = await openInMemory(null);
    const legacy = readSchemaSource().legacy.filter(({ number }) => number < 751);
    await migrate(db, { baseline: null, legacy, migrations: [] });
    const long = `${'word '.repeat(70)}end`;
    const [short, unbroken] = ['12 Elm St, Springfield, IL 62704', 'x'.repeat(500)];
    await sql`insert into customers (id, code, name, country, billing_address, status, status_since) values
      ('00000000-0000-4000-8000-000000000001', 'one', 'One', 'US', ${short}, 'suspended', '2026-03-01T10:00:00Z'),
      ('00000000-0000-4000-8000-000000000002', 'two', 'Two', 'US', ${long}, 'active', now()),
      ('00000000-0000-4000-8000-000000000003', 'three', 'Three', 'US', ${unbroken}, 'active', now())`.execute(db);
    await sql`insert into audit (id, username, action, resource, resource_id, resource_name, after, at)
      values ('00000000-0000-4000-8000-0000000000a1', 'noa', 'update', 'customer', '00000000-0000-4000-8000-000000000002', 'Two',
        '{"status": "suspended"}', '2026-02-01T10:00:00Z')`.execute(db);
    await migrate(db);
    const { rows } = await sql<{ billingLine1: string; billingLine2: string; suspendedAt: Date | null }>`
      select billing_line1, billing_line2, suspended_at from customers order by code`.execute(db);
    const [one, three, two] = rows;
    expect(one).toEqual({ billingLine1: short, billingLine2: '', suspendedAt: new Date('2026-03-01T10:00:00Z') });
    expect(`${three?.billingLine1}${three?.billingLine2}`).toBe(unbroken);
    expect(`${two?.billingLine1} ${two?.billingLine2}`).toBe(long);
    expect(two?.suspendedAt).toEqual(new Date('2026-02-01T10:00:00Z'));
    await db.destroy();
  }, 120_000);
});

describe("the times of a customer's status", () => {
  it('are kept after the status changes again', async () => {
    expect((await change({ name: 'Twin A' })).body).toMatchObject({ suspendedAt: null, terminatedAt: null });
    const suspended = (await change({ status: 'suspended' })).body;
    expect(suspended.suspendedAt).toBe(suspended.statusSince);
    const active = (await change({ status: 'active' })).body;
    expect(active).toMatchObject({ suspendedAt: suspended.suspendedAt, terminatedAt: null });
    expect(active.statusSince > suspended.statusSince).toBe(true);
    const ended = (await change({ status: 'terminated' })).body;
    expect(ended).toMatchObject({ suspendedAt: suspended.suspendedAt, terminatedAt: ended.statusSince });
    await change({ status: 'active' });
  });
});

describe("a customer's brand color", () => {
  it('is shown to its users and must have six hex digits', async () => {
    expect((await change({ brandColor: '#ffe100' })).status).toBe(200);
    const { brand } = (await server.call(world.a.tokens['agent'] ?? '', 'GET', '/user')).body;
    expect(brand.color).toBe('#ffe100');
    for (const wrong of ['#FFE100', 'ffe100', '#fff', 'purple', 'url(x)']) {
      const refused = await change({ brandColor: wrong });
      expect([wrong, refused.status, refused.body.errors?.[0]?.code]).toEqual([wrong, 422, 'brand-color']);
    }
  });
});

describe('the authors of a row', () => {
  const authors = (token: string, path: string) => server.call(token, 'GET', `${path}/authors`);

  it('are visible only to callers who can see the row', async () => {
    const made = await server.call(world.a.tokens['customer-admin'] ?? '', 'POST', '/hours', {
      ...{ name: 'Told', timezone: 'UTC' },
    });
    expect(made.status).toBe(201);
    const path = `/hours/${made.body.id}`;
    const first = await authors(admin, path);
    expect([first.status, first.body.updatedAt, first.body.updatedBy]).toEqual([200, null, null]);
    await server.call(admin, 'PATCH', path, { name: 'Told again' });
    const { body } = await authors(world.a.tokens['customer-admin'] ?? '', path);
    expect(body.createdBy).toEqual(first.body.createdBy);
    expect(body.createdBy.actedBy).toBeNull();
    expect(body.updatedBy.username).not.toBe(body.createdBy.username);
    expect(body.updatedAt > body.createdAt).toBe(true);
    expect((await authors(world.b.tokens['customer-admin'] ?? '', path)).status).toBe(404);
  });

  it('are also available for roles and permissions', async () => {
    expect((await authors(admin, `/roles/${world.a.roleId}`)).body.createdBy).not.toBeNull();
    const permission = (await server.call(admin, 'GET', '/permissions?perPage=1')).body.data[0];
    expect((await authors(admin, `/permissions/${permission.id}`)).status).toBe(200);
  });
});
