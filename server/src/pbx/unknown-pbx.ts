// Replaces the PBX side on a node without collectors and in HTTP tests: it knows nothing and connects to nothing.
import type { PbxSide } from './pbx-links.ts';
import { Refusal } from '../platform/caller/refusal.ts';

export const UNKNOWN_PBX: PbxSide = {
  linkOf: () => null,
  queuesOf: () => [],
  waitingIn: () => null,
  membersOf: () => null,
  callsOf: () => null,
  namesSeen: () => [],
  contactsOf: () => Promise.resolve({ kind: 'away', at: 0 }),
  messagesIn: () => Promise.resolve(null),
  testConnection: () => Promise.reject(new Refusal('not-ready')),
};
