import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadSecrets } from './secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'ringside-key-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('secrets', () => {
  const secrets = loadSecrets({ secretKey: 'a'.repeat(64), dataFolder: folder });

  it.each(['', 'amp111', 'סוד גדול', 'x'.repeat(5000)])('opens the texts that it sealed: %s', (text) => {
    const sealed = secrets.seal(text, 'endpoint');
    if (text !== '') expect(sealed).not.toContain(text);
    expect(secrets.open(sealed, 'endpoint')).toBe(text);
    expect(secrets.seal(text, 'endpoint')).not.toBe(sealed);
  });

  it('rejects a text sealed with another key, moved to another row, or modified', () => {
    const sealed = secrets.seal('amp111', 'endpoint');
    expect(() => loadSecrets({ secretKey: 'b'.repeat(64), dataFolder: folder }).open(sealed, 'endpoint')).toThrow();
    expect(() => secrets.open(sealed, 'something else')).toThrow();
    const parts = sealed.split(':');
    const touched = [...parts.slice(0, 3), Buffer.from('other').toString('base64url')].join(':');
    expect(() => secrets.open(touched, 'endpoint')).toThrow();
    expect(() => secrets.open('amp111', 'endpoint')).toThrow(/unknown format/);
  });

  it('creates a key in the data folder once, readable only by its owner', () => {
    const made = loadSecrets({ secretKey: null, dataFolder: folder }).sign('text', 'test');
    expect(loadSecrets({ secretKey: null, dataFolder: folder }).sign('text', 'test')).toBe(made);
    expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, 'secret.key'), 'utf8').trim()).toHaveLength(64);
  });
});
