import { RATE_COLUMNS, RATE_EXAMPLE } from '@ringside/core/contract/billing/rates.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../cli/run-command.ts';
import { PASSWORD, startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';

let server: TestConsole;
let admin: string;
let number = 0;

beforeAll(async () => {
  server = await startTestConsole();
  const made = await runCommand(server.deps, {
    command: 'user create',
    options: { username: 'boss', role: 'administrator', email: 'boss@example.com', password: PASSWORD },
  });
  if (!made.ok) throw new Error(made.lines.join());
  admin = await server.signIn('boss');
});
afterAll(() => server.close());

// oxlint-disable-next-line no-explicit-any -- tests look into answers of every shape
const must = async (method: string, path: string, body?: unknown): Promise<any> => {
  const answer = await server.call(admin, method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
};
const makePlan = (more: object = {}) => must('POST', '/plans', { name: `Plan ${(number += 1)}`, ...more });
const quote = (id: string, more: object) =>
  must('POST', `/plans/${id}/quote`, {
    direction: 'outbound',
    number: '+44 7712 345678',
    answeredAt: '2026-03-02T12:00:00Z',
    billsec: 61,
    ...more,
  });
const upload = (id: string, text: string, query = '') =>
  server.call(admin, 'POST', `/plans/${id}/rates/import${query}`, text, { 'content-type': 'text/csv' });

describe('an import', () => {
  let id: string;
  beforeEach(async () => {
    id = (await makePlan()).id;
  });

  it('writes all rows and reads its own export', async () => {
    const text =
      '\ufeffPrefix;Destination;Rate per minute;Connect fee;Timing;Blocked;Effective from\r\n' +
      '+44;"United; Kingdom";0.01;0.05;;;2026-01-01\r\n447;UK mobile;0.0500;;peak;no;\r\n\r\n449;Premium;2;;any;yes;\r\n';
    const dry = await upload(id, text, '?dryRun=true');
    expect(dry.body).toMatchObject({ state: 'done', dryRun: true, rows: 3, added: 3, written: 0 });
    expect((await must('GET', `/plans/${id}/rates`)).meta.total).toBe(0);
    expect((await upload(id, text)).body).toMatchObject({ state: 'done', rows: 3, added: 3, written: 3, errors: [] });
    expect(await must('GET', `/plans/${id}/rates/import`)).toMatchObject({ state: 'done', rows: 3, written: 3 });
    const { data } = await must('GET', `/plans/${id}/rates`);
    expect(data).toMatchObject([
      {
        prefix: '44',
        destinationName: 'United; Kingdom',
        connectFee: '0.05',
        effectiveFrom: '2026-01-01T00:00:00.000Z',
      },
      { prefix: '447', ratePerMinute: '0.05', timing: 'peak', effectiveFrom: '1970-01-01T00:00:00.000Z' },
      { prefix: '449', ratePerMinute: '2.00', blocked: true },
    ]);
    const file = await server.call(admin, 'GET', `/plans/${id}/rates/export`);
    expect(file.headers['content-type']).toContain('text/csv');
    expect((await upload(id, file.text)).body).toMatchObject({ state: 'done', unchanged: 3, added: 0, written: 0 });
    const other = (await makePlan()).id;
    expect((await upload(other, file.text)).body).toMatchObject({ state: 'done', added: 3 });
    expect((await server.call(admin, 'GET', `/plans/${other}/rates/export`)).text).toBe(file.text);
  });

  it('says what a request needs whose body is not the file', async () => {
    const answers = [];
    for (const language of ['en', 'es', 'fr', 'he']) {
      const path = `/plans/${id}/rates/import`;
      const answer = await server.call(admin, 'POST', path, { rates: [] }, { 'accept-language': language });
      expect([answer.status, answer.body.errors]).toMatchObject([422, [{ path: 'body', code: 'csv-body' }]]);
      answers.push(answer.body.errors[0].message);
    }
    expect(answers[0]).toBe('Send the CSV file as the body of the request, with the content type text/csv.');
    expect(new Set(answers).size).toBe(4);
  });

  it('reports line and field of each invalid row and writes nothing', async () => {
    const text =
      'prefix,ratePerMinute,initialSeconds,effectiveFrom\n44,0.01,60,\n4a,0.02,60,\n45,"0,03",0,\n46,0.01,x,yesterday\n44,0.02,60,\n';
    const { body } = await upload(id, text);
    expect(body).toMatchObject({ state: 'refused', rows: 5, wrongRows: 4, written: 0 });
    expect(body.errors.map((e: { line: number; path: string; value: string }) => [e.line, e.path, e.value])).toEqual([
      [3, 'prefix', '4a'],
      [4, 'ratePerMinute', '0,03'],
      [4, 'initialSeconds', '0'],
      [5, 'initialSeconds', 'x'],
      [5, 'effectiveFrom', 'yesterday'],
      [6, 'prefix', '44'],
    ]);
    expect((await must('GET', `/plans/${id}/rates`)).meta.total).toBe(0);
  });

  it('accepts its own template', async () => {
    const { body } = await upload(id, `${RATE_COLUMNS.join(',')}\n${RATE_EXAMPLE.join(',')}\n`);
    expect(body).toMatchObject({ state: 'done', added: 1, errors: [] });
  });

  it('reports all faults of heading and rows at once', async () => {
    await upload(id, 'prefix,rate\n33,0.10\n');
    await must('PATCH', `/plans/${id}`, { status: 'active' });
    const text =
      'prefix,rate,colour,initial,effectiveFrom,shape\n4a,0.01,red,60,,\n45,0.01,red,0,,\n33,0.20,red,60,1970-01-01,\n';
    const { body } = await upload(id, text);
    expect(body).toMatchObject({ state: 'refused', wrongRows: 4, written: 0 });
    expect(body.errors.map((e: { line: number; path: string; code: string }) => [e.line, e.path, e.code])).toEqual([
      [1, 'colour', 'unknown-column'],
      [1, 'shape', 'unknown-column'],
      [2, 'prefix', 'prefix'],
      [3, 'initialSeconds', 'too_small'],
      [4, 'prefix', 'rate-in-force'],
    ]);
    const without = await upload(id, 'prefix,initial\n44,60\n45,x\n');
    expect(without.body.errors.map((e: { line: number; path: string }) => [e.line, e.path])).toEqual([
      [1, 'ratePerMinute'],
      [3, 'initialSeconds'],
    ]);
  });

  it('accepts decimal commas with semicolons or tabs as separators, but no thousands separators', async () => {
    const text =
      'prefix;destination;rate;connect fee;min charge;initial\n44;UK;0,0125;1;0,5;60\n447;"UK; mobile";1,25;0,05;;30\n';
    expect((await upload(id, text)).body).toMatchObject({ state: 'done', added: 2 });
    const { data } = await must('GET', `/plans/${id}/rates`);
    expect(data).toMatchObject([
      { prefix: '44', ratePerMinute: '0.0125', connectFee: '1.00', minCharge: '0.50' },
      { prefix: '447', ratePerMinute: '1.25', connectFee: '0.05', initialSeconds: 30 },
    ]);
    expect((await upload(id, 'prefix\trate\n46\t0,02\n')).body).toMatchObject({ state: 'done', added: 1 });
    const refused = await upload(id, 'prefix;rate\n47;1.234,5\n48;1,234,5\n');
    expect(refused.body.errors.map((e: { value: string }) => e.value)).toEqual(['1.234,5', '1,234,5']);
    const ambiguous = await upload(id, 'prefix,rate\n49,"1,234"\n');
    expect(ambiguous.body.errors).toMatchObject([{ line: 2, path: 'ratePerMinute', value: '1,234' }]);
  });

  it.each([
    ['an unknown column', 'prefix,rate,colour\n44,1,red\n', 1, 'colour'],
    ['a missing column', 'prefix,destination\n44,UK\n', 1, 'ratePerMinute'],
    ['nothing', '', 1, 'prefix'],
    ['an open quote', 'prefix,rate\n44,"1\n45,2\n', 3, ''],
    ['bytes', '\u0000\u0001\u0002', 1, '\u0000\u0001\u0002'],
  ])('refuses %s', async (_, text, line, path) => {
    const { status, body } = await upload(id, text);
    expect([status, body.state]).toEqual([200, 'refused']);
    expect(body.errors[0]).toMatchObject({ line, path });
  });

  it('adds new prices to an active plan from now on and refuses to change prices in force', async () => {
    await upload(id, 'prefix,rate\n44,0.10\n');
    await must('PATCH', `/plans/${id}`, { status: 'active' });
    const rewrite = await upload(id, 'prefix,rate,effectiveFrom\n44,0.20,1970-01-01\n');
    expect(rewrite.body).toMatchObject({ state: 'refused', errors: [{ line: 2, code: 'rate-in-force', value: '44' }] });
    expect((await upload(id, 'prefix,rate\n44,0.20\n45,0.30\n')).body).toMatchObject({ state: 'done', added: 2 });
    expect((await quote(id, { billsec: 60 })).cost).toBe('0.1000');
    expect((await quote(id, { billsec: 60, answeredAt: '2126-01-01T00:00:00Z' })).cost).toBe('0.2000');
    expect((await quote(id, { billsec: 60, number: '+4512345678' })).cost).toBe('0.3000');
  });

  it('handles a hundred thousand rows', { timeout: 240_000 }, async () => {
    const lines = Array.from(
      { length: 100_000 },
      (_, i) => `${100_000 + i},Place ${i},0.${String(i).padStart(6, '0')},60`,
    );
    const started = performance.now();
    const { body } = await upload(id, `prefix,destination,rate,increment\n${lines.join('\n')}\n`);
    console.log(`100,000 rates imported in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    expect(body).toMatchObject({ state: 'done', rows: 100_000, written: 100_000 });
    expect(await quote(id, { number: '17345600', billsec: 60 })).toMatchObject({ prefix: '173456', cost: '0.0735' });
    expect((await must('GET', `/plans/${id}/rates?page=2&perPage=50`)).meta.total).toBe(100_000);
  });
});
