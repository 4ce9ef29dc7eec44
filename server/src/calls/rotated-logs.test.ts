import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { cutWhereMissing, familyOf } from './rotated-logs.ts';

/** Returns the names, oldest first, with `|` at each gap. */
const cut = (names: string): string =>
  cutWhereMissing(names.split(' ').map((name) => ({ path: `/var/log/asterisk/${name}` })))
    .map((part) => part.map(({ path }) => basename(path)).join(' '))
    .join(' | ');

it.each([
  ['queue_log.3 queue_log.2 queue_log.1 queue_log', 'queue_log.3 queue_log.2 queue_log.1 queue_log'],
  ['queue_log.3.gz queue_log.1 queue_log', 'queue_log.3.gz | queue_log.1 queue_log'],
  ['queue_log.4 queue_log.3 queue_log.2 queue_log', 'queue_log.4 queue_log.3 queue_log.2 | queue_log'],
  ['queue_log.2 queue_log', 'queue_log.2 | queue_log'],
  // Asterisk's own rotation: the newest file has the greatest number.
  ['queue_log.0 queue_log.1 queue_log.3 queue_log', 'queue_log.0 queue_log.1 | queue_log.3 queue_log'],
  [
    'queue_log-20261119 queue_log-20261120 queue_log-20261122 queue_log',
    'queue_log-20261119 queue_log-20261120 | queue_log-20261122 queue_log',
  ],
  [
    'queue_log-20261108 queue_log-20261115 queue_log-20261122 queue_log',
    'queue_log-20261108 queue_log-20261115 queue_log-20261122 queue_log',
  ],
  // With timestamps or words, missing files cannot be detected.
  ['queue_log.1763712000 queue_log.1763798400 queue_log', 'queue_log.1763712000 queue_log.1763798400 queue_log'],
  ['queue_log.old queue_log', 'queue_log.old queue_log'],
])('finds the gaps in %s', (names, parts) => {
  expect(cut(names)).toBe(parts);
});

it('finds the rotated files of a log under any naming scheme, and no other log', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-family-'));
  try {
    for (const [i, name] of [
      'queue_log-20261120.gz',
      'queue_log.1',
      'queue_log',
      'queue_log_notes',
      'other-20261120',
    ].entries()) {
      writeFileSync(join(folder, name), '');
      utimesSync(join(folder, name), 1_000 + i, 1_000 + i);
    }
    const found = await familyOf(join(folder, 'queue_log'));
    expect(found.map(({ path }) => basename(path))).toEqual(['queue_log-20261120.gz', 'queue_log.1', 'queue_log']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
