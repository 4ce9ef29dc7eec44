import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, pastDays } from './record-days.ts';
import { keepSnapshot, makeWorkFolder, newestSnapshot, pastName, readManifest, restoreSnapshot } from './snapshot.ts';

const NOW = Date.UTC(2026, 10, 25, 15, 30);
const TODAY = Date.UTC(2026, 10, 25);
const OWNERS = { queues: [], names: [] };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ringside-snapshot-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Keeps a snapshot whose database has one file with `text`. */
const keep = (name: string, text: string, lastDay: number | null = null): void => {
  const work = makeWorkFolder(folder);
  mkdirSync(join(work, 'db'));
  writeFileSync(join(work, 'db/rows'), text);
  writeFileSync(join(work, 'secret.key'), 'key');
  writeFileSync(join(work, 'lock.db'), '');
  keepSnapshot(folder, name, work, { serverIds: { 'Madrid 1': 1 }, lastDay, owners: OWNERS });
};

describe('snapshots of the demo', () => {
  it('are copied into a data folder with database and key, but without the lock of the process that made them', () => {
    keep('seeded', 'seeds');
    const data = join(folder, 'data');
    mkdirSync(data);
    restoreSnapshot(folder, 'seeded', data);
    expect(readdirSync(data).sort()).toEqual(['db', 'secret.key']);
    expect(readFileSync(join(data, 'db/rows'), 'utf8')).toBe('seeds');
    expect(readManifest(folder, 'seeded')).toEqual({ serverIds: { 'Madrid 1': 1 }, lastDay: null, owners: OWNERS });
  });

  it('are taken with the most recent past days, or without any if these are too old or in the future', () => {
    expect(newestSnapshot(join(folder, 'nowhere'), NOW)).toBeNull();
    expect(newestSnapshot(folder, NOW)).toBeNull();
    keep('seeded', 'seeds');
    expect(newestSnapshot(folder, NOW)).toBe('seeded');
    keep(pastName(TODAY - 3 * DAY_MS), 'days');
    expect(newestSnapshot(folder, NOW)).toBe('past-2026-11-22');
    expect(newestSnapshot(folder, NOW + 40 * DAY_MS)).toBe('seeded');
    expect(newestSnapshot(folder, NOW - 20 * DAY_MS)).toBe('seeded');
  });

  it('replace those with fewer days, and keep the first of two that were made at a time', () => {
    keep('seeded', 'seeds');
    keep('past-2026-11-20', 'older');
    keep('past-2026-11-24', 'first');
    keep('past-2026-11-24', 'second');
    expect(readdirSync(folder).sort()).toEqual(['past-2026-11-24', 'seeded']);
    expect(readFileSync(join(folder, 'past-2026-11-24/db/rows'), 'utf8')).toBe('first');
    expect(existsSync(join(folder, 'seeded/lock.db'))).toBe(false);
  });

  it('lack the days since their last one', () => {
    expect(pastDays(NOW)).toHaveLength(29);
    expect(pastDays(NOW)[0]).toBe(TODAY - 29 * DAY_MS);
    expect(pastDays(NOW, 29, TODAY - 3 * DAY_MS)).toEqual([TODAY - 2 * DAY_MS, TODAY - DAY_MS]);
    expect(pastDays(NOW, 29, TODAY - DAY_MS)).toEqual([]);
  });
});
