// Checks that the pages about ASVS in docs/reference list every level 1 and level 2 requirement of ASVS 5.0.0 once, with evidence that exists.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './set-up.mjs';

/** Section → its level 1 and level 2 requirements. */
const SECTIONS = {
  1.1: '1-2',
  1.2: '1-9',
  1.3: '1-11',
  1.4: '1-3',
  1.5: '1-2',
  2.1: '1-3',
  2.2: '1-3',
  2.3: '1-4',
  2.4: '1',
  3.2: '1-2',
  3.3: '1-4',
  3.4: '1-6',
  3.5: '1-5',
  3.7: '1-2',
  4.1: '1-3',
  4.2: '1',
  4.3: '1-2',
  4.4: '1-4',
  5.1: '1',
  5.2: '1-3',
  5.3: '1-2',
  5.4: '1-3',
  6.1: '1-3',
  6.2: '1-12',
  6.3: '1-4',
  6.4: '1-4',
  6.5: '1-5',
  6.6: '1-3',
  6.8: '1-4',
  7.1: '1-3',
  7.2: '1-4',
  7.3: '1-2',
  7.4: '1-5',
  7.5: '1-2',
  7.6: '1-2',
  8.1: '1-2',
  8.2: '1-3',
  8.3: '1',
  8.4: '1',
  9.1: '1-3',
  9.2: '1-4',
  10.1: '1-2',
  10.2: '1-2',
  10.3: '1-4',
  10.4: '1-11',
  10.5: '1-5',
  10.6: '1-2',
  10.7: '1-3',
  11.1: '1-2',
  11.2: '1-3',
  11.3: '1-3',
  11.4: '1-4',
  11.5: '1',
  11.6: '1',
  12.1: '1-3',
  12.2: '1-2',
  12.3: '1-4',
  13.1: '1',
  13.2: '1-5',
  13.3: '1-2',
  13.4: '1-5',
  14.1: '1-2',
  14.2: '1-4',
  14.3: '1-3',
  15.1: '1-3',
  15.2: '1-3',
  15.3: '1-7',
  16.1: '1',
  16.2: '1-5',
  16.3: '1-4',
  16.4: '1-3',
  16.5: '1-3',
  17.1: '1',
  17.2: '1-4',
  17.3: '1-2',
};

/** Places where a protocol requires MD5: AMI's challenge, and SIP digest accounts on the PBX. */
const WEAK_HASHES = ['server/src/pbx/ami/login.ts', 'server/src/pbx/provisioning/placed-pbx.ts'];

const STATUSES = ['met', 'not applicable', 'operator', 'not met'];

const pages = ['docs/reference/security.md', 'docs/reference/security-9-to-17.md'];
const text = pages.map((page) => readFileSync(join(root, page), 'utf8')).join('\n');
const rows = text
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [, numbers, status, evidence] = line.split('|').map((cell) => cell.trim());
    return { numbers: numbers.split(', '), status, evidence };
  });

const required = Object.entries(SECTIONS).flatMap(([section, ranges]) =>
  ranges.split(' ').flatMap((range) => {
    const [from, to = from] = range.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, i) => `${section}.${from + i}`);
  }),
);

describe('ASVS page', () => {
  it('lists every level 1 and level 2 requirement once', () => {
    expect(rows.flatMap((row) => row.numbers).toSorted()).toEqual(required.toSorted());
    expect(required).toHaveLength(253);
  });

  it('names a test for each requirement that is met', () => {
    expect(rows.filter((row) => !STATUSES.includes(row.status))).toEqual([]);
    const unproven = rows.filter((row) => row.status === 'met' && !/`[^`]+\.test\.(ts|tsx|mjs)`/.test(row.evidence));
    expect(unproven).toEqual([]);
  });

  it('lists every place with MD5 or SHA-1', () => {
    const found = ['core/src', 'server/src'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true })
        .map((path) => `${folder}/${String(path)}`)
        .filter((path) => /(?<!\.test)\.ts$/.test(path) && !path.includes('/testing/'))
        .filter((path) => /createH(ash|mac)\(['"](md5|sha1?)['"]/i.test(readFileSync(join(root, path), 'utf8'))),
    );
    expect(found.toSorted()).toEqual(WEAK_HASHES);
  });

  it('uses the same update times as SECURITY.md', () => {
    const [, libraries = ''] = readFileSync(join(root, 'SECURITY.md'), 'utf8').split('## Libraries');
    expect(libraries.match(/\b\d+ (days|months)\b/g)).toEqual(['7 days', '30 days', '90 days', '6 months']);
  });

  it('names only existing files', () => {
    const files = [...text.matchAll(/`((?:bin|core|server|web|e2e)\/[^`]+)`/g)].map((match) => match[1]);
    expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
