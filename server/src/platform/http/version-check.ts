// Checks the version of a row against `If-Match`.
import type { VersionCheck } from '../db/rows/resource-store.ts';

/** Returns `null` without `If-Match` or with `*`: any version is accepted. */
export const versionCheck = (header: string | string[] | undefined): VersionCheck | null => {
  if (typeof header !== 'string' || header.trim() === '*') return null;
  const wanted = new Set(header.split(',').map((tag) => tag.trim().replace(/^W\//, '')));
  return (version) => wanted.has(`"${version}"`);
};
