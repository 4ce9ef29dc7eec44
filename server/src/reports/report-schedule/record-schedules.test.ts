// Tests call records and billing by e-mail: the same file as on the page, with the owner's access at the time of sending.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '@ringside/core/reports/report-period.ts';
import { rateDue } from '../../billing/rate-due.ts';
import { startSmtpSink } from '../../platform/mail/testing/smtp-sink.ts';
import type { SmtpSink } from '../../platform/mail/testing/smtp-sink.ts';
import { wordsOf } from '../../platform/documents/report-words.ts';
import { sendDue } from './send-due.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import type { World } from '../../testing/side.ts';

const DAY_MS = 86_400_000;
/** The e-mails cover this day. It is in the future, so that the console's own job sends nothing. */
const DAY = addDays(new Date().toISOString().slice(0, 10), 10);
const NOON = `${DAY}T12:00:00Z`;
const DUE = Date.parse(NOON) + DAY_MS;

let running: TestConsole;
let sink: SmtpSink;
let world: World;
let admin: string;
let own: string;

const must = async (token: string, method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
  const answer = await running.call(token, method, path, body, headers);
  expect([path, answer.status < 300, answer.status < 300 ? '' : answer.text]).toEqual([path, true, '']);
  return answer.body;
};

/** Stores `count` outbound calls of that day, one second apart. */
const makeCalls = (side: 'a' | 'b', destination: string, count = 1) =>
  sql`insert into calls (id, server_id, linkedid, uniqueid, customer_id, direction, status, source, source_name,
      destination, extension, device, start_at, answer_at, end_at, duration, wait_seconds, talk_seconds, billable_seconds,
      recording_file, legs)
    select gen_random_uuid(), ${world[side].endpointId}, 'sent-' || ${randomUUID()} || n, 'sent-' || ${side} || n, ${world[side].customerId},
      'outbound', 'answered', '100', 'Quentin', ${destination}, '100', '', at, at, at, 60, 0, 60, 60, '', 1
    from generate_series(1, ${count}) as n, lateral (select ${NOON}::timestamptz - n * interval '1 second' as at) as t`.execute(
    running.deps.db,
  );

beforeAll(async () => {
  sink = await startSmtpSink();
  ({ server: running, world } = await startTwins({ SMTP_URL: sink.url }));
  admin = world.platform['administrator'] ?? '';
  own = world.a.tokens['customer-admin'] ?? '';
  const plan = await must(admin, 'POST', '/plans', { name: 'Sent', fixedFee: '7.50', status: 'active' });
  const csv = { 'content-type': 'text/csv' };
  await must(admin, 'POST', `/plans/${plan.id}/rates/import`, 'prefix,ratePerMinute,connectFee\n44,0.871543,0\n', csv);
  const validFrom = '2020-01-01T00:00:00Z';
  await must(admin, 'POST', `/plans/${plan.id}/customers`, { customerId: world.a.customerId, validFrom });
  await makeCalls('a', '+442079469731');
  await makeCalls('a', '+442079460123');
  await makeCalls('b', '+442079464444');
  await rateDue(running.deps.db, null);
});
afterAll(async () => {
  await running?.close();
  await sink?.close();
});
beforeEach(async () => {
  await sql`delete from report_schedules`.execute(running.deps.db);
  sink.letters.length = 0;
});

const add = (token: string, report: string, more: object = {}) =>
  running.call(token, 'POST', '/reports/schedules', {
    ...{ name: 'Records', report, format: 'csv', every: 'day', clock: '07:00', language: 'en' },
    ...{ recipients: ['ana@example.com'], ...more },
  });

/** Sends what is due the day after. Returns the text and the file of each e-mail. */
const send = async (
  limits: { readonly mostCalls?: number } = {},
): Promise<{ readonly text: string; readonly file: Buffer }[]> => {
  const { db } = running.deps;
  await sql`update report_schedules set next_at = ${new Date(DUE)}, time_zone = 'UTC' where not paused`.execute(db);
  const errors: unknown[] = [];
  await sendDue({ ...running.deps, ...limits, now: () => DUE }, (error) => errors.push(error));
  expect(errors).toEqual([]);
  return sink.letters.map(({ text }) => {
    const [, file = ''] = /filename=\S+[^]*?\r\n\r\n([^]*?)\r\n--/.exec(text) ?? [];
    return { text, file: Buffer.from(file, 'base64') };
  });
};

const headings = (report: 'calls' | 'billing'): string =>
  Object.values(report === 'calls' ? wordsOf('en').calls.exported : wordsOf('en').billing.columns).join('\n');

