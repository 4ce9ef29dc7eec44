// Tests invoices through the API: visibility, the complete life cycle from draft to e-mail, and every refusal with its reason.
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSmtpSink } from '../../platform/mail/testing/smtp-sink.ts';
import type { SmtpSink } from '../../platform/mail/testing/smtp-sink.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';

let mail: SmtpSink;
let server: TestConsole;
let world: World;
let staff: string;
let customerId: string;

const NOVEMBER = { firstDay: '2025-11-01', lastDay: '2025-11-30' };

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};
/** Returns a single-color square as base64 PNG. */
const picture = (side: number): string => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(side * (1 + 3 * side), 90);
  for (let y = 0; y < side; y++) rows[y * (1 + 3 * side)] = 0;
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]).toString('base64');
};
const post = (path: string, body?: unknown) => server.call(staff, 'POST', path, body);
const codes = (answer: { body: { errors: { path: string; code: string }[] } }) =>
  answer.body.errors.map(({ path, code }) => [path, code]);

beforeAll(async () => {
  mail = await startSmtpSink();
  ({ server, world } = await startTwins({ SMTP_URL: mail.url, SMTP_FROM: 'billing@vega.example' }));
  staff = world.platform['billing'] ?? '';
  customerId = world.a.customerId;
  const plan = await post('/plans', { name: 'Office', status: 'active', fixedFee: '49.90' });
  const given = { customerId, validFrom: '2025-10-05T00:00:00Z' };
  expect((await post(`/plans/${plan.body.id}/customers`, given)).status).toBe(201);
}, 60_000);
afterAll(async () => {
  await server?.close();
  await mail?.close();
});

const draft = async (): Promise<string> => {
  const answer = await post('/invoices', { customerId, ...NOVEMBER });
  expect(answer.status).toBe(201);
  return answer.body.data[0].id;
};

/** Returns the invoices in the rows of the month's billing report. */
const reported = async (token = staff, month = 'from=2025-11-01&to=2025-12-01') =>
  (await server.call(token, 'GET', `/reports/billing?customerId=${customerId}&${month}`)).body.data.map(
    (row: { invoices: { number: string | null; status: string }[] }) =>
      row.invoices.map(({ number, status }) => `${number} ${status}`),
  );

describe('a draft', () => {
  it('is refused before the end of its period, without charges, and with reversed dates', async () => {
    const ahead = await post('/invoices', { customerId, firstDay: '2026-01-01', lastDay: '2099-01-31' });
    expect([ahead.status, codes(ahead)]).toEqual([422, [['lastDay', 'too-long-period']]]);
    const today = new Date().toISOString().slice(0, 10);
    const open = await post('/invoices', { customerId, firstDay: today, lastDay: today });
    expect([open.status, codes(open)]).toEqual([409, [['lastDay', 'period-not-over']]]);
    const turned = await post('/invoices', { customerId, firstDay: '2025-11-02', lastDay: '2025-11-01' });
    expect(codes(turned)).toEqual([['lastDay', 'before-start']]);
    const nothing = await post('/invoices', { customerId: world.b.customerId, ...NOVEMBER });
    expect([nothing.status, codes(nothing)]).toEqual([409, [['', 'nothing-to-bill']]]);
  });

  it('can be edited, extended and discarded, and is invisible to its customer', async () => {
    const id = await draft();
    expect(await draft()).toBe(id);
    const noted = await server.call(staff, 'PATCH', `/invoices/${id}`, { notes: 'By bank, please', language: 'fr' });
    expect(noted.body).toMatchObject({ notes: 'By bank, please', language: 'fr', status: 'draft', total: '99.80' });
    const added = await post(`/invoices/${id}/lines`, { description: 'Outage', amount: '-9.80' });
    expect(added.body).toMatchObject({ total: '90.00', lines: [{}, {}, { description: 'Outage', manual: true }] });
    for (const [amount, code] of [
      ['0', 'not-zero'],
      ['0.001', 'coins'],
      ['1e3', 'signed-money'],
      ['1,000', 'signed-money'],
    ])
      // prettier-ignore
      expect(codes(await post(`/invoices/${id}/lines`, { description: 'x', amount }))).toEqual([['amount', code]]);
    expect((await post(`/invoices/${id}/refresh`)).body.total).toBe('90.00');
    const lineId = added.body.lines[2].id as string;
    const fee = added.body.lines[0].id as string;
    expect((await server.call(staff, 'DELETE', `/invoices/${id}/lines/${fee}`)).status).toBe(404);
    const now = (await server.call(staff, 'GET', `/invoices/${id}`)).body.lines[2].id as string;
    expect((await server.call(staff, 'DELETE', `/invoices/${id}/lines/${lineId}`)).status).toBe(404);
    expect((await server.call(staff, 'DELETE', `/invoices/${id}/lines/${now}`)).body.total).toBe('99.80');
    const own = world.a.tokens['customer-admin'] ?? '';
    expect((await server.call(own, 'GET', `/invoices/${id}`)).status).toBe(404);
    expect((await server.call(own, 'GET', '/invoices')).body.meta.total).toBe(0);
    expect([await reported(), await reported(own)]).toEqual([[['null draft']], [[]]]);
    expect(await reported(staff, 'from=2025-12-01&to=2026-01-01')).toEqual([[]]);
    expect((await post(`/invoices/${id}/send`, {})).status).toBe(409);
    expect((await post(`/invoices/${id}/void`)).body.status).toBe('void');
    expect(codes(await post(`/invoices/${id}/finalise`))).toEqual([['', 'not-a-draft']]);
  });
});

