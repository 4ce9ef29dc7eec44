/** A path of this console, or undefined: `//host`, `https:` and what browsers would read as such lead away from it. */
export const ownPath = (value: unknown): string | undefined =>
  // eslint-disable-next-line no-control-regex
  typeof value === 'string' && /^\/(?![/\\])[^\u0000-\u001f\\]*$/.test(value) ? value : undefined;
