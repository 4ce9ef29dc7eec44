import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../db/verify-audit.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';

let server: TestConsole;
let world: World;
let admin: string;
beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
});
afterAll(() => server.close());

const upload = (token: string, path: string, csv: string, more: object = {}) =>
  server.call(token, 'POST', `${path}/import`, { csv, ...more });
const customersNamed = async (q: string): Promise<number> =>
  (await server.call(admin, 'GET', `/customers?q=${q}`)).body.meta.total;

describe('an import', () => {
  it('reports the result of a dry run, then creates the rows', async () => {
    const csv =
      '\ufeffCode;Name;contact_name;Time zone\r\nimp-1;First;"Dana; Levi";Asia/Jerusalem\r\n\r\nimp-2;Second;;\r\n';
    const tried = await upload(admin, '/customers', csv, { dryRun: true });
    expect(tried.body).toEqual({ dryRun: true, rows: 2, created: 0, errors: [], ignored: [] });
    expect(await customersNamed('imp-')).toBe(0);
    const done = await upload(admin, '/customers', csv);
    expect(done.body).toEqual({ dryRun: false, rows: 2, created: 2, errors: [], ignored: [] });
    const { body } = await server.call(admin, 'GET', '/customers?q=imp-&sort=code');
    expect(body.data).toMatchObject([
      { code: 'imp-1', contactName: 'Dana; Levi', timezone: 'Asia/Jerusalem', status: 'active' },
      { code: 'imp-2', contactName: '', timezone: 'UTC' },
    ]);
  });

  it('keeps a quotation mark inside a word, as in Hebrew abbreviations and inches', async () => {
    const csv = 'code,name,contactName\nltd-1,מגדל בע"מ,7" screen\nltd-2,"ארז, בע""מ",\n';
    expect((await upload(admin, '/customers', csv)).body).toMatchObject({ created: 2, errors: [] });
    const { body } = await server.call(admin, 'GET', '/customers?q=ltd-&sort=code');
    expect(body.data).toMatchObject([{ name: 'מגדל בע"מ', contactName: '7" screen' }, { name: 'ארז, בע"מ' }]);
  });

  it('reports line and field of every error and then writes nothing', async () => {
    const csv = [
      'code,name,status,note',
      'all-1,Fine,active,x',
      'BAD CODE,,asleep,',
      'twin-a,Taken,active,',
      'all-1,Again,,',
    ];
    for (const dryRun of [true, false]) {
      const { body, status } = await upload(admin, '/customers', csv.join('\n'), { dryRun });
      expect(status).toBe(200);
      expect(body.errors.map((e: { line: number; path: string; code: string }) => [e.line, e.path, e.code])).toEqual(
        expect.arrayContaining([
          [3, 'code', 'slug'],
          [3, 'name', expect.any(String)],
          [3, 'status', expect.any(String)],
          [4, 'code', 'taken'],
          [5, 'code', 'taken'],
        ]),
      );
      expect([body.created, body.ignored]).toEqual([0, ['note']]);
      expect(await customersNamed('all-1')).toBe(0);
    }
  });

  it('finds the one invalid line of many, and audits each row when all are valid', async () => {
    const lines = Array.from({ length: 250 }, (_, i) => `many-${i},Many ${i}`);
    const wrong = lines.toSpliced(137, 1, 'twin-a,Taken');
    const fault = { line: 139, path: 'code', code: 'taken' };
    const refused = await upload(admin, '/customers', ['code,name', ...wrong].join('\n'));
    expect(refused.body).toMatchObject({ rows: 250, created: 0, errors: [fault] });
    expect(await customersNamed('many-')).toBe(0);
    expect((await upload(admin, '/customers', ['code,name', ...lines].join('\n'))).body).toMatchObject({
      created: 250,
    });
    const { body } = await server.call(admin, 'GET', '/audit?action=create&resource=customer&q=Many&perPage=1');
    expect([await customersNamed('many-'), body.meta.total]).toEqual([250, 250]);
    expect(await verifyAudit(server.deps.db)).toMatchObject({ ok: true });
  });

  it("reports errors in the reader's language", async () => {
    const { body } = await server.call(
      admin,
      'POST',
      '/customers/import',
      { csv: 'code,name\ntwin-a,x', dryRun: true },
      { 'accept-language': 'es' },
    );
    expect(body.errors[0].message).toBe('Ya está en uso. Elija otro.');
  });

  it('reads an exported file, including its protected cells', async () => {
    await upload(admin, '/customers', 'code,name,contactName\nround-1,=Round,+972 3');
    const url = '/api/customers/export?q=round-1&columns=code,name,contactName';
    const file = await server.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${admin}` } });
    const csv = file.payload.replace('round-1', 'round-2').replace('=Round', '=Again');
    expect((await upload(admin, '/customers', csv)).body.created).toBe(1);
    const { body } = await server.call(admin, 'GET', '/customers?code=round-2');
    expect(body.data[0]).toMatchObject({ name: '=Again', contactName: '+972 3' });
  });

  it('accepts translated headings', async () => {
    const columns = { Código: 'code', Nombre: 'name' };
    const { body } = await upload(admin, '/customers', 'Código\tNombre\nes-1\tUno', { columns });
    expect(body).toMatchObject({ created: 1, ignored: [] });
  });

  it.each([
    ['nothing known', 'a,b\n1,2', 'no-columns'],
    ['no rows', 'code,name\n', 'empty-file'],
    ['an open quote', 'code,name\n"x,y', 'not-csv'],
    ['too many', `code,name\n${'x,y\n'.repeat(10_001)}`, 'too-many-rows'],
  ])('refuses %s', async (_what, csv, code) => {
    const { status, body } = await upload(admin, '/customers', csv);
    expect([status, body.errors[0].path, body.errors[0].code]).toEqual([422, 'csv', code]);
  });

  it("creates users of the caller's customer by codes, and of no other customer", async () => {
    const token = world.a.tokens['customer-admin'] ?? '';
    const head = 'username,email,firstname,role,callcenters,customer\n';
    const foreign = await upload(token, '/users', `${head}f1,f1@example.com,F,supervisor,support,twin-b\n`);
    expect(foreign.body.errors).toMatchObject([{ line: 2, path: 'customer', code: 'unknown' }]);
    const above = await upload(token, '/users', `${head}f1,f1@example.com,F,administrator,,\n`);
    expect(above.body.errors).toMatchObject([{ line: 2, path: 'role' }]);
    const fine = await upload(
      token,
      '/users',
      `${head}f1,f1@example.com,F,supervisor,support,\nf2,f2@example.com,G,agent,,twin-a\n`,
    );
    expect(fine.body).toMatchObject({ created: 2, errors: [] });
    const { body } = await server.call(token, 'GET', '/users?username=f1');
    expect(body.data[0]).toMatchObject({
      status: 'invited',
      customerId: world.a.customerId,
      callcenterIds: [world.a.callcenterId],
    });
  });
});
