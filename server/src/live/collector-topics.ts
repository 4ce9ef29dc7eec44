// The messages between the console and its collectors, which may run in another thread. All of them are plain JSON values.
import type { LocalLeg } from '@ringside/core/asterisk/leg.ts';
import type { LinkState } from '@ringside/core/asterisk/link.ts';
import type { PbxFact, ShownChannelFact } from '@ringside/core/asterisk/fact.ts';
import type { LiveEvent } from '@ringside/core/live/event.ts';
import type { LiveBatch, PbxSnapshot } from '@ringside/core/live/feed.ts';
import type { PbxVitals } from '@ringside/core/live/pbx-vitals.ts';
import type { Maintenance, Owner, QueueToday } from '@ringside/core/live/state.ts';
import type { CallLeg } from '@ringside/core/live/tracker/tracked-calls.ts';
import type { CollectorSettings } from '../pbx/ami/collector.ts';
import type { RequestTopic, Topic } from '../platform/bus/bus.ts';
import type { LinkedTopics } from '../platform/bus/bus-link.ts';
import type { PbxAnswer, PbxCommand } from './live-batch.ts';
import type { OwnerRows } from './owner-queries.ts';

interface OfPbx {
  readonly serverId: number;
}

export interface WantedPbx extends CollectorSettings {
  readonly name: string;
  readonly enabled: boolean;
  /** A change of the maintenance window does not restart the link. */
  readonly maintenance?: Maintenance | null;
}

/** The link to a PBX server. Sent at every change. */
export interface LinkReport extends OfPbx {
  readonly link: LinkState;
  /** When the kind of the state last changed, epoch ms. */
  readonly since: number;
  /** How often the link came up again after the first time. */
  readonly reconnects: number;
  /** The vitals of its last session. Clock and lag are `null` while the PBX is not connected. */
  readonly vitals: PbxVitals;
  /** Facts a second, averaged over the last 10 s. */
  readonly eventsPerSecond: number;
}

/** An error of the collectors, for the log. */
interface Fault {
  readonly message: string;
  readonly stack: string;
}

export const faultOf = (error: unknown): Fault => {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  return { message, stack };
};

// From the collectors.
export const BATCH: Topic<LiveBatch> = 'batch';
export const LINK: Topic<LinkReport> = 'link';
export const RECORD: Topic<OfPbx & { readonly leg: LocalLeg; readonly at: number }> = 'record';
export const CREDIT: Topic<OfPbx & { readonly fact: Extract<PbxFact, { kind: 'credit' }> }> = 'credit';
/** The channels of a complete list of the PBX server. */
export const CHANNELS: Topic<OfPbx & { readonly channels: readonly ShownChannelFact[] }> = 'channels';
/** The first event of a name without a decoder. */
export const UNKNOWN_EVENT: Topic<OfPbx & { readonly event: string; readonly sample: string }> = 'unknown-event';
export const DAY_ENDED: Topic<OfPbx & { readonly queue: string; readonly owner: Owner; readonly figures: QueueToday }> =
  'day-ended';
export const FAULT: Topic<Fault> = 'fault';

/** Returns the stored events that count for the figures of the day, including all events of batches sent before. */
export const COUNTED: RequestTopic<
  OfPbx & { readonly queue: string | null; readonly since: number },
  readonly LiveEvent[]
> = 'counted';

// To the collectors.
export const OWNER_ROWS: Topic<OwnerRows> = 'owner-rows';
/** All enabled PBX servers. Collectors start, stop and restart to match them. */
export const SERVERS: Topic<readonly WantedPbx[]> = 'servers';
export const SWEEP: Topic<OfPbx> = 'sweep';
export const RECOUNT: Topic<OfPbx> = 'recount';

/** `null` for a PBX server without a collector. */
export const SNAPSHOT: RequestTopic<OfPbx, PbxSnapshot | null> = 'snapshot';
export const COMMAND: RequestTopic<OfPbx & { readonly command: PbxCommand }, PbxAnswer> = 'command';
export const LEGS: RequestTopic<OfPbx & { readonly linkedid: string }, readonly CallLeg[]> = 'legs';
/** Closes all links and sends the last batches. */
export const STOP: RequestTopic<null, null> = 'stop';

const FROM_COLLECTORS = [BATCH, LINK, RECORD, CREDIT, CHANNELS, UNKNOWN_EVENT, DAY_ENDED, FAULT];
const TO_COLLECTORS = [OWNER_ROWS, SERVERS, SWEEP, RECOUNT];

export const CONSOLE_TOPICS: LinkedTopics = { sends: TO_COLLECTORS, asks: [SNAPSHOT, COMMAND, LEGS, STOP] };
export const COLLECTOR_TOPICS: LinkedTopics = { sends: FROM_COLLECTORS, asks: [COUNTED] };
