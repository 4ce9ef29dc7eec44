/** Returns the `code` of an error (`ENOENT` of Node.js, `23505` of PostgreSQL), or ''. */
export const errorCode = (error: unknown): string => {
  const { code }: { readonly code?: unknown } = error ?? {};
  return typeof code === 'string' ? code : '';
};
