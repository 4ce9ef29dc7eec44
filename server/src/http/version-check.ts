// `If-Match` as a judge of versions.
import type { VersionCheck } from '../db/resource-store.ts';

/** null: no `If-Match`, any version will do. */
export const versionCheck = (header: string | string[] | undefined): VersionCheck | null => {
  if (typeof header !== 'string' || header.trim() === '*') return null;
  const wanted = new Set(header.split(',').map((tag) => tag.trim().replace(/^W\//, '')));
  return (version) => wanted.has(`"${version}"`);
};
