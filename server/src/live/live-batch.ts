// Bus topics and message types of the live state.
import type { Expected, Seen } from '@ringside/core/live/expected.ts';
import type { LiveBatch, LiveFeed, PbxSnapshot } from '@ringside/core/live/feed.ts';
import type { CallLeg } from '@ringside/core/live/tracker/tracked-calls.ts';
import type { Bus, RequestTopic, Topic } from '../platform/bus/bus.ts';

export const LIVE_TOPIC: Topic<LiveBatch> = 'live';
/** Published when the owner of a queue, name or line changed. */
export const OWNERS_TOPIC = 'owners';
/** Published when a PBX server was added, changed or deleted: `{id}`. */
export const ENDPOINTS_TOPIC = 'endpoints';
/** Published when a provisioning run ended, because queues in a database change without an event. */
export const WRITTEN_TOPIC: Topic<{ readonly serverId: number }> = 'pbx-written';

/** Served by the node that owns the PBX links. `null` for a PBX server that no node has. */
export const SNAPSHOT_REQUEST: RequestTopic<{ readonly serverId: number }, PbxSnapshot | null> = 'live-snapshot';

const SNAPSHOT_MS = 5_000;

/** The feed of all PBX servers, carried by the bus. */
export const busFeed = (bus: Pick<Bus, 'subscribe' | 'request'>): LiveFeed => ({
  subscribe: (onBatch) => bus.subscribe(LIVE_TOPIC, onBatch),
  snapshot: (serverId) => bus.request(SNAPSHOT_REQUEST, { serverId }, SNAPSHOT_MS),
});

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
