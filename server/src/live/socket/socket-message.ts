// Parses client messages: JSON objects with the fields of AMI.
import { LIVE_ACTIONS } from '@ringside/core/contract/live/live-commands.ts';
import type { Asked } from '../answers.ts';

export type SocketMessage = Readonly<Record<string, unknown>>;

const READS: ReadonlyMap<string, Asked> = new Map([
  ['queues', 'Queues'],
  ['corestatus', 'CoreStatus'],
  ['queuestatus', 'QueueStatus'],
]);

/** Returns `null` if the text is not a JSON object. */
export const parseMessage = (data: string): SocketMessage | null => {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as SocketMessage) : null;
  } catch {
    return null;
  }
};

type Wish =
  { readonly kind: 'read'; readonly asked: Asked } | { readonly kind: 'command' } | { readonly kind: 'unknown' };

/** Returns `''` if the action is not a string. */
export const actionOf = (m: SocketMessage): string => {
  const action = m['action'] ?? m['Action'];
  return typeof action === 'string' ? action : '';
};

/** Classifies the message. Action names are case-insensitive, as in AMI. */
export const wishOf = (m: SocketMessage): Wish => {
  const action = actionOf(m).toLowerCase();
  if (m['method'] !== 'cmd') return { kind: 'unknown' };
  const asked = READS.get(action);
  if (asked !== undefined) return { kind: 'read', asked };
  return LIVE_ACTIONS.some((a) => a.toLowerCase() === action) ? { kind: 'command' } : { kind: 'unknown' };
};

/** Returns the server id, or `null` for all servers in scope. As in AMI, numbers may be strings. An invalid number matches no server. */
export const serverIdOf = (m: SocketMessage): number | null => {
  const value = m['server_id'] ?? m['serverId'];
  return value === undefined || value === null || value === '' ? null : Number(value);
};

export const actionIdOf = (m: SocketMessage): string | null => {
  const value = m['ActionID'];
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 128) : null;
};

/** For QueueStatus: the name of a single queue. */
export const queueOf = (m: SocketMessage): string | null => {
  const queue = m['Queue'] ?? m['queue'];
  return typeof queue === 'string' && queue !== '' ? queue : null;
};
