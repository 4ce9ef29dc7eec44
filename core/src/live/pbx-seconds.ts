/**
 * Seconds between two moments (epoch ms) as Asterisk counts what it writes to its queue log: by how often its clock turned
 * to a new one. Never below 0.
 */
export const pbxSeconds = (from: number, to: number): number =>
  Math.max(0, Math.floor(to / 1000) - Math.floor(from / 1000));
