// Parses the list of PBX log files to follow, such as `North:/var/log/asterisk/queue_log,2:/mnt/pbx2/Master.csv@Europe/Madrid`.
export interface FollowedLog {
  /** Name or ID of the PBX server. */
  readonly server: string;
  /** Absolute path. */
  readonly path: string;
  readonly kind: 'cdr' | 'queue-log';
  /** IANA name of the time zone in which the PBX server writes local times. */
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

/** Parses a comma-separated list. Returns `null` if any part is invalid. */
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
  const read = logs.filter((log) => log !== null);
  return read.length < logs.length ? null : read;
};
