// Generates and checks codes of an authenticator app (RFC 6238) and recovery codes. Keeps no state.
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
/** RFC 4226 requires at least 128 bits and recommends 160. */
const SEED_BYTES = 20;

/** Digits and capital letters without ambiguous characters (Crockford's base32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RECOVERY_LENGTH = 10;
const RECOVERY_COUNT = 10;

const totpOf = (seed: string, username = ''): TOTP =>
  new TOTP({
    issuer: 'Ringside',
    label: username,
    secret: Secret.fromBase32(seed),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
  });

/** Returns a new seed in base32. */
export const newSeed = (): string => new Secret({ size: SEED_BYTES }).base32;

/** Returns `otpauth://totp/Ringside:anna?…` for the QR code that apps scan. */
export const seedUri = (seed: string, username: string): string => totpOf(seed, username).toString();

/** Returns the 30-second step of the code: the current, previous or next one. Returns `null` for a wrong code. */
export const stepOfCode = (seed: string, code: string, nowMs: number): number | null => {
  const delta = totpOf(seed).validate({ token: code, timestamp: nowMs, window: 1 });
  return delta === null ? null : Math.floor(nowMs / 1000 / PERIOD_SECONDS) + delta;
};

export type TypedCode =
  { readonly kind: 'app'; readonly code: string } | { readonly kind: 'recovery'; readonly code: string };

/** Parses a typed code, ignoring spaces, hyphens and case. Returns `null` if it can be neither kind of code. */
export const readTypedCode = (typed: string): TypedCode | null => {
  const text = typed.replace(/[\s\u200e\u200f‐‑–-]/g, '').toUpperCase();
  if (/^\d{6}$/.test(text)) return { kind: 'app', code: text };
  const code = text.replace(/O/g, '0').replace(/[IL]/g, '1');
  if (code.length !== RECOVERY_LENGTH || ![...code].every((c) => ALPHABET.includes(c))) return null;
  return { kind: 'recovery', code };
};

/** Returns ten codes of 50 bits each, without hyphens. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_COUNT }, () =>
    // 256 is a multiple of 32, so every character is equally likely.
    Array.from(randomBytes(RECOVERY_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join(''),
  );

/** Formats a recovery code for display: `7KQ2M-XH93T`. */
export const showRecoveryCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;
