// Terms of calls: directions, statuses, and outcomes of queue visits.
export type Direction = 'inbound' | 'outbound' | 'internal';
export const CALL_DIRECTIONS = ['inbound', 'outbound', 'internal'] as const satisfies readonly Direction[];

/**
 * `answered`: two people talked. `transferred`: several people talked, one after another. `automated`: answered only by a menu or an
 * announcement. `voicemail`: reached a voicemail box. `unanswered`: rang or waited until it ended. `rejected`: busy or declined. `failed`:
 * not connected. `failed-out`: the carrier did not accept it.
 */
export const CALL_STATUSES = [
  'answered',
  'transferred',
  'automated',
  'voicemail',
  'unanswered',
  'rejected',
  'failed',
  'failed-out',
] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

/** A queue visit as seen live. */
export interface QueueStay {
  readonly queue: string;
  readonly answered: boolean;
  readonly joinedAt: number;
  readonly waitSeconds: number;
  readonly agentName: string | null;
  readonly agentInterface: string | null;
}
