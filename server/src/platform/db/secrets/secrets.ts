// Encrypts secrets at rest with AES-256-GCM, as `v1:<iv>:<tag>:<text>` in base64url. `bound` (the owner of the secret) is authenticated, so
// an encrypted text cannot be moved to another row.
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '@ringside/core/base/error-code.ts';

export interface Secrets {
  seal(text: string, bound: string): string;
  /** Throws if the key differs or the text was changed. */
  open(sealed: string, bound: string): string;
  /** HMAC-SHA-256 with a key derived for `purpose`, base64url. */
  sign(text: string, purpose: string): string;
}

const keyOf = (text: string): Buffer => {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return Buffer.from(text, 'hex');
  const decoded = Buffer.from(text, 'base64');
  return decoded.length === 32 ? decoded : createHash('sha256').update(text).digest();
};

interface KeySettings {
  readonly secretKey: string | null;
  /** The previous key, during a rotation. */
  readonly oldSecretKey?: string | null;
  readonly dataFolder: string;
}

const secretKeyFile = (dataFolder: string): string => join(dataFolder, 'secret.key');

/** Writes one key per line. The first key encrypts, the others only decrypt. Replaces the file atomically. */
export const writeSecretKeys = (dataFolder: string, lines: readonly string[]): void => {
  const path = secretKeyFile(dataFolder);
  const file = openSync(`${path}.new`, 'w', 0o600);
  writeSync(file, lines.map((line) => `${line}\n`).join(''));
  fsyncSync(file);
  closeSync(file);
  renameSync(`${path}.new`, path);
};

export const readSecretKeyLines = (dataFolder: string): readonly string[] =>
  readFileSync(secretKeyFile(dataFolder), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Loads the keys from the settings, or from the data folder (created on first use, mode 0600). */
export const loadSecrets = ({ secretKey, oldSecretKey, dataFolder }: KeySettings): Secrets => {
  if (secretKey !== null) return createSecrets(keyOf(secretKey), oldSecretKey ? [keyOf(oldSecretKey)] : []);
  try {
    const [key, ...older] = readSecretKeyLines(dataFolder).map(keyOf);
    return createSecrets(key ?? keyOf(''), older);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const made = makeSecretKey();
  writeFileSync(secretKeyFile(dataFolder), `${made}\n`, { mode: 0o600, flag: 'wx' });
  return createSecrets(keyOf(made));
};

export const makeSecretKey = (): string => randomBytes(32).toString('hex');

const openWith = (key: Buffer, [iv, tag, text]: readonly [string, string, string], bound: string): string => {
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
    .setAAD(Buffer.from(bound))
    .setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString('utf8');
};

/** `older`: keys that only decrypt. */
export const createSecrets = (key: Buffer, older: readonly Buffer[] = []): Secrets => ({
  seal: (text, bound) => {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(bound));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return ['v1', iv, cipher.getAuthTag(), sealed]
      .map((p) => (typeof p === 'string' ? p : p.toString('base64url')))
      .join(':');
  },
  open: (sealed, bound) => {
    const [version, iv, tag, text] = sealed.split(':');
    if (version !== 'v1' || iv === undefined || tag === undefined || text === undefined) {
      throw new Error('A stored secret has an unknown format');
    }
    const parts = [iv, tag, text] as const;
    for (const [place, each] of [key, ...older].entries()) {
      try {
        return openWith(each, parts, bound);
      } catch (error) {
        if (place === older.length) throw error;
      }
    }
    throw new Error('No key');
  },
  sign: (text, purpose) =>
    createHmac('sha256', createHmac('sha256', key).update(purpose).digest()).update(text).digest('base64url'),
});
