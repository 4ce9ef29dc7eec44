const two = (n: number): string => String(n).padStart(2, '0');

/** Whole seconds as HH:MM:SS; hours grow past two digits. Negative and unknown count as 0. */
export const formatDuration = (seconds: number): string => {
  const s = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
  return `${two(Math.floor(s / 3600))}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
};

/** `hh:mm:ss`, as Asterisk lists a channel's duration, in seconds; 0 when it cannot be read. */
export const parseDuration = (text: string): number => {
  const match = /^(\d+):(\d{1,2}):(\d{1,2})$/.exec(text.trim());
  return match ? Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3]) : 0;
};

/** A Unix time in seconds as epoch milliseconds; null for 0 or less, which Asterisk uses for "never". */
export const momentOf = (unixSeconds: number): number | null => (unixSeconds > 0 ? unixSeconds * 1000 : null);
