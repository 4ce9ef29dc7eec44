// What the live side says over the bus.
import type { NotificationMessage } from '@ringside/core/contract/notifications.ts';
import type { Expected, Seen } from '@ringside/core/live/expected.ts';
import type { LiveEvent } from '@ringside/core/live/event.ts';

/** Topic of `LiveBatch`. */
export const LIVE_TOPIC = 'live';
/** Who owns what changed. */
export const OWNERS_TOPIC = 'owners';
/** A PBX was added, changed or deleted: `{id}`. */
export const ENDPOINTS_TOPIC = 'endpoints';

/** Topic of `PersonalMessage`: goes to the sockets of one user, whichever node holds them. */
export const PERSONAL_TOPIC = 'personal';
export interface PersonalMessage {
  readonly userId: string;
  readonly message: NotificationMessage;
}

/** Events of one PBX. `seq` counts the batches of a stream from 1; a new `stream` begins when another node or a new start takes the PBX over. */
export interface LiveBatch {
  readonly serverId: number;
  readonly stream: string;
  readonly seq: number;
  readonly events: readonly LiveEvent[];
}

/** Served by whoever has the authority over PBXs; answers `SliceAnswer`. */
export const SLICES_REQUEST = 'live-slices';
export interface SlicesAsked {
  /** null: every PBX. */
  readonly serverId: number | null;
}
/** The whole of a PBX after batch `seq` of the stream, as the events that put it in place. */
export type Slice = LiveBatch;

/** Served for each PBX that has a collector. */
export const commandTopic = (serverId: number): string => `command:${serverId}`;
export interface PbxCommand {
  readonly action: string;
  readonly fields: Readonly<Record<string, string | number | undefined>>;
  /** Answered when the PBX's events say so, or after `waitMs`. */
  readonly expected?: Expected | undefined;
  readonly waitMs?: number | undefined;
}
export type PbxAnswer =
  | {
      readonly kind: 'answered';
      readonly success: boolean;
      readonly message: string;
      /** Every header of the answer. */
      readonly fields: Readonly<Record<string, string>>;
      /** What the events said; null where nothing was expected, or came in time. */
      readonly seen: Seen | null;
    }
  /** The link is down, or the PBX did not answer in time: it may or may not have been done. */
  | { readonly kind: 'away' }
  /** Never sent: a value that AMI cannot carry. */
  | { readonly kind: 'unsendable'; readonly header: string };

/** Served for each PBX that has a collector: `LegsAsked` → the channels of the call (`CallLeg[]`). */
export const legsTopic = (serverId: number): string => `legs:${serverId}`;
export interface LegsAsked {
  readonly linkedid: string;
}
