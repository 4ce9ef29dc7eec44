// Which files of PBXs the console follows: `North:/var/log/asterisk/queue_log`, `2:/mnt/pbx2/Master.csv@Europe/Madrid`.
export interface FollowedLog {
  /** Name or id of the PBX. */
  readonly server: string;
  /** From the root on. */
  readonly path: string;
  readonly kind: 'cdr' | 'queue-log';
  /** IANA, in which the PBX writes its wall clock. */
  readonly timeZone: string;
}

const WRITTEN = /^([^:@]{1,64}):(\/[^@,]{1,500})(?:@([A-Za-z][A-Za-z0-9_+/-]{1,63}))?$/;

const isZone = (timeZone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
};

/** With commas between; null where one of them is none. */
export const readFollowedLogs = (text: string): readonly FollowedLog[] | null => {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const logs = parts.map((part): FollowedLog | null => {
    const [, server, path, timeZone = 'UTC'] = WRITTEN.exec(part) ?? [];
    if (server === undefined || path === undefined || !isZone(timeZone)) return null;
    return { server: server.trim(), path, kind: path.endsWith('.csv') ? 'cdr' : 'queue-log', timeZone };
  });
  return logs.some((log) => log === null) ? null : (logs as FollowedLog[]);
};
