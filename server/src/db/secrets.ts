// Secrets at rest: AES-256-GCM, `v1:<iv>:<tag>:<text>` in base64url. `bound` (what the secret belongs to) is authenticated,
// so a sealed text moved to another row does not open.
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Secrets {
  seal(text: string, bound: string): string;
  /** Throws when the key is another one, or the text was tampered with. */
  open(sealed: string, bound: string): string;
  /** HMAC-SHA-256 under a key derived for `purpose`, base64url: whoever holds a signed text cannot make another. */
  sign(text: string, purpose: string): string;
}

const keyOf = (text: string): Buffer => {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return Buffer.from(text, 'hex');
  const decoded = Buffer.from(text, 'base64');
  return decoded.length === 32 ? decoded : createHash('sha256').update(text).digest();
};

/** The key of the settings, or the one kept in the data folder (made at first use, mode 0600). */
export const loadSecretKey = (secretKey: string | null, dataFolder: string): Buffer => {
  if (secretKey !== null) return keyOf(secretKey);
  const path = join(dataFolder, 'secret.key');
  try {
    return keyOf(readFileSync(path, 'utf8').trim());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const made = randomBytes(32).toString('hex');
  writeFileSync(path, `${made}\n`, { mode: 0o600, flag: 'wx' });
  return keyOf(made);
};

export const createSecrets = (key: Buffer): Secrets => ({
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
      throw new Error('A stored secret has an unknown form');
    }
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
      .setAAD(Buffer.from(bound))
      .setAuthTag(Buffer.from(tag, 'base64url'));
    return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString('utf8');
  },
  sign: (text, purpose) =>
    createHmac('sha256', createHmac('sha256', key).update(purpose).digest()).update(text).digest('base64url'),
});
