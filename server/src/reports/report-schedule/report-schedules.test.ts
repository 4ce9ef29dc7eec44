// Tests reports by e-mail: scheduled in the customer's time zone, sent once despite interruptions, limited to the owner's access.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { startSmtpSink } from '../../platform/mail/testing/smtp-sink.ts';
import type { SmtpSink } from '../../platform/mail/testing/smtp-sink.ts';
import { beginHanding, claimDueLetters, planLetters } from './due-queries.ts';
import { sendDue } from './send-due.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';

let running: TestConsole;
let sink: SmtpSink;
let world: World;
let now = Date.now();

beforeAll(async () => {
  sink = await startSmtpSink();
  ({ server: running, world } = await startTwins({ SMTP_URL: sink.url }));
});
afterAll(async () => {
  await running?.close();
  await sink?.close();
});
beforeEach(async () => {
  await sql`delete from report_schedules`.execute(running.deps.db);
  sink.letters.length = 0;
  now = Date.now();
});

const token = (role: string, side: 'a' | 'b' = 'a'): string => world[side].tokens[role] ?? '';
/** Twelve hours from now, so that no scheduled time falls into the hours that a test simulates. */
const clock = `${String((new Date().getUTCHours() + 12) % 24).padStart(2, '0')}:00`;
const BASE = { name: 'Mornings', report: 'queues', format: 'csv', every: 'day', clock, language: 'en' };
const add = async (more: object = {}, role = 'customer-admin', side: 'a' | 'b' = 'a') => {
  const body = { ...BASE, recipients: ['ana@example.com', 'ben@example.com', 'ana@example.com'], ...more };
  return running.call(token(role, side), 'POST', '/reports/schedules', body);
};
const list = async (role = 'customer-admin', side: 'a' | 'b' = 'a') =>
  (await running.call(token(role, side), 'GET', '/reports/schedules')).body.data as Record<string, unknown>[];
const errors: unknown[] = [];
const run = (at = now) => sendDue({ ...running.deps, now: () => at }, (error) => errors.push(error));
const sent = (): string[] => sink.letters.map((letter) => letter.to).toSorted();
const dayLater = () => now + 86_400_000;

/** Starts another console on the same database. It sends on request and resolves to the number of turns sent. */
const startNode = (of: {
  readonly dataFolder: string;
  readonly databaseUrl: string | null;
  readonly databaseSchema: string | null;
}) => {
  const script = join(import.meta.dirname, 'testing/send-due-process.ts');
  const child = spawn(process.execPath, [script], {
    env: {
      ...{
        PATH: process.env['PATH'],
        PORT: '0',
        LOG_LEVEL: 'silent',
        SMTP_URL: sink.url,
        RINGSIDE_DATA: of.dataFolder,
      },
      ...{ DATABASE_URL: of.databaseUrl ?? '', RINGSIDE_DATABASE_SCHEMA: of.databaseSchema ?? '' },
    },
  });
  let said = '';
  const says = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = pattern.exec(said);
        if (found) resolve(found[1] ?? '');
      };
      child.stdout.on('data', look);
      child.on('close', () => reject(new Error(`The node ended:\n${said}`)));
      look();
    });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  return {
    ready: says(/^ready$/m),
    send: async (at: number): Promise<number> => {
      child.stdin.write(`${at}\n`);
      return Number(await says(/^sent (\d+)$/m));
    },
  };
};

