// Finds the mount of a folder. Some file systems lack locks that work across the machines or programs that share them.
import { readFileSync, realpathSync } from 'node:fs';

interface Mount {
  readonly type: string;
  readonly options: string;
}

const unescape = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_all, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));

/** Finds the mount of `folder` in the text of `/proc/self/mountinfo` (proc_pid_mountinfo(5)). */
const findMount = (mountinfo: string, folder: string): Mount | null => {
  let best: { point: string; mount: Mount } | null = null;
  for (const line of mountinfo.split('\n')) {
    const [before = '', after = ''] = line.split(' - ');
    const fields = before.split(' ');
    const point = unescape(fields[4] ?? '');
    const [type = '', , ...options] = after.split(' ');
    const within = point !== '' && (folder === point || folder.startsWith(point === '/' ? '/' : `${point}/`));
    // If two mounts share a mount point, the later one is visible.
    if (!within || (best !== null && point.length < best.point.length)) continue;
    best = { point, mount: { type, options: [fields[5] ?? '', ...options].join(',') } };
  }
  return best?.mount ?? null;
};

/** Returns `null` if the system has no `/proc`. */
export const mountOf = (folder: string): Mount | null => {
  try {
    return findMount(readFileSync('/proc/self/mountinfo', 'utf8'), realpathSync(folder));
  } catch {
    return null;
  }
};

/** FUSE and WebDAV file systems that present remote storage as a folder and have local locks or none. */
const LOCAL_LOCKS = /^fuse\.(sshfs|s3fs|rclone|gcsfuse|goofys|mount-s3|s3ql|davfs2?)$|^davfs$/;

/** Returns why a lock in this mount does not bind every process that can reach the folder, or `null` if it does. */
export const lockDefect = ({ type, options }: Mount): string | null => {
  const has = (pattern: RegExp): boolean => options.split(',').some((option) => pattern.test(option));
  if (/^nfs4?$/.test(type) && has(/^(nolock|local_lock=(all|posix))$/)) return `${type} mounted without locks`;
  if (/^(cifs|smb3)$/.test(type) && has(/^(nobrl|nolock)$/)) return `${type} mounted without locks`;
  return LOCAL_LOCKS.test(type) ? `${type} has no locks that other machines see` : null;
};
