/**
 * Returns the seconds between two times (epoch ms) as Asterisk counts them for `queue_log`: the number of times its clock advanced to a new
 * second. Never negative.
 */
export const pbxSeconds = (from: number, to: number): number =>
  Math.max(0, Math.floor(to / 1000) - Math.floor(from / 1000));

/**
 * Returns when a caller joined (epoch ms). `waitSeconds` is the listed wait in whole seconds of Asterisk's clock and `at` the arrival of
 * the list. The time seen live is kept unless it is certainly too late: events of a stalled link arrive only when the link continues.
 */
export const joinedAtOf = (seenAt: number, waitSeconds: number, at: number): number =>
  at - seenAt < (waitSeconds - 1) * 1000 ? at - waitSeconds * 1000 : seenAt;
