// Defines the messages of the bus topic `sessions`. Holders of a session, such as sockets, drop it or look it up again.
import type { Topic } from '../bus/bus.ts';

export type SessionNews =
  /** The user signed out or was disabled or deleted, or the session was revoked. */
  | { readonly kind: 'ended'; readonly sessionIds: readonly string[] }
  /** Role, call centers or customer of these users changed. Call `bySession` again. */
  | { readonly kind: 'changed'; readonly userIds: readonly string[] }
  /** The objects that users of these customers see changed (a queue was claimed or moved). Call `bySession` again. */
  | { readonly kind: 'customer-changed'; readonly customerIds: readonly string[] };

export const SESSIONS_TOPIC: Topic<SessionNews> = 'sessions';