describe('a tax profile', () => {
  it('applies to its customers, with compound rates and start dates', async () => {
    const rate = (label: string, percent: string, over = {}) => ({ label, percent, ...over });
    const rates = [
      rate('GST', '5'),
      rate('QST', '9.5', { compound: true, validFrom: '2012-01-01' }),
      rate('QST', '9.975', { validFrom: '2025-12-01' }),
      rate('HST', '13', { country: 'CA' }),
    ];
    for (const [over, path, code] of [
      [{ percent: '101' }, 'rates.0.percent', 'percent'],
      [{ country: 'XX' }, 'rates.0.country', 'country'],
      [{ validFrom: '2025-02-30' }, 'rates.0.validFrom', 'invalid_format'],
    ] as const)
      expect(codes(await post('/tax-profiles', { name: 'x', rates: [rate('a', '1', over)] }))).toEqual([[path, code]]);
    const made = await post('/tax-profiles', { name: 'Quebec', rates });
    expect(made.body).toMatchObject({ customers: 0, rates: [{ compound: false }, { compound: true }, {}, {}] });
    expect(codes(await post('/tax-profiles', { name: 'QUEBEC' }))).toEqual([['name', 'taken']]);
    const bill = (taxProfileId: string | null) =>
      server.call(staff, 'PATCH', `/customers/${customerId}/account`, { taxProfileId });
    expect((await bill(world.b.customerId)).status).toBe(404);
    expect((await bill(made.body.id)).body).toMatchObject({ taxProfileId: made.body.id });
    const invoice = (await server.call(staff, 'GET', `/invoices/${await draft()}`)).body;
    expect(invoice).toMatchObject({
      ...{ net: '99.80', tax: '14.95', total: '114.75' },
      taxes: [
        { label: 'GST', percent: '5', base: '99.80', amount: '4.99', compound: false, appliesTo: 'all' },
        { label: 'QST', percent: '9.5', base: '104.79', amount: '9.96', compound: true },
      ],
    });
    expect((await server.call(staff, 'GET', `/invoices/${invoice.id}/pdf?language=he`)).status).toBe(200);
    const removed = () => server.call(staff, 'DELETE', `/tax-profiles/${made.body.id}`);
    expect(codes(await removed())).toEqual([['id', 'in-use']]);
    const plain = { name: 'Plain', rates: [rate('IGIC', '7')] };
    const changed = await server.call(staff, 'PATCH', `/tax-profiles/${made.body.id}`, plain);
    expect(changed.body).toMatchObject({ name: 'Plain', customers: 1 });
    expect(codes(await post(`/invoices/${invoice.id}/finalise`))).toEqual([['', 'changed-since']]);
    expect((await post(`/invoices/${invoice.id}/refresh`)).body).toMatchObject({ tax: '6.99' });
    await bill(null);
    await post(`/invoices/${invoice.id}/void`);
    expect((await removed()).status).toBe(204);
    const own = world.a.tokens['customer-admin'] ?? '';
    expect((await server.call(own, 'PATCH', `/tax-profiles/${made.body.id}`, plain)).status).toBeGreaterThan(400);
  });
});

