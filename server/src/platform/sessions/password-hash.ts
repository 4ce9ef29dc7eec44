// Hashes passwords with argon2id on Node's thread pool (never the main thread), in the PHC string format, which stores the cost so that it
// can be raised later.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';

/** OWASP's minimum: 19 MiB and two passes, which takes about 70 ms. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const TAG_BYTES = 32;
/** More concurrent hashes would block file and DNS work in the thread pool. More waiting hashes than MAX_WAITING are treated as a flood. */
const AT_ONCE = 2;
const MAX_WAITING = 64;

export class TooManyHashes extends Error {}

let running = 0;
const waiting: (() => void)[] = [];

const turn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw new TooManyHashes('Too many passwords are being checked');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
};

interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

const derive = (password: string, nonce: Buffer, cost: Cost): Promise<Buffer> =>
  turn(
    () =>
      new Promise((resolve, reject) => {
        argon2(
          'argon2id',
          { message: Buffer.from(password.normalize('NFKC')), nonce, tagLength: TAG_BYTES, ...cost },
          (error, tag) => (error === null ? resolve(tag) : reject(error)),
        );
      }),
  );

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

const hashWith = async (password: string, nonce: Buffer, cost: Cost): Promise<string> => {
  const tag = await derive(password, nonce, cost);
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`;
};

export const hashPassword = (password: string): Promise<string> => hashWith(password, randomBytes(16), COST);

/** Hashes different random secrets with one shared salt, so that one computation can find a secret among them. */
export const hashTogether = (secrets: readonly string[]): Promise<string[]> => {
  const nonce = randomBytes(16);
  return Promise.all(secrets.map((secret) => hashWith(secret, nonce, COST)));
};

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const partsOf = (stored: string) => {
  const parts = PHC.exec(stored);
  if (parts === null) throw new Error('A stored password hash has an unknown format');
  const [, memory, passes, parallelism, nonce = '', tag = ''] = parts;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    nonce: Buffer.from(nonce, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
};

/** Returns the hash of `secret` with the salt and cost of `stored`. */
export const hashLike = (secret: string, stored: string): Promise<string> => {
  const { nonce, cost } = partsOf(stored);
  return hashWith(secret, nonce, cost);
};

/** Replaces the hash of a missing user or password, so that the check takes the same time and fails. */
const NOBODY = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(randomBytes(16))}$${base64(randomBytes(TAG_BYTES))}`;

/** Returns whether the password is correct. With `stored: null` it always returns false, after the same work. */
export const checkPassword = async (password: string, stored: string | null): Promise<boolean> => {
  const { nonce, cost, tag } = partsOf(stored ?? NOBODY);
  const derived = await derive(password, nonce, cost);
  return stored !== null && derived.length === tag.length && timingSafeEqual(derived, tag);
};
