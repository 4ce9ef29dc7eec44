// Creates and hashes opaque tokens of 256 random bits. Only the SHA-256 is stored. A fast hash is sufficient for a secret of this size.
import { createHash, randomBytes } from 'node:crypto';

export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
