import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestConsole } from '../../testing/test-console.ts';
import { entriesOf } from '../documents/testing/read-files.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';

let server: TestConsole;
let world: World;
let admin: string;

const NASTY = ['=1+2', '+972 3 555', '-7', '@sum', '"quoted", with a comma', 'שלום'];

beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
  for (const [index, contactName] of NASTY.entries()) {
    const made = await server.call(admin, 'POST', '/customers', {
      code: `nasty-${index}`,
      name: `N${index}`,
      contactName,
    });
    expect(made.status).toBe(201);
  }
});
afterAll(() => server.close());

const file = async (token: string, path: string) => {
  const answer = await server.app.inject({
    method: 'GET',
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload, text: answer.payload };
};
const rowsOf = (text: string): Record<string, string>[] => parse(text, { columns: true, bom: true });

describe('an export', () => {
  it('as CSV starts with a byte order mark and has no cell that a spreadsheet runs as a formula', async () => {
    const answer = await file(admin, '/customers/export?q=nasty&columns=code,contactName,userCount&sort=code');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="customers.csv"');
    expect([...answer.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const rows = rowsOf(answer.text);
    expect(rows.map((row) => row['contactName'])).toEqual([
      "'=1+2",
      "'+972 3 555",
      "'-7",
      "'@sum",
      '"quoted", with a comma',
      'שלום',
    ]);
    expect(rows[0]).toEqual({ code: 'nasty-0', contactName: "'=1+2", userCount: '0' });
    for (const row of rows) for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
  });

  it('contains all rows of the list with its filters and order', async () => {
    const rows = rowsOf((await file(admin, '/customers/export?sort=-code')).text);
    const list = await server.call(admin, 'GET', '/customers?sort=-code&perPage=500');
    expect(rows.map((row) => row['id'])).toEqual(list.body.data.map((row: { id: string }) => row.id));
    expect(Object.keys(rows[0] ?? {})).not.toContain('version');
    const one = rowsOf((await file(admin, '/customers/export?code=twin-a')).text);
    expect(one.map((row) => row['code'])).toEqual(['twin-a']);
  });

  it('uses the requested headings', async () => {
    const headings = encodeURIComponent('Código\nשם');
    const { text } = await file(admin, `/customers/export?code=twin-a&columns=code,name&headings=${headings}`);
    expect(rowsOf(text)).toEqual([{ Código: 'twin-a', שם: 'Twin a' }]);
  });

  it('as XLSX stores texts as texts', async () => {
    const answer = await file(
      admin,
      '/customers/export?format=xlsx&q=nasty&columns=code,contactName,userCount,createdAt',
    );
    expect(answer.headers['content-type']).toContain('spreadsheetml');
    const entries = entriesOf(answer.bytes);
    const sheet = entries['xl/worksheets/sheet1.xml'] ?? '';
    const texts = entries['xl/sharedStrings.xml'] ?? '';
    expect(sheet).not.toContain('<f>');
    expect(sheet + texts).toContain('=1+2');
    expect(sheet + texts).toContain('שלום');
  });

  it("contains only the caller's customer", async () => {
    const { text, status } = await file(world.a.tokens['customer-admin'] ?? '', '/users/export');
    expect(status).toBe(200);
    const mine = rowsOf(text);
    expect(mine.length).toBeGreaterThan(2);
    expect(new Set(mine.map((row) => row['customerId']))).toEqual(new Set([world.a.customerId]));
  });

  it.each([
    ['columns=code,nonsense', 'columns'],
    ['columns=code,code', 'columns'],
    ['columns=code,name&headings=One', 'headings'],
    ['format=docx', 'format'],
    ['sort=passwordHash', 'sort'],
  ])('refuses %s', async (query, path) => {
    const answer = await server.call(admin, 'GET', `/customers/export?${query}`);
    expect([answer.status, answer.body.errors.map((e: { path: string }) => e.path)]).toEqual([422, [path]]);
  });

  it('of API keys contains no secret', async () => {
    const leader = world.a.tokens['customer-admin'] ?? '';
    const made = await server.call(leader, 'POST', '/apikeys', { name: 'Nightly', scopes: ['read:queue'] });
    const { text } = await file(leader, '/apikeys/export?sort=name');
    const kept = await server.deps.db
      .selectFrom('apiKeys')
      .select('secretHash')
      .where('id', '=', made.body.id)
      .executeTakeFirstOrThrow();
    for (const secret of [made.body.token, made.body.token.slice(18, 60), kept.secretHash])
      expect(text).not.toContain(secret);
    const rows = rowsOf(text);
    expect(rows.find((row) => row['id'] === made.body.id)).toMatchObject({ name: 'Nightly', last4: made.body.last4 });
    expect(new Set(rows.map((row) => row['customerId']))).toEqual(new Set([world.a.customerId]));
    for (const column of ['secretHash', 'token'])
      expect((await file(leader, `/apikeys/export?columns=${column}`)).status).toBe(422);
  });

  it('of invoices and ledgers is available to the customer itself but not to other customers', async () => {
    const clerk = world.platform['billing'] ?? '';
    const leader = world.a.tokens['customer-admin'] ?? '';
    const other = world.b.tokens['customer-admin'] ?? '';
    const path = `/customers/${world.a.customerId}/ledger`;
    await server.call(clerk, 'POST', path, { kind: 'payment', amount: '12.5', reference: '=HYPERLINK(1)' });
    const columns = 'columns=kind,reference,amount,balance';
    const paid = { kind: 'payment', reference: "'=HYPERLINK(1)", amount: '12.50', balance: '12.50' };
    for (const token of [clerk, leader]) {
      expect(rowsOf((await file(token, `${path}/export?${columns}`)).text)).toEqual([paid]);
      expect((await file(token, '/invoices/export?columns=number,total')).text).toBe('\ufeffnumber,total\r\n');
    }
    expect((await file(other, `${path}/export`)).status).toBe(404);
    expect((await file(world.a.tokens['supervisor'] ?? '', '/invoices/export')).status).toBe(403);
  });

  it('of deleted rows is available to callers who may list them', async () => {
    const made = await server.call(admin, 'POST', '/customers', { code: 'gone-soon', name: 'Gone soon' });
    await server.call(admin, 'DELETE', `/customers/${made.body.id}`);
    const { text } = await file(admin, '/deleted/export?q=Gone&columns=resource,rowId,name');
    expect(rowsOf(text)).toEqual([{ resource: 'customer', rowId: made.body.id, name: 'Gone soon' }]);
    expect((await file(world.a.tokens['customer-admin'] ?? '', '/deleted/export')).status).toBe(403);
  });

  it('is recorded in the audit trail with its parameters', async () => {
    await file(admin, '/queues/export?q=support');
    const trail = await server.call(admin, 'GET', '/audit?resource=queue&perPage=500');
    const entry = trail.body.data.find((e: { action: string }) => e.action === 'export');
    expect(entry.after).toMatchObject({ format: 'csv', rows: 2, q: 'support' });
  });
});
