import type { StoredVersion } from './queries.ts';

/** Returns the version in force at `at`, or the first version before any is in force. `versions`: in the order of `versionsOf`. */
export const versionAt = (versions: readonly StoredVersion[], planId: string, at: number): StoredVersion => {
  const own = versions.filter((v) => v.planId === planId);
  const first = own.toSorted((a, b) => a.number - b.number)[0];
  const version = own.find((v) => v.validFrom !== null && v.validFrom.getTime() <= at) ?? first;
  if (version === undefined) throw new Error(`Plan ${planId} has no version`);
  return version;
};
