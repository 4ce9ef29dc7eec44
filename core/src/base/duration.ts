const two = (n: number): string => String(n).padStart(2, '0');

/** Formats whole seconds as HH:MM:SS, with more than two digits of hours if needed. Negative and invalid values count as 0. */
export const formatDuration = (seconds: number): string => {
  const s = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
  return `${two(Math.floor(s / 3600))}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
};
