// Stands for the PBX side where there is none (a node without collectors, tests of HTTP alone): nothing is known, nothing is tried.
import type { PbxSide } from './deps.ts';
import { Refusal } from './errors.ts';

export const UNKNOWN_PBX: PbxSide = {
  linkOf: () => null,
  queuesOf: () => [],
  waitingIn: () => null,
  membersOf: () => null,
  callsOf: () => null,
  contactsOf: () => Promise.resolve({ kind: 'away', at: 0 }),
  messagesIn: () => Promise.resolve(null),
  testConnection: () => Promise.reject(new Refusal('not-ready')),
};
