import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createSecrets, loadSecretKey } from './secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'ringside-key-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('secrets', () => {
  const secrets = createSecrets(loadSecretKey('a'.repeat(64), folder));

  it.each(['', 'amp111', 'סוד גדול', 'x'.repeat(5000)])('opens what it sealed: %s', (text) => {
    const sealed = secrets.seal(text, 'endpoint');
    if (text !== '') expect(sealed).not.toContain(text);
    expect(secrets.open(sealed, 'endpoint')).toBe(text);
    expect(secrets.seal(text, 'endpoint')).not.toBe(sealed);
  });

  it('does not open another key’s, a moved or a touched one', () => {
    const sealed = secrets.seal('amp111', 'endpoint');
    expect(() => createSecrets(loadSecretKey('b'.repeat(64), folder)).open(sealed, 'endpoint')).toThrow();
    expect(() => secrets.open(sealed, 'something else')).toThrow();
    const parts = sealed.split(':');
    const touched = [...parts.slice(0, 3), Buffer.from('other').toString('base64url')].join(':');
    expect(() => secrets.open(touched, 'endpoint')).toThrow();
    expect(() => secrets.open('amp111', 'endpoint')).toThrow(/unknown form/);
  });

  it('makes a key in the data folder once, for its owner alone', () => {
    const made = loadSecretKey(null, folder);
    expect(made).toHaveLength(32);
    expect(loadSecretKey(null, folder)).toEqual(made);
    expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, 'secret.key'), 'utf8').trim()).toHaveLength(64);
  });
});
