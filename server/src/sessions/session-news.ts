// What the bus topic `sessions` carries: who holds something of a session (a socket) drops it or looks again.

export type SessionNews =
  /** Signed out, revoked, user disabled or deleted. */
  | { readonly kind: 'ended'; readonly sessionIds: readonly string[] }
  /** Role, call centers or customer of these users changed: ask `bySession` again. */
  | { readonly kind: 'changed'; readonly userIds: readonly string[] }
  /** What a customer's users see changed (a queue was claimed or moved): ask `bySession` again. */
  | { readonly kind: 'customer-changed'; readonly customerIds: readonly string[] };

export const SESSIONS_TOPIC = 'sessions';