describe('a final invoice', () => {
  it('needs an issuer, then is numbered, visible only to its customer, sent, paid and credited', async () => {
    const id = await draft();
    expect(codes(await post(`/invoices/${id}/finalise`))).toEqual([['', 'no-issuer']]);
    const issuer = await post('/issuers', { name: 'Vega', legalName: 'Vega Telecom Ltd', lastInvoice: 41 });
    expect(issuer.body).toMatchObject({ isDefault: true, lastInvoice: 41, hasLogo: false });
    expect(codes(await post('/issuers', { name: 'VEGA' }))).toEqual([['name', 'taken']]);
    const logo = (image: string) => server.call(staff, 'PUT', `/issuers/${issuer.body.id}/logo`, { image });
    expect(codes(await logo(picture(16)))).toEqual([['image', 'logo-shape']]);
    expect(codes(await logo(Buffer.from('<svg onload="x"/>').toString('base64')))).toEqual([['image', 'not-an-image']]);
    const pictures = async () =>
      ((await server.call(staff, 'GET', `/invoices/${id}/pdf`)).text.match(/\/Subtype \/Image/g) ?? []).length;
    expect(await pictures()).toBe(0);
    expect((await logo(picture(64))).body).toMatchObject({ hasLogo: true });
    const account = await server.call(staff, 'PATCH', `/customers/${customerId}/account`, {
      taxes: [{ label: 'VAT', percent: '17' }],
      paymentTermsDays: 10,
    });
    expect(account.body).toMatchObject({ paymentTermsDays: 10, outboundBlocked: false, level: 'fine' });
    // The tax was added after the draft.
    expect(codes(await post(`/invoices/${id}/finalise`))).toEqual([['', 'changed-since']]);
    await post(`/invoices/${id}/refresh`);
    expect(await pictures()).toBe(1);
    const final = await post(`/invoices/${id}/finalise`);
    expect(final.body).toMatchObject({
      number: 'INV-00042',
      status: 'final',
      net: '99.80',
      tax: '16.97',
      total: '116.77',
    });
    // The invoice keeps the logo that it was issued with.
    expect((await logo('')).body).toMatchObject({ hasLogo: false });
    expect(await pictures()).toBe(1);
    expect(final.body).toMatchObject({ payment: 'unpaid', open: '116.77', issuedBy: { name: 'Vega Telecom Ltd' } });
    const prefix = await server.call(staff, 'PATCH', `/issuers/${issuer.body.id}`, { invoicePrefix: 'X' });
    expect([prefix.status, codes(prefix)]).toEqual([409, [['invoicePrefix', 'numbers-given']]]);

    const [own, other] = [world.a.tokens['customer-admin'] ?? '', world.b.tokens['customer-admin'] ?? ''];
    const list = await server.call(own, 'GET', '/invoices');
    expect(await reported(own)).toEqual([['INV-00042 final']]);
    expect(list.body).toMatchObject({ data: [{ id }], totals: [{ currency: 'USD', total: '116.77', open: '116.77' }] });
    expect((await server.call(other, 'GET', '/invoices')).body.data).toEqual([]);
    for (const path of ['', '/pdf', '/calls'])
      expect([path, (await server.call(other, 'GET', `/invoices/${id}${path}`)).status]).toEqual([path, 404]);
    for (const role of ['supervisor', 'agent', 'auditor'])
      expect((await server.call(world.a.tokens[role] ?? '', 'GET', `/invoices/${id}`)).status).toBe(403);
    const pdf = await server.call(own, 'GET', `/invoices/${id}/pdf?language=he`);
    expect([pdf.status, pdf.headers['content-type'], pdf.text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-']);
    expect(String(pdf.headers['content-disposition'])).toContain('INV-00042.pdf');
    const calls = await server.call(own, 'GET', `/invoices/${id}/calls`);
    expect(calls.text.trim().replace(/^\ufeff/, '')).toMatch(/^at,direction,source/);

    expect(codes(await post(`/invoices/${id}/send`, {}))).toEqual([['to', 'no-address']]);
    const sent = await post(`/invoices/${id}/send`, { to: 'accounts@twin-a.example' });
    expect(sent.body).toMatchObject({ sentTo: 'accounts@twin-a.example' });
    const letter = await mail.next();
    expect(letter.to).toBe('accounts@twin-a.example');
    expect(letter.subject).toContain('INV-00042');
    expect(letter.text).toMatch(/application\/pdf[\s\S]*filename=.?INV-00042\.pdf/);

    const enter = (body: object) => post(`/customers/${customerId}/ledger`, body);
    expect(codes(await enter({ kind: 'payment', amount: '-5' }))).toEqual([['amount', 'above-zero']]);
    expect((await enter({ kind: 'payment', amount: '100' })).body).toMatchObject({
      amount: '100.00',
      balance: '-16.77',
    });
    expect((await server.call(staff, 'GET', `/invoices/${id}`)).body).toMatchObject({
      open: '16.77',
      payment: 'part_paid',
    });
    await enter({ kind: 'adjustment', amount: '16.77', reference: 'Goodwill' });
    expect((await server.call(staff, 'GET', `/invoices?payment=paid`)).body.data).toMatchObject([{ id, open: '0.00' }]);
    const ledger = await server.call(own, 'GET', `/customers/${customerId}/ledger`);
    expect(ledger.body.data.map((e: { kind: string; balance: string }) => [e.kind, e.balance])).toEqual([
      ['adjustment', '0.00'],
      ['payment', '-16.77'],
      ['invoice', '-116.77'],
    ]);
    expect((await server.call(own, 'POST', `/customers/${customerId}/ledger`, {})).status).toBe(403);

    const some = { reason: 'Outage', rebill: true, lines: [{ id, amount: '1.00' }] };
    const refused = await post(`/invoices/${id}/credit`, some);
    expect([refused.status, codes(refused)]).toEqual([422, [['rebill', 'whole-only']]]);
    const credit = await post(`/invoices/${id}/credit`, { reason: 'Wrong plan' });
    expect(credit.body).toMatchObject({
      kind: 'credit_note',
      number: 'CN-00001',
      total: '-116.77',
      creditsNumber: 'INV-00042',
    });
    expect((await server.call(staff, 'GET', `/invoices/${id}`)).body).toMatchObject({
      ...{ payment: 'credited', creditedByNumber: 'CN-00001' },
    });
    expect(await reported(own)).toEqual([['INV-00042 credited']]);
    const month = 'from=2025-11-01&to=2025-12-01&format=csv';
    const file = await server.call(staff, 'GET', `/reports/billing?customerId=${customerId}&${month}`);
    expect(file.text).toMatch(/,invoiceNumber,invoiceStatus\b[\s\S]*,INV-00042,credited/);
    const again = await post(`/invoices/${id}/credit`, { reason: 'Wrong plan' });
    expect([again.status, codes(again)]).toEqual([409, [['', 'credited']]]);
    const gone = await server.call(world.platform['administrator'] ?? '', 'DELETE', `/customers/${customerId}`);
    expect(gone.status).toBe(409);
    const trail = await server.call(
      world.platform['administrator'] ?? '',
      'GET',
      '/audit?resource=billing&perPage=100',
    );
    const actions = new Set(trail.body.data.map((entry: { action: string }) => entry.action));
    for (const action of ['draft', 'finalise', 'send', 'payment', 'credit', 'void', 'add-line'])
      expect([...actions]).toContain(action);
  });
});

describe('re-rating', () => {
  it('is only for platform staff and an existing customer', async () => {
    const body = { customerId, ...NOVEMBER };
    expect((await post('/reports/billing/rerate', body)).body).toEqual({
      calls: 0,
      changed: 0,
      invoiced: 0,
      totals: [],
      costs: [],
    });
    const nobody = { ...body, customerId: '00000000-0000-4000-8000-000000000000', dryRun: false };
    expect([(await post('/reports/billing/rerate', nobody)).status]).toEqual([404]);
    const turned = { ...body, lastDay: '2025-10-01' };
    expect(codes(await post('/reports/billing/rerate', turned))).toEqual([['lastDay', 'before-start']]);
    const own = world.a.tokens['customer-admin'] ?? '';
    expect((await server.call(own, 'POST', '/reports/billing/rerate', body)).status).toBe(403);
  });
});
