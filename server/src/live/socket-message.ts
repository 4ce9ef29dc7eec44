// What a client sends: JSON objects with the fields of AMI.
import { LIVE_ACTIONS } from '@ringside/core/contract/live-commands.ts';
import type { Asked } from './answers.ts';

export type SocketMessage = Readonly<Record<string, unknown>>;

const READS: Readonly<Record<string, Asked>> = {
  queues: 'Queues',
  corestatus: 'CoreStatus',
  queuestatus: 'QueueStatus',
};

/** null: no JSON object. */
export const parseMessage = (data: string): SocketMessage | null => {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as SocketMessage) : null;
  } catch {
    return null;
  }
};

export type Wish =
  { readonly kind: 'read'; readonly asked: Asked } | { readonly kind: 'command' } | { readonly kind: 'unknown' };

export const actionOf = (m: SocketMessage): string => String(m['action'] ?? m['Action'] ?? '');

/** Names of actions in any case, as AMI. */
export const wishOf = (m: SocketMessage): Wish => {
  const action = actionOf(m).toLowerCase();
  if (m['method'] !== 'cmd') return { kind: 'unknown' };
  const asked = READS[action];
  if (asked !== undefined) return { kind: 'read', asked };
  return LIVE_ACTIONS.some((a) => a.toLowerCase() === action) ? { kind: 'command' } : { kind: 'unknown' };
};

/** As AMI, numbers may come as text; what is no server's number is no server. null: all servers in scope. */
export const serverIdOf = (m: SocketMessage): number | null => {
  const value = m['server_id'] ?? m['serverId'];
  return value === undefined || value === null || value === '' ? null : Number(value);
};

export const actionIdOf = (m: SocketMessage): string | null => {
  const value = m['ActionID'];
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 128) : null;
};

/** Of QueueStatus: one queue alone. */
export const queueOf = (m: SocketMessage): string | null => {
  const queue = m['Queue'] ?? m['queue'];
  return typeof queue === 'string' && queue !== '' ? queue : null;
};