describe('a scheduled report', () => {
  it('is sent once to each recipient when due, and shows it', async () => {
    const made = await add();
    expect([made.status, made.body.recipients]).toEqual([201, ['ana@example.com', 'ben@example.com']]);
    expect(await run()).toBe(0);
    expect(sent()).toEqual([]);
    await run(dayLater());
    await run(dayLater() + 60_000);
    expect(sent()).toEqual(['ana@example.com', 'ben@example.com']);
    expect(sink.letters[0]?.subject).toMatch(/^Queue report: Mornings, /);
    const [row] = await list();
    expect(row).toMatchObject({ own: true, lastFailure: null, paused: false });
    expect(Date.parse(String(row?.['lastSentAt']))).toBe(dayLater());
    expect(Date.parse(String(row?.['nextAt']))).toBeGreaterThan(dayLater());
  });

  it('is sent once by two nodes at the same time', async () => {
    await add();
    await Promise.all([run(dayLater()), run(dayLater())]);
    expect(sent()).toEqual(['ana@example.com', 'ben@example.com']);
  });

  // Only one process can open the embedded database.
  if (process.env['TEST_DATABASE_URL'])
    it('is sent once by two processes on one database', async () => {
      for (let n = 0; n < 6; n++) await add({ name: `Report ${n}` });
      const { dataFolder, databaseUrl, databaseSchema } = running.deps.config;
      const nodes = [0, 1].map(() => startNode({ dataFolder, databaseUrl, databaseSchema }));
      const turns = await Promise.all(nodes.map((node) => node.ready)).then(() =>
        Promise.all(nodes.map((node) => node.send(dayLater()))),
      );
      expect(turns.reduce((a, b) => a + b, 0)).toBe(6);
      expect(sent()).toEqual([...Array(6).fill('ana@example.com'), ...Array(6).fill('ben@example.com')]);
      expect(new Set(sink.letters.map((letter) => `${letter.to} ${letter.subject}`)).size).toBe(12);
    });

  it('continues after a stop: sends what was not handed over, and does not resend what was', async () => {
    await add();
    await planLetters(running.deps.db, dayLater());
    const letters = await claimDueLetters(running.deps.db, dayLater());
    const ana = letters.find((letter) => letter.address === 'ana@example.com')!;
    expect(await beginHanding(running.deps.db, ana.id, dayLater())).toBe(true);
    // The node stops here. Another one first finds the claim active, later expired.
    await run(dayLater() + 60_000);
    expect(sent()).toEqual([]);
    await run(dayLater() + 11 * 60_000);
    expect(sent()).toEqual(['ben@example.com']);
    expect((await list())[0]).toMatchObject({ lastFailure: 'interrupted' });
    await run(dayLater() + 3_600_000);
    expect(sent()).toEqual(['ben@example.com']);
  });

  it('sends only the last missed e-mail after a long stop', async () => {
    await add({ recipients: ['ana@example.com'] });
    await run(now + 10 * 86_400_000);
    expect(sent()).toHaveLength(1);
  });

  it('is retried when the mail server refuses it', async () => {
    await add({ recipients: ['ana@example.com'] });
    const deaf = { ...running.deps.mail, deliver: () => Promise.reject(new Error('no')) };
    await sendDue({ ...running.deps, mail: deaf, now: dayLater }, () => undefined);
    expect((await list())[0]).toMatchObject({ lastFailure: 'mail-refused', lastSentAt: null });
    await run(dayLater() + 5 * 60_000);
    expect(sent()).toEqual(['ana@example.com']);
  });

  it('stops when its owner is disabled', async () => {
    await add({}, 'supervisor', 'b');
    const admin = world.platform['administrator'] ?? '';
    const path = `/users/${world.b.userIds['supervisor']}`;
    expect((await running.call(admin, 'PATCH', path, { status: 'disabled' })).status).toBe(200);
    await run(dayLater());
    expect(sent()).toEqual([]);
    expect((await list('customer-admin', 'b'))[0]).toMatchObject({
      paused: true,
      lastFailure: 'owner-gone',
      own: false,
    });
  });

  it('is not sent while paused, nor afterwards for the paused time', async () => {
    const { body } = await add();
    await running.call(token('customer-admin'), 'PATCH', `/reports/schedules/${body.id}`, { paused: true });
    await run(dayLater());
    expect(sent()).toEqual([]);
    await running.call(token('customer-admin'), 'PATCH', `/reports/schedules/${body.id}`, { paused: false });
    await run(now);
    expect(sent()).toEqual([]);
  });
});

describe('the owner of a scheduled report', () => {
  it('and users with access to the whole customer see it, but only the owner changes it', async () => {
    const { body } = await add({}, 'supervisor');
    expect((await list('supervisor')).map((row) => row['own'])).toEqual([true]);
    expect((await list()).map((row) => row['own'])).toEqual([false]);
    expect(await list('customer-admin', 'b')).toEqual([]);
    await add({ name: 'The boss’s' });
    expect(await list('supervisor')).toHaveLength(1);
    const path = `/reports/schedules/${body.id}`;
    const status = async (method: string, at: string, change?: object, side: 'a' | 'b' = 'a') =>
      (await running.call(token('customer-admin', side), method, at, change)).status;
    expect(await status('PATCH', path, { name: 'Mine' })).toBe(403);
    expect(await status('GET', `${path}/preview`)).toBe(403);
    expect(await status('GET', `${path}/file`)).toBe(403);
    expect(await status('PATCH', path, { paused: true })).toBe(200);
    expect(await status('PATCH', path, { paused: false }, 'b')).toBe(404);
    expect(await status('DELETE', path)).toBe(204);
  });

  it('can preview exactly what will be sent', async () => {
    const { body } = await add({ recipients: ['ana@example.com'] });
    const path = `/reports/schedules/${body.id}`;
    const preview = (await running.call(token('customer-admin'), 'GET', `${path}/preview`)).body;
    const file = await running.call(token('customer-admin'), 'GET', `${path}/file`);
    expect(String(file.headers['content-disposition'])).toContain(preview.fileName);
    expect((await running.call(token('customer-admin'), 'POST', `${path}/send`)).status).toBe(202);
    await run(Date.now());
    // The console's own job may have claimed the e-mail and send it now.
    await expect.poll(() => sink.letters.length).toBe(1);
    const [letter] = sink.letters;
    expect(letter?.subject).toBe(preview.subject);
    expect(letter?.text).toContain(preview.fileName);
  });
});

it.each([
  [{ recipients: [] }, 'recipients'],
  [{ recipients: ['nobody'] }, 'recipients.0'],
  [{ recipients: ['ok@example.com', 'root@host.invalid'] }, 'recipients.1'],
  [{ every: 'week', onDay: 8 }, 'onDay'],
  [{ clock: '25:00' }, 'clock'],
  [{ filters: { queue: 'of nobody' } }, 'filters'],
])('refuses %j', async (more, path) => {
  const answer = await add(more);
  expect([answer.status, answer.body.errors[0].path]).toEqual([422, path]);
});
