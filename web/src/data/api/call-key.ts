/** Returns a new Idempotency-Key. `crypto.randomUUID` is not available on plain HTTP origins. */
export const callKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
