// Made from the schema by testing/make-table-types.ts: change the schema instead.
import type { ColumnTypes } from './column-types.ts';
import type { RequiredJson, Timestamp } from './columns.ts';

/** Live events, append-only. Today's figures and all reports are computed from them. No foreign keys: an event outlives what it is about. */
interface LiveEventsTable {
  serverId: number;
  /** Grows with time and is chosen by the writer, so writing an event twice changes nothing. */
  id: number;
  at: Timestamp;
  /** Kind of the live event. */
  kind: string;
  queue: string | null;
  /** The whole event. */
  event: RequiredJson<ColumnTypes['liveEvents.event']>;
}

export interface LiveTables {
  liveEvents: LiveEventsTable;
}