/** Returns the page's own file of the same day. */
const pageFile = async (token: string, report: 'calls' | 'billing', more = ''): Promise<string> => {
  const period =
    report === 'calls' ? `from=${DAY}T00:00:00Z&to=${addDays(DAY, 1)}T00:00:00Z` : `from=${DAY}&to=${addDays(DAY, 1)}`;
  const path = report === 'calls' ? '/reports/cdr' : '/reports/billing';
  const words = encodeURIComponent(headings(report));
  const answer = await running.call(token, 'GET', `${path}?format=csv&${period}&headings=${words}${more}`);
  expect(answer.status).toBe(200);
  return answer.text;
};

describe.each(['calls', 'billing'] as const)('a scheduled file of %s', (report) => {
  it("equals the file of the page within the owner's reach", async () => {
    await add(own, report);
    const [letter] = await send();
    const text = letter?.file.toString('utf8') ?? '';
    expect(text).toBe(await pageFile(own, report));
    expect(text.split('\r\n').length).toBe(report === 'calls' ? 4 : 3);
    expect(text).not.toContain('444444');
    expect(letter?.text).toContain(wordsOf('en')[report].title);
  });

  it('contains prices if the owner sees them at the time of sending', async () => {
    await add(own, report);
    const price = report === 'calls' ? '0.8715' : '1.743';
    expect((await send())[0]?.file.toString()).not.toContain(price);
    await must(admin, 'PATCH', `/customers/${world.a.customerId}`, { showPrices: true });
    sink.letters.length = 0;
    await sql`delete from report_letters`.execute(running.deps.db);
    expect((await send())[0]?.file.toString()).toContain(price);
    await must(admin, 'PATCH', `/customers/${world.a.customerId}`, { showPrices: false });
  });

  it('applies the filters of the schedule', async () => {
    const filters = { direction: 'inbound' };
    await add(own, report, { filters });
    expect((await send())[0]?.file.toString()).toBe(await pageFile(own, report, '&direction=inbound'));
  });

  it('is an Excel workbook on request', async () => {
    await add(own, report, { format: 'xlsx' });
    expect((await send())[0]?.file.subarray(0, 2).toString()).toBe('PK');
  });
});

describe('fields that are withheld from the owner', () => {
  it('are masked in the file and refused as filters', async () => {
    await add(own, 'calls');
    const rule = { kind: 'access', name: 'Withhold', effect: 'deny', resource: 'cdr', subjectType: 'everyone' };
    const { id } = await must(admin, 'POST', '/acl', { ...rule, fieldMask: ['caller-number', 'caller-name'] });
    const text = (await send())[0]?.file.toString() ?? '';
    expect(text).toContain('***731');
    expect(text).not.toMatch(/Quentin|9469731/);
    const refused = await add(own, 'calls', { filters: { q: '2079469731' } });
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, 'q']);
    await must(admin, 'DELETE', `/acl/${id}`);
  });

  it('end the schedule if the owner may no longer have the file', async () => {
    await add(own, 'calls');
    const rule = { kind: 'access', name: 'No files', effect: 'deny', resource: 'cdr', subjectType: 'everyone' };
    const { id } = await must(admin, 'POST', '/acl', { ...rule, actions: ['export'] });
    expect(await send()).toEqual([]);
    const { data } = await must(own, 'GET', '/reports/schedules');
    expect(data).toMatchObject([{ paused: true, lastFailure: 'owner-gone' }]);
    expect((await add(own, 'calls')).status).toBe(403);
    expect((await running.call(own, 'GET', `/reports/schedules/${data[0].id}/file`)).status).toBe(403);
    await must(admin, 'DELETE', `/acl/${id}`);
  });
});

it.each([
  ['calls', { format: 'pdf' }, 'format'],
  ['calls', { filters: { customerId: randomUUID() } }, 'filters'],
  ['billing', { filters: { customerId: 'other' } }, 'filters'],
])('refuses %s with %j', async (report, more, path) => {
  const foreign = JSON.parse(JSON.stringify(more).replace('"other"', JSON.stringify(world.b.customerId))) as object;
  const answer = await add(own, report, foreign);
  expect([answer.status, answer.body.errors[0].path]).toEqual([422, path]);
});

it('contains the newest calls up to the limit, with a note in the e-mail', async () => {
  // Four calls in total.
  await makeCalls('a', '100', 2);
  await add(own, 'calls');
  const whole = await pageFile(own, 'calls');
  const [letter] = await send({ mostCalls: 3 });
  expect(letter?.file.toString()).toBe(`${whole.split('\r\n').slice(0, 4).join('\r\n')}\r\n`);
  expect(letter?.text.replace(/=\r\n/g, '')).toContain('Only the newest 3 calls are attached.');
});
