// Bus topics and message types of the live state.
import type { Expected, Seen } from '@ringside/core/live/expected.ts';
import type { LiveEvent } from '@ringside/core/live/event.ts';
import type { CallLeg } from '@ringside/core/live/tracker/tracked-calls.ts';
import type { RequestTopic, Topic } from '../platform/bus/bus.ts';

export const LIVE_TOPIC: Topic<LiveBatch> = 'live';
/** Published when the owner of a queue, name or line changed. */
export const OWNERS_TOPIC = 'owners';
/** Published when a PBX server was added, changed or deleted: `{id}`. */
export const ENDPOINTS_TOPIC = 'endpoints';
/** Published when a provisioning run ended, because queues in a database change without an event. */
export const WRITTEN_TOPIC: Topic<{ readonly serverId: number }> = 'pbx-written';

/**
 * Events of one PBX server. `seq` counts the batches of a stream from 1. A new `stream` starts when another node or a restart takes over.
 */
export interface LiveBatch {
  readonly serverId: number;
  readonly stream: string;
  readonly seq: number;
  readonly events: readonly LiveEvent[];
}

/** Served by the node that owns the PBX links. `serverId` null: all PBX servers. */
export const SLICES_REQUEST: RequestTopic<{ readonly serverId: number | null }, readonly Slice[]> = 'live-slices';
/** The complete state of a PBX server after batch `seq`, as events that build it. */
export type Slice = LiveBatch;

/** Served by the node that runs the collector of the PBX server. */
export const commandTopic = (serverId: number): RequestTopic<PbxCommand, PbxAnswer> => `command:${serverId}`;
export interface PbxCommand {
  readonly action: string;
  readonly fields: Readonly<Record<string, string | number | undefined>>;
  /** The event to wait for. The request answers when it arrives, or after `waitMs`. */
  readonly expected?: Expected | undefined;
  readonly waitMs?: number | undefined;
}
export type PbxAnswer =
  | {
      readonly kind: 'answered';
      readonly success: boolean;
      readonly message: string;
      /** All headers of the AMI response. */
      readonly fields: Readonly<Record<string, string>>;
      /** The confirming event; `null` if none was expected or none arrived in time. */
      readonly seen: Seen | null;
    }
  /** The link is down, or the PBX did not answer in time. The action may or may not have run. */
  | { readonly kind: 'away' }
  /** Not sent: AMI cannot carry the value of `header`. */
  | { readonly kind: 'unsendable'; readonly header: string };

/** Served by the node that runs the collector: returns the channels of the call. */
export const legsTopic = (serverId: number): RequestTopic<{ readonly linkedid: string }, readonly CallLeg[]> =>
  `legs:${serverId}`;
