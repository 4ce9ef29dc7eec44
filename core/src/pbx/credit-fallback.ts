/**
 * Behavior of the PBX server when the console does not answer in time. `closed`: the call may use the seconds that the console stored on
 * the PBX server for this case. `open`: the call continues without a limit.
 */
export type CreditFallback = 'closed' | 'open';
