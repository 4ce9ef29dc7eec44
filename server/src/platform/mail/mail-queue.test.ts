import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestDb } from '../db/testing/test-database.ts';
import type { TestDb } from '../db/testing/test-database.ts';
import { loadSecrets } from '../db/secrets/secrets.ts';
import { resealAll } from '../db/secrets/reseal-queries.ts';
import { createOutboxWorker } from '../outbox/worker.ts';
import { mailTopic, queueLetter } from './mail-queries.ts';
import { createMailer } from './mailer.ts';
import type { Mailer } from './mailer.ts';
import { startSmtpSink } from './testing/smtp-sink.ts';
import type { SmtpSink } from './testing/smtp-sink.ts';

const secretsOf = (secretKey: string) => loadSecrets({ secretKey, dataFolder: '' });
const secrets = secretsOf(randomBytes(32).toString('hex'));
const FROM = 'console@example.com';
const LETTER = { to: 'ann@example.com', subject: 'Hello', text: 'Your link: https://console.example.com/secret\n' };
let test: TestDb;
let sink: SmtpSink;
let now = 1_800_000_000_000;
let failures: boolean[] = [];
beforeAll(async () => {
  [test, sink] = [await openTestDb(), await startSmtpSink()];
});
afterAll(async () => {
  await sink.close();
  await test.close();
});
beforeEach(async () => {
  failures = [];
  await test.db.deleteFrom('outbox').execute();
});

const mailTo = (smtpUrl: string | null): Mailer =>
  createMailer({ smtpUrl, from: FROM }, (tx, letter) => queueLetter(tx, secrets, letter));
const workerOf = (mail: Pick<Mailer, 'deliver'>, key = secrets) =>
  createOutboxWorker(
    { db: test.db, now: () => now, chance: () => 0, onFailure: (_topic, _error, dead) => failures.push(dead) },
    [mailTopic(key, mail)],
  );
const waiting = () => test.db.selectFrom('outbox').selectAll().execute();

it('sends an e-mail only if its transaction commits', async () => {
  const mail = mailTo(sink.url);
  const undone = test.db.transaction().execute(async (tx) => {
    await mail.send(tx, { ...LETTER, subject: 'Never' });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await test.db.transaction().execute((tx) => mail.send(tx, LETTER));
  await workerOf(mail).look();
  expect(await sink.next()).toMatchObject({ to: LETTER.to, subject: 'Hello' });
  expect([sink.letters.length, await waiting()]).toEqual([1, []]);
});

it('stores an e-mail encrypted while the mail server is down and sends it when the server is back', async () => {
  const away = mailTo('smtp://127.0.0.1:9');
  await away.send(test.db, LETTER);
  expect(JSON.stringify(await waiting())).not.toMatch(/ann@|secret|Hello/);
  await workerOf(away).look();
  expect(await waiting()).toMatchObject([
    { attempts: 1, deadAt: null, problem: expect.stringContaining('ECONNREFUSED') },
  ]);
  now += 5_000;
  // The new worker simulates another process after a crash.
  await workerOf(mailTo(sink.url)).look();
  expect((await sink.next()).text).toContain('/secret');
  expect([failures, await waiting()]).toEqual([[false], []]);
});

it('gives up on a rejected address, but retries after rejections of the sender or temporary ones', async () => {
  const refusing = (responseCode: number, code: string): Pick<Mailer, 'deliver'> => ({
    deliver: () => Promise.reject(Object.assign(new Error(`${responseCode}`), { responseCode, code })),
  });
  for (const [responseCode, code] of [
    [550, 'EENVELOPE'],
    [450, 'EENVELOPE'],
    [535, 'EAUTH'],
  ] as const) {
    await mailTo(sink.url).send(test.db, LETTER);
    await workerOf(refusing(responseCode, code)).look();
  }
  expect(failures).toEqual([true, false, false]);
});

it('opens e-mails after a rotation of the secret key and gives up on e-mails that it cannot open', async () => {
  const other = secretsOf(randomBytes(32).toString('hex'));
  await mailTo(sink.url).send(test.db, LETTER);
  await workerOf(mailTo(sink.url), other).look();
  expect(failures).toEqual([true]);
  await test.db.updateTable('outbox').set({ deadAt: null, nextAttemptAt: null }).execute();
  await resealAll(test.db, secrets, other, new Date(now));
  await workerOf(mailTo(sink.url), other).look();
  expect(await sink.next()).toMatchObject({ to: LETTER.to });
});

it('queues nothing without a mail server or for a placeholder address', async () => {
  await mailTo(null).send(test.db, LETTER);
  await mailTo(sink.url).send(test.db, { ...LETTER, to: 'root@console.invalid' });
  expect(await waiting()).toEqual([]);
});
