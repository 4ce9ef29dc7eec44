/** Returns a path within this console, or undefined. Rejects `//host`, `https:` and other values that browsers resolve to another site. */
export const ownPath = (value: unknown): string | undefined =>
  // eslint-disable-next-line no-control-regex
  typeof value === 'string' && /^\/(?![/\\])[^\u0000-\u001f\\]*$/.test(value) ? value : undefined;
