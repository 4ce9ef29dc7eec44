import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDb } from '../platform/db/testing/test-database.ts';
import type { TestDb } from '../platform/db/testing/test-database.ts';
import { soundDemo, writeSounds } from './demo-recordings.ts';
import { demoSound } from './demo-sound.ts';

let test: TestDb;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ringside-demo-sounds-'));
  test = await openTestDb();
}, 60_000);
afterAll(async () => {
  await test?.close();
  rmSync(folder, { recursive: true, force: true });
});

const addCall = (n: number, file: string, talk: number) =>
  sql`insert into calls (id, server_id, linkedid, uniqueid, direction, status, source, source_name, destination, extension,
    device, start_at, answer_at, end_at, duration, wait_seconds, talk_seconds, billable_seconds, recording_file, legs)
    values (${`00000000-0000-4000-8000-00000000000${n}`}, 1, ${`1.${n}`}, ${`1.${n}`}, 'inbound', 'answered', '', '', '', '', '',
    now(), now(), now(), ${talk}, 0, ${talk}, ${talk}, ${file}, 1)`.execute(test.db);

it('demoSound creates a sound of the given length with turns and pauses, the same each time', () => {
  const sound = demoSound(8, 1);
  expect(sound.length).toBe(44 + 8 * 16_000);
  expect(sound.equals(demoSound(8, 1))).toBe(true);
  const loud = (from: number) => {
    let most = 0;
    for (let at = 44 + from; at < 44 + from + 1_600; at += 2) most = Math.max(most, Math.abs(sound.readInt16LE(at)));
    return most;
  };
  const tenths = Array.from({ length: 80 }, (_, n) => loud(n * 1_600));
  expect(tenths.filter((most) => most > 2_000).length).toBeGreaterThan(20);
  expect(tenths.filter((most) => most < 200).length).toBeGreaterThan(5);
});

it('soundDemo creates a file of similar length for each named recording, and none outside its folder', async () => {
  await addCall(1, 'acme/2026/11/22/a.wav', 22);
  await addCall(2, '../outside.wav', 22);
  await addCall(3, '', 22);
  const sounds = join(folder, 'sounds');
  writeSounds(sounds);
  const stop = await soundDemo(test.db, join(folder, 'in'), sounds, Date.now, (error) => expect.fail(String(error)));
  stop();
  expect(statSync(join(folder, 'in/acme/2026/11/22/a.wav')).size).toBe(44 + 20 * 16_000);
  expect(existsSync(join(folder, 'outside.wav'))).toBe(false);
});
