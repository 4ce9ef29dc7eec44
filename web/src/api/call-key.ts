/** A new Idempotency-Key. (`crypto.randomUUID` is not there on a console that is reached by plain HTTP.) */
export const callKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
